import { create } from 'zustand'
import { usualCopyTemplate } from '../../domain/naming/copy-name.ts'
import { call } from '../bridge/bridge.ts'
import { type CopiesKept, type CopyChoice, onlyLibrary, readCopies } from '../forms/copy-choice.ts'
import { saveLater } from './save-later.ts'

interface CopiesState extends CopiesKept {
  choose: (form: string, part: Partial<CopyChoice>) => void
  setTemplate: (template: string) => void
  /** Reads what this home keeps. */
  load: () => Promise<void>
  clear: () => void
}

const save = saveLater('copies')

/** Where results go beside the library, for each form; and the name that copies have where a form has none of its own. */
export const useCopies = create<CopiesState>((set, get) => {
  const keep = (part: Partial<CopiesKept>): void => {
    set(part)
    const { template, choices } = get()
    save({ template, choices: Object.fromEntries(Object.entries(choices).map(([form, one]) => [form, { ...one }])) })
  }
  return {
    template: usualCopyTemplate,
    choices: {},
    choose: (form, part) => {
      const { choices } = get()
      keep({ choices: { ...choices, [form]: { ...(choices[form] ?? onlyLibrary), ...part } } })
    },
    setTemplate: (template) => keep({ template }),
    clear: () => set({ template: usualCopyTemplate, choices: {} }),
    load: async () => {
      const answer = await call('drafts.load', { form: 'copies' })
      if (answer.ok) set(readCopies(answer.value))
    },
  }
})

export const useCopyChoice = (form: string): CopyChoice => useCopies((state) => state.choices[form] ?? onlyLibrary)

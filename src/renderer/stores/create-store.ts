import { create } from 'zustand'
import type { InspectedFile, ModelsView } from '../../contract/views.ts'
import { call } from '../bridge.ts'
import { type CreateForm, emptyForm, formFromDraft } from '../lib/model-fit.ts'
import { saveLater } from './save-later.ts'

interface CreateState {
  form: CreateForm
  /** Reference pictures as they were looked at, by path. */
  looked: ReadonlyMap<string, InspectedFile>
  models: ModelsView | null
  change: (part: Partial<CreateForm>) => void
  addReferences: (files: readonly InspectedFile[]) => void
  removeReference: (path: string) => void
  loadDraft: () => Promise<void>
  loadModels: (fresh: boolean) => Promise<void>
}

const save = saveLater('create')

export const useCreate = create<CreateState>((set, get) => ({
  form: emptyForm,
  looked: new Map(),
  models: null,

  change: (part) => {
    const form = { ...get().form, ...part }
    set({ form })
    save({ ...form })
  },

  addReferences: (files) => {
    const { form, looked, change } = get()
    set({ looked: new Map([...looked, ...files.map((file) => [file.path, file] as const)]) })
    const usable = files.filter((file) => file.problem === null).map((file) => file.path)
    change({ references: [...new Set([...form.references, ...usable])] })
  },

  removeReference: (path) => {
    const { form, change } = get()
    change({ references: form.references.filter((each) => each !== path) })
  },

  loadDraft: async () => {
    const answer = await call('drafts.load', { form: 'create' })
    if (!answer.ok || answer.value === null) return
    const form = formFromDraft(answer.value)
    // What was typed while the draft was on its way wins.
    if (get().form !== emptyForm) return
    set({ form })
    if (form.references.length === 0) return
    const inspected = await call('files.inspect', { paths: form.references })
    if (inspected.ok) set({ looked: new Map(inspected.value.map((file) => [file.path, file])) })
  },

  loadModels: async (fresh) => {
    const answer = await call('catalogue.models', { media: 'image', fresh })
    set((old) => ({
      models: answer.ok
        ? answer.value
        : {
            models: old.models?.models ?? [],
            readAt: old.models?.readAt ?? null,
            stale: true,
            problem: answer.message,
            lastUsedId: old.models?.lastUsedId ?? null,
          },
    }))
  },
}))

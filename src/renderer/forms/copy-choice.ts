import type { CallInput, CallOutput } from '../../contract/ipc.ts'
import { isRecord } from '../../domain/json.ts'
import {
  type CopyWord,
  copyFileName,
  copyTemplateProblem,
  copyWords,
  unknownCopyWords,
  usualCopyTemplate,
} from '../../domain/naming/copy-name.ts'
import { dayKey } from '../format/format.ts'
import { t } from '../format/messages.ts'

export type CopyTo = 'library' | 'beside' | 'folder'

/** A folder that a person chose: its handle, and its path in words. */
export type ChosenFolder = NonNullable<CallOutput<'files.chooseFolder'>>

type CopyWish = NonNullable<CallInput<'watch.setUp'>['alsoTo']>

/** Where a form's results go beside the library, as it stands on the form. */
export interface CopyChoice {
  to: CopyTo
  folder: ChosenFolder | null
  /** Null: the template of the settings. */
  template: string | null
}

export const onlyLibrary: CopyChoice = { to: 'library', folder: null, template: null }

export interface CopiesKept {
  template: string
  choices: Readonly<Record<string, CopyChoice>>
}

const textOr = <T>(value: unknown, or: T): string | T => (typeof value === 'string' && value !== '' ? value : or)

function readFolder(value: unknown): ChosenFolder | null {
  if (!isRecord(value)) return null
  const { folder, path } = value
  return typeof folder === 'string' && typeof path === 'string' ? { folder, path } : null
}

function readChoice(value: unknown): CopyChoice {
  if (!isRecord(value)) return onlyLibrary
  const to = (['beside', 'folder'] as const).find((known) => known === value.to) ?? 'library'
  return { to, folder: readFolder(value.folder), template: textOr(value.template, null) }
}

/** What was kept comes back as plain JSON: only what fits is taken over. */
export function readCopies(draft: unknown): CopiesKept {
  const has = isRecord(draft) ? draft : {}
  const choices = isRecord(has.choices) ? Object.entries(has.choices) : []
  return {
    template: textOr(has.template, usualCopyTemplate),
    choices: Object.fromEntries(choices.map(([form, choice]) => [form, readChoice(choice)])),
  }
}

/** What stands in the way of a template, in the window's words. */
export function templateProblem(template: string): string | null {
  if (copyTemplateProblem(template) === null) return null
  if (template.trim() === '') return t('Enter a name for the copies.')
  const [unknown] = unknownCopyWords(template)
  return unknown === undefined
    ? t('This name is too long.')
    : t('{word} is unknown. Use {known}.', {
        word: `{${unknown}}`,
        known: copyWords.map((word) => `{${word}}`).join(' '),
      })
}

/** Why nothing can be copied as it stands; null where it can, or nothing is to be. */
export function choiceProblem(choice: CopyChoice, usual: string): string | null {
  if (choice.to === 'library') return null
  const wrong = templateProblem(choice.template ?? usual)
  if (wrong !== null) return wrong
  return choice.to === 'folder' && choice.folder === null ? t('Choose the folder to save copies to.') : null
}

/** As the order says it; undefined where results stay in the library alone. */
export function wishOf(choice: CopyChoice, usual: string): CopyWish | undefined {
  if (choice.to === 'library' || choiceProblem(choice, usual) !== null) return undefined
  const template = choice.template ?? usual
  if (choice.to === 'beside') return { to: { kind: 'beside' }, template }
  return choice.folder === null ? undefined : { to: { kind: 'folder', folder: choice.folder.folder }, template }
}

/** What a copy would be called today. */
export function exampleName(template: string, values: Partial<Record<CopyWord, string>>, now: number): string {
  const filled = { source: '', skill: '', model: '', prompt: '', n: '01', date: dayKey(now), ...values }
  return copyFileName(template, filled, 'png')
}

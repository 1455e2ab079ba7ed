import { create } from 'zustand'
import type { ModelsView } from '../../contract/catalogue.ts'
import type { InspectedFile } from '../../contract/files.ts'
import type { CallInput } from '../../contract/ipc.ts'
import { mostFiles, mostPictures } from '../../contract/limits.ts'
import { isAddress } from '../../domain/form/address.ts'
import { call, callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { type Seen, seenFromDraft } from '../format/changed-since.ts'
import { t } from '../format/messages.ts'
import { type CreateForm, emptyForm, formFromDraft, formOfOrder, type Media, withMedia } from '../forms/create-form.ts'
import { type Preset, presetsFromDraft, withFormPreset, withoutFormPreset } from '../forms/presets.ts'
import { chunk } from '../grid/chunk.ts'
import { keepFirst, picturesLeft } from './keep-first.ts'
import { saveLater } from './save-later.ts'
import { asOrderedWords, sayFilled } from './say-filled.ts'

type Draft = CallInput<'drafts.save'>['value']

interface CreateState {
  form: CreateForm
  /** Reference pictures as they were looked at, by their handles. */
  looked: ReadonlyMap<string, InspectedFile>
  models: ModelsView | null
  presets: readonly Preset[]
  /** What was last shown as the price, in this run or an earlier one. */
  seen: Seen | null
  /** `seen` as the last run left it; what changed since is said once. */
  left: Seen | null
  change: (part: Partial<CreateForm>) => void
  setMedia: (media: Media) => void
  /** Fills the form with a generation as it was ordered: its prompt, references and settings. The old can be had back. */
  takeOrderOf: (requestId: string) => Promise<boolean>
  addReferences: (files: readonly InspectedFile[]) => void
  /** Files that nobody has looked at yet, by their handles. @returns whether they could be */
  addFiles: (files: readonly string[]) => Promise<boolean>
  /** Public https addresses, sent as they are. */
  addAddresses: (addresses: readonly string[]) => void
  removeReference: (reference: string) => void
  savePreset: (preset: Preset) => void
  setPresets: (presets: readonly Preset[]) => void
  removePreset: (preset: Preset) => void
  remember: (seen: Seen) => void
  forgetLeft: () => void
  /** Reads what this home keeps, less the forms of `kept`: those stand already. */
  loadDraft: (kept?: ReadonlySet<string>) => Promise<void>
  /** Another home: nothing of the old one's stays but the forms of `kept`. */
  clear: (kept: ReadonlySet<string>) => void
  loadModels: (fresh: boolean) => Promise<void>
}

const save = saveLater('create')
const savePresets = saveLater('create-presets')
const saveSeen = saveLater('create-seen')

/** Everything of it is plain JSON by its type; a copy of that type says so to the contract. */
const plain = (value: unknown): Draft => JSON.parse(JSON.stringify(value))

const isSame = (one: CreateForm, other: CreateForm): boolean => JSON.stringify(one) === JSON.stringify(other)
const isTouched = (form: CreateForm): boolean => !isSame(form, emptyForm)

/** Each once, and no more than one order takes. */
const within = (references: readonly string[]): string[] =>
  keepFirst([...new Set(references)], mostPictures, picturesLeft)

export const useCreate = create<CreateState>((set, get) => ({
  form: emptyForm,
  looked: new Map(),
  models: null,
  presets: [],
  seen: null,
  left: null,

  change: (part) => {
    const form = { ...get().form, ...part }
    set({ form })
    save(plain(form))
  },

  setMedia: (media) => get().change(withMedia(get().form, media)),

  takeOrderOf: async (requestId) => {
    const answer = await callMain('prompts.orderOf', { id: requestId })
    if (answer === null) return false
    if (answer.value === null) {
      useNotices.getState().say({ tone: 'attention', message: t('No Create settings to reuse.') })
      return false
    }
    const { order, mediaType } = answer.value
    const { form: before, change } = get()
    change(formOfOrder(before, order, mediaType))
    const isReplaced = isTouched(before) && !isSame(before, get().form)
    sayFilled(asOrderedWords(t('Create')), isReplaced ? () => change(before) : null)
    await lookAt(get().form.references)
    return true
  },

  addReferences: (files) => {
    const { form, looked, change } = get()
    const usable = files.filter((file) => file.problem === null).map(({ file }) => file)
    const references = within([...form.references, ...usable])
    const shown = new Set(references)
    const seen = files.filter((file) => file.problem !== null || shown.has(file.file))
    set({ looked: new Map([...looked, ...seen.map((file) => [file.file, file] as const)]) })
    change({ references })
  },

  addFiles: async (files) => {
    const looked: InspectedFile[] = []
    for (const some of chunk(files, mostFiles)) {
      const answer = await callMain('files.inspect', { files: some })
      if (answer === null) return false
      looked.push(...answer.value)
    }
    get().addReferences(looked)
    return true
  },

  addAddresses: (addresses) => {
    const { form, change } = get()
    change({ references: within([...form.references, ...addresses]) })
  },

  removeReference: (reference) => {
    const { form, looked, change } = get()
    set({ looked: new Map([...looked].filter(([each]) => each !== reference)) })
    change({ references: form.references.filter((each) => each !== reference) })
  },

  savePreset: (preset) => {
    const presets = withFormPreset(get().presets, preset)
    set({ presets })
    savePresets(plain(presets))
  },

  setPresets: (presets) => {
    set({ presets: [...presets] })
    savePresets(plain(presets))
  },

  removePreset: (preset) => {
    const presets = withoutFormPreset(get().presets, preset)
    set({ presets })
    savePresets(plain(presets))
  },

  remember: (seen) => {
    const { seen: before } = get()
    if (before?.order === seen.order && before.credits === seen.credits) return
    set({ seen })
    saveSeen(plain(seen))
  },

  forgetLeft: () => set({ left: null }),

  clear: (kept) =>
    set((old) => ({
      models: null,
      seen: null,
      left: null,
      ...(kept.has('create') ? {} : { form: emptyForm, looked: new Map() }),
      presets: kept.has('create-presets') ? old.presets : [],
    })),

  loadDraft: async (kept = new Set()) => {
    const [draft, presets, seen] = await Promise.all([
      call('drafts.load', { form: 'create' }),
      call('drafts.load', { form: 'create-presets' }),
      call('drafts.load', { form: 'create-seen' }),
    ])
    if (presets.ok && !kept.has('create-presets')) set({ presets: presetsFromDraft(presets.value) })
    if (seen.ok && get().seen === null) {
      const left = seenFromDraft(seen.value)
      set({ seen: left, left })
    }
    if (!draft.ok || draft.value === null || kept.has('create')) return
    const left = formFromDraft(draft.value)
    // What was typed while the draft was on its way wins.
    if (get().form !== emptyForm) return
    // Left by a version that had no limit.
    const form = { ...left, references: within(left.references) }
    set({ form })
    await lookAt(form.references)
  },

  loadModels: async (fresh) => {
    const answer = await call('catalogue.models', { fresh })
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
    // An old copy is shown while a new one is on its way (§8): that one is waited for, and not asked for twice.
    if (!fresh && answer.ok && answer.value.stale && answer.value.problem === null) await get().loadModels(true)
  },
}))

/** Files that came back with a form are looked at again: they may be gone, or be other pictures by now. */
async function lookAt(references: readonly string[]): Promise<void> {
  const files = references.filter((reference) => !isAddress(reference))
  if (files.length === 0) return
  const inspected = await call('files.inspect', { files })
  if (!inspected.ok) return
  const looked = inspected.value.map((file) => [file.file, file] as const)
  useCreate.setState((old) => ({ looked: new Map([...old.looked, ...looked]) }))
}

import type { StateCreator, StoreApi } from 'zustand'
import type { ModelsView } from '../../../contract/catalogue.ts'
import type { InspectedFile } from '../../../contract/files.ts'
import type { CallInput } from '../../../contract/ipc.ts'
import type { Seen } from '../../format/changed-since.ts'
import type { CreateForm, Media } from '../../forms/create-form.ts'
import type { Preset } from '../../forms/presets.ts'

export interface CreateState {
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

export type CreateApi = StoreApi<CreateState>

/** A part of the store, on one subject. */
export type CreateSlice<K extends keyof CreateState> = StateCreator<CreateState, [], [], Pick<CreateState, K>>

/** Everything of it is plain JSON by its type; a copy of that type says so to the contract. */
export const plainJson = (value: unknown): CallInput<'drafts.save'>['value'] => JSON.parse(JSON.stringify(value))

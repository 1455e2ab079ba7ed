import type { StateCreator, StoreApi } from 'zustand'
import type { SkillsView, SkillView } from '../../../contract/catalogue.ts'
import type { InspectedFile } from '../../../contract/files.ts'
import type { Json } from '../../../domain/json.ts'
import type { CatalogueSeen } from '../../forms/skill-draft.ts'
import type { SkillForm } from '../../forms/skill-form.ts'
import type { Quoted } from '../../forms/tab-price.ts'
import type { BatchFilter } from '../../lists/batch.ts'

/** The rows of a Skill's list that are selected, by their keys: they still are when one comes back from a result. */
export interface PickedRows {
  chosen: ReadonlySet<string>
  /** The row that was chosen last, and that the keyboard is on; null: none yet. */
  lead: string | null
  /** Where a stretch begins. */
  anchor: string | null
}

/** One Skill's form with what the window alone knows about it. */
export interface SkillWork extends SkillForm {
  /** How many files are being looked at. */
  looking: number
  filter: BatchFilter
  picked: PickedRows
  /** Ended requests before this moment are out of the list (not out of the queue or the library). */
  clearedAt: string | null
  /** The catalogue that the form was last touched under; null where it never was. */
  seen: CatalogueSeen | null
  /** What the service changed since, in sentences; until they were read. */
  changes: readonly string[]
}

const emptyWork: SkillWork = {
  values: {},
  files: [],
  pictures: {},
  reencode: [],
  looking: 0,
  filter: 'all',
  picked: { chosen: new Set(), lead: null, anchor: null },
  clearedAt: null,
  seen: null,
  changes: [],
}

/** Where dropped or chosen files go: a request each, or one of the other picture fields. */
export type DropPlace = 'files' | { field: string; most: number }

export interface SkillState {
  chosen: string
  skills: SkillsView | null
  works: Readonly<Record<string, SkillWork>>
  /** How the batch is shown. */
  layout: 'rows' | 'grid'
  setLayout: (layout: 'rows' | 'grid') => void
  /** What one request was quoted at as a form stands; gone with the next change of its settings. */
  stands: Readonly<Record<string, Quoted>>
  stand: (skill: string, quoted: Quoted) => void
  /** Pixels of the files seen in this session, by path: for "before and after". */
  sizes: Readonly<Record<string, { width: number; height: number }>>
  choose: (skill: string) => void
  add: (skill: string, files: readonly InspectedFile[], place?: DropPlace) => void
  /** Files by their handles, which nobody has looked at yet, and addresses. */
  addSources: (skill: string, sources: readonly string[], place?: DropPlace) => Promise<void>
  remove: (skill: string, files: ReadonlySet<string>) => void
  removePicture: (skill: string, field: string, file: string) => void
  set: (skill: string, name: string, value: Json | undefined) => void
  reencode: (skill: string, files: readonly string[], may: boolean) => void
  /**
   * Fills the form with the settings behind a result, by today's fields; the old can be had back.
   * @returns its Skill, or null where that cannot be
   */
  takeOrderOf: (requestId: string) => Promise<string | null>
  clearEnded: (skill: string) => void
  setFilter: (skill: string, filter: BatchFilter) => void
  pick: (skill: string, part: Partial<PickedRows>) => void
  /** The note of what changed was read. */
  forgetChanges: (skill: string) => void
  /** Reads what this home keeps, less the forms of `kept`: those stand already. */
  loadDrafts: (kept?: ReadonlySet<string>) => Promise<void>
  /** Another home: nothing of the old one's stays but the forms of `kept`. */
  clear: (kept: ReadonlySet<string>) => void
  loadSkills: (fresh: boolean) => Promise<void>
}

export type SkillsApi = StoreApi<SkillState>

/** A part of the store, on one subject. */
export type SkillSlice<K extends keyof SkillState> = StateCreator<SkillState, [], [], Pick<SkillState, K>>

export const skillWorkOf = (state: Pick<SkillState, 'works'>, skill: string): SkillWork =>
  state.works[skill] ?? emptyWork

export const skillOf = ({ skills }: Pick<SkillState, 'skills'>, id: string): SkillView | null =>
  skills?.skills.find((skill) => skill.id === id) ?? null

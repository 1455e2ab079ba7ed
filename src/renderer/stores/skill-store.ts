import { create } from 'zustand'
import type { SkillsView, SkillView } from '../../contract/catalogue.ts'
import type { InspectedFile } from '../../contract/files.ts'
import { mostFiles, mostPictures } from '../../contract/limits.ts'
import { isAddress } from '../../domain/form/address.ts'
import type { Json } from '../../domain/json.ts'
import { call, callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { figure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { firstSkill, knownSkills, skillLabels } from '../format/skill-names.ts'
import { changesSince } from '../forms/skill-changes.ts'
import { type CatalogueSeen, draftOf, readDraft, seenOf } from '../forms/skill-draft.ts'
import { addressFile, mainField, type NamedFile, type SkillForm, unreadFile } from '../forms/skill-form.ts'
import { chunk } from '../grid/chunk.ts'
import type { BatchFilter } from '../lists/batch.ts'
import { keepFirst, picturesLeft } from './keep-first.ts'
import { saveLater, wasTouched } from './save-later.ts'
import { asOrderedWords, sayFilled } from './say-filled.ts'

/** One Skill's form with what the window alone knows about it. */
export interface SkillWork extends SkillForm {
  /** How many files are being looked at. */
  looking: number
  filter: BatchFilter
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
  clearedAt: null,
  seen: null,
  changes: [],
}

/** Where dropped or chosen files go: a request each, or one of the other picture fields. */
export type DropPlace = 'files' | { field: string; most: number }

interface SkillState {
  chosen: string
  skills: SkillsView | null
  works: Readonly<Record<string, SkillWork>>
  /** How the batch is shown. */
  layout: 'rows' | 'grid'
  setLayout: (layout: 'rows' | 'grid') => void
  /** What one request was quoted at as a form stands; gone with the next change of its settings. */
  stands: Readonly<Record<string, number | null>>
  stand: (skill: string, credits: number | null) => void
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
  /** The note of what changed was read. */
  forgetChanges: (skill: string) => void
  /** Reads what this home keeps, less the forms of `kept`: those stand already. */
  loadDrafts: (kept?: ReadonlySet<string>) => Promise<void>
  /** Another home: nothing of the old one's stays but the forms of `kept`. */
  clear: (kept: ReadonlySet<string>) => void
  loadSkills: (fresh: boolean) => Promise<void>
}

/** Under which name a Skill's form lies on the disk. */
const draftName = (skill: string): string => `skill:${skill}`
const saves = new Map(knownSkills.map((skill) => [skill, saveLater(draftName(skill))]))
const saveChosen = saveLater('skills')

const workOf = (state: Pick<SkillState, 'works'>, skill: string): SkillWork => state.works[skill] ?? emptyWork

const skillOf = ({ skills }: Pick<SkillState, 'skills'>, id: string): SkillView | null =>
  skills?.skills.find((skill) => skill.id === id) ?? null

const isFilled = ({ values, pictures }: SkillWork): boolean =>
  Object.keys(values).length > 0 || Object.values(pictures).some((files) => files.length > 0)

/** What an order replaces of a form: all but its files. */
const settingsText = ({ values, pictures }: SkillWork): string => JSON.stringify([values, pictures])

/** A form under another catalogue than it was touched under: what changed is said, once. */
function heldAgainst(work: SkillWork, skill: SkillView | null): SkillWork {
  if (skill === null || work.seen === null) return work
  const changes = changesSince(work.seen, seenOf(skill), work.values)
  return changes.length > 0 ? { ...work, seen: seenOf(skill), changes } : work
}

const filesLeft = (left: number): string =>
  t(
    '{left, plural, one {# file was} other {# files were}} not added: one order takes up to {most}. Nothing was sent. Order these first, then add the rest.',
    { left, most: figure(mostFiles) },
  )

export const useSkills = create<SkillState>((set, get) => {
  const change = (id: string, part: Partial<SkillWork>): void =>
    set((old) => ({ works: { ...old.works, [id]: { ...workOf(old, id), ...part } } }))
  /** A change that is written down. */
  const keep = (id: string, part: Partial<SkillWork>): void => {
    const skill = skillOf(get(), id)
    change(id, skill === null ? part : { ...part, seen: seenOf(skill) })
    const work = workOf(get(), id)
    saves.get(id)?.(draftOf(work, work.seen))
  }
  /** How often a form was emptied for another home's. */
  const emptied = new Map<string, number>()
  /** Answers later whether the form still is that of the home of now. */
  const sameForm = (id: string): (() => boolean) => {
    const before = emptied.get(id)
    return () => emptied.get(id) === before
  }
  type Put = (id: string, part: Partial<SkillWork>) => void
  const put = (to: Put, id: string, files: readonly InspectedFile[], place: DropPlace): void => {
    const work = workOf(get(), id)
    const seen = files.flatMap(({ path, width, height }) => {
      return width === null || height === null ? [] : [[path, { width, height }]]
    })
    set((old) => ({ sizes: { ...old.sizes, ...Object.fromEntries(seen) } }))
    if (place === 'files') {
      const merged = new Map([...work.files, ...files].map((file) => [file.file, file]))
      to(id, { files: keepFirst([...merged.values()], mostFiles, filesLeft) })
      return
    }
    const { field, most } = place
    const { [field]: before = [], ...others } = work.pictures
    const merged = new Map([...before, ...files].map((file) => [file.file, file]))
    const room = mostPictures - Object.values(others).flat().length
    // One place holds the newest; where there are several the engine says which are too many.
    const all = [...merged.values()]
    const held = keepFirst(most === 1 ? all.slice(-1) : all, room, picturesLeft)
    to(id, { pictures: { ...work.pictures, [field]: held } })
  }
  const putSources = async (to: Put, id: string, sources: readonly NamedFile[], place: DropPlace): Promise<void> => {
    if (sources.length === 0) return
    const addresses = sources.map(({ file }) => file).filter(isAddress)
    if (addresses.length > 0) put(to, id, addresses.map(addressFile), place)
    const local = sources.filter(({ file }) => !isAddress(file))
    if (local.length === 0) return
    const isSame = sameForm(id)
    change(id, { looking: workOf(get(), id).looking + local.length })
    const looked: InspectedFile[] = []
    for (const some of chunk(local, mostFiles)) {
      const answer = await call('files.inspect', { files: some.map(({ file }) => file) })
      if (answer.ok) looked.push(...answer.value)
      else {
        useNotices.getState().say({ tone: 'fault', message: answer.message })
        // A draft's files stand in no other place: the form is saved with them again.
        if (to !== keep) looked.push(...some.map((file) => unreadFile(file, answer.message)))
      }
    }
    if (isSame()) change(id, { looking: workOf(get(), id).looking - local.length })
    if (looked.length > 0) put(to, id, looked, place)
  }
  return {
    chosen: firstSkill,
    skills: null,
    works: {},
    layout: 'rows',
    setLayout: (layout) => set({ layout }),
    stands: {},
    stand: (id, credits) => set((old) => ({ stands: { ...old.stands, [id]: credits } })),
    sizes: {},

    choose: (chosen) => {
      set({ chosen })
      saveChosen({ chosen })
    },

    add: (id, files, place = 'files') => put(keep, id, files, place),
    addSources: (id, sources, place = 'files') =>
      putSources(
        keep,
        id,
        sources.map((file) => ({ file, name: '' })),
        place,
      ),

    remove: (id, gone) => {
      const { files, reencode } = workOf(get(), id)
      keep(id, {
        files: files.filter(({ file }) => !gone.has(file)),
        reencode: reencode.filter((file) => !gone.has(file)),
      })
    },

    removePicture: (id, field, gone) => {
      const { pictures } = workOf(get(), id)
      keep(id, { pictures: { ...pictures, [field]: (pictures[field] ?? []).filter(({ file }) => file !== gone) } })
    },

    set: (id, name, value) => {
      set(({ stands: { [id]: _, ...others } }) => ({ stands: others }))
      const { [name]: _, ...others } = workOf(get(), id).values
      keep(id, { values: value === undefined ? others : { ...others, [name]: value } })
    },

    reencode: (id, files, may) => {
      const others = workOf(get(), id).reencode.filter((file) => !files.includes(file))
      keep(id, { reencode: may ? [...others, ...files] : others })
    },

    takeOrderOf: async (requestId) => {
      const answer = await callMain('skills.orderOf', { id: requestId })
      if (!answer?.value) return null
      const { skill: id, values = {}, pictures = [] } = answer.value
      const skill = skillOf(get(), id)
      const names = new Set(skill?.fields.map(({ name }) => name))
      const known = Object.entries(values).filter(([name]) => skill === null || names.has(name))
      const before = workOf(get(), id)
      keep(id, { values: Object.fromEntries(known), pictures: {} })
      const main = skill === null ? null : mainField(skill)?.name
      for (const { field, source } of pictures)
        if (field !== main) await get().addSources(id, [source], { field, most: Number.POSITIVE_INFINITY })
      const isReplaced = isFilled(before) && settingsText(before) !== settingsText(workOf(get(), id))
      const back = (): void => keep(id, { values: before.values, pictures: before.pictures })
      sayFilled(asOrderedWords(skillLabels(id).name), isReplaced ? back : null)
      return id
    },

    clearEnded: (id) => keep(id, { clearedAt: new Date().toISOString() }),
    setFilter: (id, filter) => change(id, { filter }),
    forgetChanges: (id) => keep(id, { changes: [] }),

    clear: (kept) => {
      for (const id of knownSkills) if (!kept.has(draftName(id))) emptied.set(id, (emptied.get(id) ?? 0) + 1)
      set((old) => ({
        skills: null,
        stands: {},
        chosen: kept.has('skills') ? old.chosen : firstSkill,
        works: Object.fromEntries(Object.entries(old.works).filter(([id]) => kept.has(draftName(id)))),
      }))
    },

    loadDrafts: async (kept = new Set()) => {
      const last = await call('drafts.load', { form: 'skills' })
      const named = last.ok && typeof last.value === 'object' && last.value !== null && !Array.isArray(last.value)
      const chosen = named && 'chosen' in Object(last.value) ? Object(last.value).chosen : null
      if (knownSkills.includes(chosen) && get().chosen === firstSkill) set({ chosen })
      await Promise.all(
        knownSkills.map(async (id) => {
          if (kept.has(draftName(id))) return
          const isSame = sameForm(id)
          const fill: Put = (id, part) => isSame() && change(id, part)
          const answer = await call('drafts.load', { form: draftName(id) })
          if (!answer.ok || answer.value === null) return
          const { files, pictures, ...draft } = readDraft(answer.value)
          // What was typed while the draft was on its way wins.
          const { values } = workOf(get(), id)
          fill(
            id,
            heldAgainst({ ...workOf(get(), id), ...draft, values: { ...draft.values, ...values } }, skillOf(get(), id)),
          )
          await putSources(fill, id, files, 'files')
          for (const [field, some] of Object.entries(pictures))
            await putSources(fill, id, some, { field, most: Number.POSITIVE_INFINITY })
          // Typed meanwhile: what was written down then lacks these files.
          if (isSame() && wasTouched(draftName(id))) keep(id, {})
        }),
      )
    },

    loadSkills: async (fresh) => {
      const answer = await call('catalogue.skills', { fresh })
      set((old) => {
        const skills = answer.ok
          ? answer.value
          : {
              skills: old.skills?.skills ?? [],
              readAt: old.skills?.readAt ?? null,
              stale: true,
              problem: answer.message,
            }
        const works = Object.fromEntries(
          Object.entries(old.works).map(([id, work]) => [id, heldAgainst(work, skillOf({ skills }, id))]),
        )
        return { skills, works }
      })
    },
  }
})

export const useWork = (skill: string): SkillWork => useSkills((state) => workOf(state, skill))

export const useSkillView = (id: string): SkillView | null => useSkills((state) => skillOf(state, id))

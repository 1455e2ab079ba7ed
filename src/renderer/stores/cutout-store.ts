import { create } from 'zustand'
import type { InspectedFile, SkillsView } from '../../contract/views.ts'
import { call } from '../bridge.ts'
import type { BatchFilter } from '../lib/batch.ts'
import { useNotices } from './notices-store.ts'
import { saveLater } from './save-later.ts'

export const cutout = 'remove-bg'

interface CutoutState {
  /** Files that wait to be sent, in the order they came; those that cannot be used stay with their reason. */
  files: readonly InspectedFile[]
  /** How many paths are being looked at. */
  looking: number
  filter: BatchFilter
  /** Ended requests before this moment are out of the list (not out of the queue or the library). */
  clearedAt: string | null
  skills: SkillsView | null
  add: (files: readonly InspectedFile[]) => void
  addPaths: (paths: readonly string[]) => Promise<void>
  remove: (paths: ReadonlySet<string>) => void
  clearEnded: () => void
  setFilter: (filter: BatchFilter) => void
  loadDraft: () => Promise<void>
  loadSkills: (fresh: boolean) => Promise<void>
}

const save = saveLater(`skill:${cutout}`)

function readDraft(draft: unknown): { files: string[]; clearedAt: string | null } {
  if (typeof draft !== 'object' || draft === null) return { files: [], clearedAt: null }
  const files =
    'files' in draft && Array.isArray(draft.files) ? draft.files.filter((path) => typeof path === 'string') : []
  const clearedAt = 'clearedAt' in draft && typeof draft.clearedAt === 'string' ? draft.clearedAt : null
  return { files, clearedAt }
}

export const useCutout = create<CutoutState>((set, get) => {
  const keep = (part: Pick<CutoutState, 'files'> | Pick<CutoutState, 'clearedAt'>): void => {
    set(part)
    save({ files: get().files.map((file) => file.path), clearedAt: get().clearedAt })
  }
  return {
    files: [],
    looking: 0,
    filter: 'all',
    clearedAt: null,
    skills: null,

    add: (files) => {
      const merged = new Map(get().files.map((file) => [file.path, file]))
      for (const file of files) merged.set(file.path, file)
      keep({ files: [...merged.values()] })
    },

    addPaths: async (paths) => {
      if (paths.length === 0) return
      set((old) => ({ looking: old.looking + paths.length }))
      const answer = await call('files.inspect', { paths: [...paths] })
      set((old) => ({ looking: old.looking - paths.length }))
      if (answer.ok) get().add(answer.value)
      else useNotices.getState().say({ tone: 'fault', words: answer.message })
    },

    remove: (paths) => keep({ files: get().files.filter((file) => !paths.has(file.path)) }),
    clearEnded: () => keep({ clearedAt: new Date().toISOString() }),
    setFilter: (filter) => set({ filter }),

    loadDraft: async () => {
      const answer = await call('drafts.load', { form: `skill:${cutout}` })
      if (!answer.ok) return
      const draft = readDraft(answer.value)
      set({ clearedAt: draft.clearedAt })
      await get().addPaths(draft.files)
    },

    loadSkills: async (fresh) => {
      const answer = await call('catalogue.skills', { fresh })
      set((old) => ({
        skills: answer.ok
          ? answer.value
          : {
              skills: old.skills?.skills ?? [],
              readAt: old.skills?.readAt ?? null,
              stale: true,
              problem: answer.message,
            },
      }))
    },
  }
})

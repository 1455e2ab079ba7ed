import type { Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { LiveList, type LiveListOptions } from './live-list.ts'
import { readModels, readSkills } from './read-lists.ts'

const hourMs = 3_600_000

/** Whose lists they are, and where the last copies lie. */
type ListSource = Pick<LiveListOptions<unknown>, 'service' | 'keyValues' | 'origin' | 'now' | 'monotonicMs'>

/** The service's public lists, which carry its prices, fresh for as long as it says (§8, "Caching"). */
export const listsOf = (source: ListSource): { models: LiveList<Model[]>; skills: LiveList<Skill[]> } => ({
  models: new LiveList({
    ...source,
    name: 'models',
    path: '/api/models',
    freshMs: hourMs,
    revalidateMs: hourMs,
    read: readModels,
  }),
  skills: new LiveList({ ...source, name: 'skills', path: '/api/skills', freshMs: hourMs / 12, read: readSkills }),
})

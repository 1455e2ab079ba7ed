import type { SkillView } from '../../../contract/catalogue.ts'
import { call } from '../../bridge/bridge.ts'
import { firstSkill } from '../../format/skill-names.ts'
import { changesSince } from '../../forms/skill-changes.ts'
import { seenOf } from '../../forms/skill-draft.ts'
import { saveLater } from '../save-later.ts'
import { type SkillSlice, type SkillWork, skillOf } from './state.ts'
import { keepWork } from './write.ts'

const saveChosen = saveLater('skills')

/** A form under another catalogue than it was touched under: what changed is said, once. */
export function heldAgainst(work: SkillWork, skill: SkillView | null): SkillWork {
  if (skill === null || work.seen === null) return work
  const changes = changesSince(work.seen, seenOf(skill), work.values)
  return changes.length > 0 ? { ...work, seen: seenOf(skill), changes } : work
}

/** What Skills there are, which one is open, and what changed of them. */
export const catalogueSlice: SkillSlice<'chosen' | 'choose' | 'skills' | 'loadSkills' | 'forgetChanges'> = (
  set,
  _get,
  store,
) => ({
  chosen: firstSkill,
  skills: null,

  choose: (chosen) => {
    set({ chosen })
    saveChosen({ chosen })
  },

  forgetChanges: (id) => keepWork(store, id, { changes: [] }),

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
})

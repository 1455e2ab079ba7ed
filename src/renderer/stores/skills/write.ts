import { knownSkills } from '../../format/skill-names.ts'
import { draftOf, seenOf } from '../../forms/skill-draft.ts'
import { saveLater } from '../save-later.ts'
import { type SkillsApi, type SkillWork, skillOf, skillWorkOf } from './state.ts'

/** Under which name a Skill's form lies on the disk. */
export const draftName = (skill: string): string => `skill:${skill}`
const saves = new Map(knownSkills.map((skill) => [skill, saveLater(draftName(skill))]))

export function changeWork({ setState }: SkillsApi, id: string, part: Partial<SkillWork>): void {
  setState((old) => ({ works: { ...old.works, [id]: { ...skillWorkOf(old, id), ...part } } }))
}

/** A change that is written down. */
export function keepWork(store: SkillsApi, id: string, part: Partial<SkillWork>): void {
  const skill = skillOf(store.getState(), id)
  changeWork(store, id, skill === null ? part : { ...part, seen: seenOf(skill) })
  const work = skillWorkOf(store.getState(), id)
  saves.get(id)?.(draftOf(work, work.seen))
}

/** How often a form was emptied for another home's. */
const emptied = new Map<string, number>()

export const emptiedForHome = (id: string): unknown => emptied.set(id, (emptied.get(id) ?? 0) + 1)

/** Answers later whether the form still is that of the home of now. */
export function sameForm(id: string): () => boolean {
  const before = emptied.get(id)
  return () => emptied.get(id) === before
}

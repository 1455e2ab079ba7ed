import type { InspectedFile } from '../../../contract/files.ts'
import { dropTargets } from '../../lists/drop-targets.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { useView } from '../../stores/view-store.ts'

export function useFilesAsReferences(files: readonly InspectedFile[]): void {
  useCreate.getState().addReferences(files)
  useView.getState().go('create')
}

/** Into the Skill as a drop on it would go: a request each, or into the picture field that a drop means. */
export function useFilesInSkill(skill: string, files: readonly InspectedFile[]): void {
  const { skills, choose, add } = useSkills.getState()
  const view = skills?.skills.find(({ id }) => id === skill) ?? null
  const { targets, usual } = dropTargets('skills', { id: skill, view })
  const target = targets.find(({ id }) => id === usual)
  const to = target === undefined || target.to === 'references' ? null : target.to
  useView.getState().go('skills')
  choose(skill)
  add(skill, files, (to?.skill === skill ? to.field : null) ?? 'files')
}

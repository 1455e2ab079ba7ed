import { ImagePlus } from 'lucide-react'
import type { MenuEntry } from '../../components/menu.tsx'
import { t } from '../../format/messages.ts'
import { wordsOf } from '../../format/skill-names.ts'
import { dropTargets } from '../../forms/drop-targets.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { useView } from '../../stores/view-store.ts'

/** Files by their handles; none where they cannot be had, which was said. */
export type FindFiles = () => Promise<string[]>

async function asReferences(find: FindFiles): Promise<void> {
  const files = await find()
  if (files.length === 0) return
  if (!(await useCreate.getState().addFiles(files))) return
  useView.getState().go('create')
}

async function inSkill(skill: string, find: FindFiles): Promise<void> {
  const files = await find()
  if (files.length === 0) return
  const { skills, choose, addSources } = useSkills.getState()
  const view = skills?.skills.find(({ id }) => id === skill) ?? null
  const { targets, usual } = dropTargets('skills', { id: skill, view })
  const target = targets.find(({ id }) => id === usual)
  useView.getState().go('skills')
  choose(skill)
  const to = target === undefined || target.to === 'references' ? null : target.to
  await addSources(skill, files, (to?.skill === skill ? to.field : null) ?? 'files')
}

/** Where a picture can go on to; nothing is sent by it. The Skills are those of the service's list. */
export function entriesForUse(skills: readonly { id: string; supported: boolean }[], find: FindFiles): MenuEntry[] {
  return [
    { id: 'create', words: t('Reference in Create'), icon: ImagePlus, act: () => void asReferences(find) },
    ...skills
      .filter(({ supported }) => supported)
      .map(({ id }): MenuEntry => {
        const { name, icon } = wordsOf(id)
        return { id: `skill ${id}`, words: name, icon, act: () => void inSkill(id, find) }
      }),
  ]
}

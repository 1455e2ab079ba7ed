import { ImagePlus } from 'lucide-react'
import { ask } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import type { MenuEntry } from '../../components/menu.tsx'
import { t } from '../../format/messages.ts'
import { wordsOf } from '../../format/skill-names.ts'
import { dropTargets } from '../../forms/drop-targets.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { useView } from '../../stores/view-store.ts'

async function chosenFiles(): Promise<string[]> {
  const answer = await useLibrary.getState().act((of) => ask('library.files', { of }))
  const files = (answer?.value ?? []).map(({ file }) => file)
  if (answer && files.length === 0)
    useNotices.getState().say({
      tone: 'attention',
      words: t('None of the selected files can be used: videos and missing files can’t be.'),
    })
  return files
}

async function asReferences(): Promise<void> {
  const files = await chosenFiles()
  if (files.length === 0) return
  if (!(await useCreate.getState().addFiles(files))) return
  useView.getState().go('create')
}

async function inSkill(skill: string): Promise<void> {
  const files = await chosenFiles()
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
export function entriesForUse(skills: readonly { id: string; supported: boolean }[]): MenuEntry[] {
  return [
    { id: 'create', words: t('Reference in Create'), icon: ImagePlus, act: () => void asReferences() },
    ...skills
      .filter(({ supported }) => supported)
      .map(({ id }): MenuEntry => {
        const { name, icon } = wordsOf(id)
        return { id: `skill ${id}`, words: name, icon, act: () => void inSkill(id) }
      }),
  ]
}

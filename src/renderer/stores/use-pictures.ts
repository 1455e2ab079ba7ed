import type { LibrarySelection } from '../../contract/library.ts'
import { callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'
import { dropTargets } from '../lists/drop-targets.ts'
import { useCreate } from './create-store.ts'
import { useSkills } from './skill-store.ts'
import { useView } from './view-store.ts'

/** The files of pictures in the library that can be ordered with; null where they could not be asked for. */
export async function usableFiles(of: LibrarySelection): Promise<string[] | null> {
  const answer = await callMain('library.files', { of })
  return answer ? answer.value.map(({ file }) => file) : null
}

/** The same; none, and a word, where none of them can be. */
export async function filesOf(of: LibrarySelection): Promise<string[]> {
  const files = await usableFiles(of)
  if (files?.length === 0)
    useNotices.getState().say({
      tone: 'attention',
      message: t('None of the selected files can be used: videos and missing files can’t be.'),
    })
  return files ?? []
}

export async function usePicturesAsReferences(files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  if (!(await useCreate.getState().addFiles([...files]))) return
  useView.getState().go('create')
}

export async function usePicturesInSkill(skill: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const { skills, choose, addSources } = useSkills.getState()
  const view = skills?.skills.find(({ id }) => id === skill) ?? null
  const { targets, usual } = dropTargets('skills', { id: skill, view })
  const target = targets.find(({ id }) => id === usual)
  useView.getState().go('skills')
  choose(skill)
  const to = target === undefined || target.to === 'references' ? null : target.to
  await addSources(skill, [...files], (to?.skill === skill ? to.field : null) ?? 'files')
}

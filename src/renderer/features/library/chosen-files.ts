import { ask } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'

/** What is chosen in the library, by its handles; none where they cannot be had, which is said. */
export async function chosenFiles(): Promise<string[]> {
  const answer = await useLibrary.getState().act((of) => ask('library.files', { of }))
  const files = (answer?.value ?? []).map(({ file }) => file)
  if (answer && files.length === 0)
    useNotices.getState().say({
      tone: 'attention',
      words: t('None of the selected files can be used: videos and missing files can’t be.'),
    })
  return files
}

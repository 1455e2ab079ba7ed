import { useNotices } from '../stores/notices-store.ts'
import { t } from './messages.ts'

/** Paths of what was dropped or pasted. What has none (a picture dragged out of a browser) is said, not lost silently. */
export function pathsOf(files: Iterable<File>): string[] {
  const paths: string[] = []
  let without = 0
  for (const file of files) {
    const path = window.printroom.pathForFile(file)
    if (path === '') without += 1
    else paths.push(path)
  }
  if (without > 0) {
    useNotices.getState().say({
      tone: 'attention',
      words: t(
        '{without, plural, one {One of these is} other {# of these are}} no file on this computer. Save it first, then drop the file.',
        { without },
      ),
    })
  }
  return paths
}

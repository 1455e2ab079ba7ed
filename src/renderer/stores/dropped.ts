import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

/** Handles of what was dropped or pasted. What is no file (a picture dragged out of a browser) is said, not lost silently. */
export async function handlesOf(files: Iterable<File>): Promise<string[]> {
  const all = await window.printroom.handlesOf([...files])
  const handles = all.filter((handle) => handle !== '')
  const without = all.length - handles.length
  if (without > 0) {
    useNotices.getState().say({
      tone: 'attention',
      message: t(
        '{without, plural, one {One of these is not a file} other {# of these are not files}} on this computer. Save first, then drop the file.',
        { without },
      ),
    })
  }
  return handles
}

import { useNotices } from '../stores/notices-store.ts'

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
      words: `${without === 1 ? 'One of these is' : `${without} of these are`} no file on this computer. Save it first, then drop the file.`,
    })
  }
  return paths
}

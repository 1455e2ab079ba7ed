import type { LibraryMarks } from '../../contract/library.ts'
import { callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { useLibrary } from './library-store.ts'

/** Marks one picture. Marks show where they are: they are said, not shown, and can be taken back all the same. */
export async function markPicture(id: string, marks: LibraryMarks, message: string): Promise<void> {
  const answer = await callMain('library.mark', { of: { ids: [id] }, marks })
  if (!answer) return
  if (answer.value.count > 0) {
    useLibrary.getState().remember(answer.value.undo, message)
    useNotices.getState().announce(message)
  }
  await useLibrary.getState().sync()
}

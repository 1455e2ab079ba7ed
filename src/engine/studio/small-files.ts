import { randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolderLater } from '../platform/durable-file.ts'
import { syncHandle } from '../platform/failpoints.ts'
import { takeName } from '../platform/take-name.ts'

export const readSmall = (path: string): Promise<string> => readFile(path, 'utf8')

/** Writes a small file whole where there is none of that name, synced; one that is there stays. */
export async function putNew(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(text)
      await syncHandle('source sync', file)
    } finally {
      await file.close()
    }
    await takeName('source rename', temporary, path)
    await syncFolderLater(dirname(path))
  } finally {
    await rm(temporary, { force: true })
  }
}

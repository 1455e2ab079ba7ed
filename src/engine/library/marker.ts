import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../store/durable-file.ts'

/**
 * In the library's folder, hidden: by this file it is known. Where its disk is not there a folder of the same name may be,
 * and what is put in that is found by nobody.
 */
const markerName = '.printroom-library'

const words = 'Printroom knows its library by this file. Leave it here.'

export const newId = (): string => randomUUID()

/** What the folder says whose it is; null where it says nothing that can be read. */
export function markerIn(folder: string): string | null {
  try {
    return /^id: ([0-9a-f-]{36})$/m.exec(readFileSync(join(folder, markerName), 'utf8'))?.[1] ?? null
  } catch {
    return null
  }
}

/** Synced. @throws the system's error */
export function mark(folder: string, id: string): void {
  if (markerIn(folder) === id) return
  writeDurably('library mark', join(folder, markerName), Buffer.from(`${words}\nid: ${id}\n`))
}

/** Of a folder that the library has left. */
export function unmark(folder: string): void {
  rmSync(join(folder, markerName), { force: true })
}

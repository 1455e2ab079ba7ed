import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../store/durable-file.ts'
import { markerName } from '../store/file-names.ts'

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

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { writeDurably } from '../platform/durable-file.ts'
import { markerName } from '../platform/file-names.ts'

const text = 'Printroom knows its library by this file. Leave it here.'

export const newId = (): string => randomUUID()

/** What the folder says whose it is; null where it says nothing that can be read. Of a disk that has just answered. */
export function markerIn(folder: string): string | null {
  try {
    return idIn(readFileSync(join(folder, markerName), 'utf8'))
  } catch {
    return null
  }
}

/** The same of a disk that may not answer. @throws the system's error, where something is there that does not read */
export async function readMarker(folder: string): Promise<string | null> {
  try {
    return idIn(await readFile(join(folder, markerName), 'utf8'))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return null
    throw error
  }
}

const idIn = (text: string): string | null => /^id: ([0-9a-f-]{36})$/m.exec(text)?.[1] ?? null

/** Synced. @throws the system's error */
export function mark(folder: string, id: string): void {
  if (markerIn(folder) === id) return
  writeDurably('library mark', join(folder, markerName), Buffer.from(`${text}\nid: ${id}\n`))
}

/** Of a folder that the library has left. */
export const unmark = (folder: string): Promise<void> => rm(join(folder, markerName), { force: true })

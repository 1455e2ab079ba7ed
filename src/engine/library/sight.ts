import type { Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { codeOf } from '../../domain/error-code.ts'
import { hashFile } from '../platform/files.ts'

/** What is at the place of a file. One that cannot be told says nothing of the others. */
export type FileSight =
  | { what: 'file'; size: number; mtimeMs: number; ino: number; dev: number }
  | { what: 'nothing' }
  /** Another thing has the name: no file of ours is there, and the thing is somebody's. */
  | { what: 'other'; thing: string }
  /** The disk does not tell, with the reason as a clause. It may be there. */
  | { what: 'untold'; why: string }

/** Never opens what it looks at: a pipe would hold up whoever opens it for ever. */
export async function sightOf(path: string): Promise<FileSight> {
  try {
    const found = await stat(path)
    if (!found.isFile()) return { what: 'other', thing: thingOf(found) }
    const { size, mtimeMs, ino, dev } = found
    return { what: 'file', size, mtimeMs, ino, dev }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOTDIR') return { what: 'nothing' }
    if (code === 'ENOENT' || code === 'ELOOP') return await linkOrNothing(path)
    return { what: 'untold', why: whyUntold(error) }
  }
}

/** What leads nowhere, or to itself, has the name all the same. */
async function linkOrNothing(path: string): Promise<FileSight> {
  try {
    return (await lstat(path)).isSymbolicLink()
      ? { what: 'other', thing: 'a link that leads nowhere' }
      : { what: 'nothing' }
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? { what: 'nothing' } : { what: 'untold', why: whyUntold(error) }
  }
}

function thingOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a pipe'
  if (found.isSocket()) return 'a socket'
  return 'a device'
}

/** Why a file cannot be looked at or read, as a clause for a designer. */
export function whyUntold(error: unknown): string {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'this account may not read it'
    case 'EIO':
    case 'ENXIO':
      return 'its disk does not read there'
    case 'ELOOP':
      return 'a folder above it is a link that leads nowhere'
    case 'ESTALE':
    case 'ETIMEDOUT':
    case 'EHOSTDOWN':
    case 'ENOTCONN':
      return 'its disk does not answer'
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open just now'
    case 'EBUSY':
      return 'another program holds it'
    default:
      return 'it cannot be read'
  }
}

/** Whether a file's bytes are the recorded ones; `untold` where they do not read. */
export async function contentOf(
  path: string,
  sha256: string,
): Promise<{ is: 'same' | 'other' } | { is: 'untold'; why: string; isBroken: boolean }> {
  try {
    return { is: (await hashFile(path)).sha256 === sha256 ? 'same' : 'other' }
  } catch (error) {
    // A disk that has lost a file's bytes has the name still: what it was is gone as much as in a changed file.
    return { is: 'untold', why: whyUntold(error), isBroken: codeOf(error) === 'EIO' }
  }
}

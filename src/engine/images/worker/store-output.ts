import { createHash, randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isNoRoom } from '../../../domain/error-code.ts'
import { makeFolders } from '../../platform/make-folders.ts'
import { ownFile, ownFolder } from '../../platform/own-rights.ts'
import type { PreparedFormat } from '../answers.ts'
import { DiskProblem } from './problem.ts'
import { sweepOnce } from './sweep.ts'

const extensions: Record<PreparedFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' }

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Keeps prepared bytes under their hash. Once it answers, they are on the disk. */
export async function storeOutput(
  folder: string,
  bytes: Buffer,
  format: PreparedFormat,
): Promise<{ path: string; sha256: string }> {
  const hash = sha256(bytes)
  await sweepOnce(folder)
  const path = join(folder, `${hash}.${extensions[format]}`)
  if (!(await isKept(path, bytes.length, hash))) await writeWhole(path, bytes, true)
  return { path, sha256: hash }
}

/** By its content: what a cache holds may have been damaged since. */
async function isKept(path: string, sizeBytes: number, hash: string): Promise<boolean> {
  const existing = await stat(path).catch(() => null)
  if (existing?.size !== sizeBytes) return false
  const kept = await readFile(path).catch(() => null)
  return kept !== null && sha256(kept) === hash
}

/** All of it or nothing under that name: a temporary name and a rename. */
export async function writeWhole(path: string, bytes: Buffer, sync: boolean): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`)
  try {
    makeFolders(dirname(path), ownFolder)
    const file = await open(temporary, 'wx', ownFile)
    try {
      await file.writeFile(bytes)
      if (sync) await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    if (sync) await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    if (isNoRoom(error)) throw new DiskProblem('The disk is full', 'free some space and try again')
    throw new DiskProblem('The prepared picture could not be saved', "check Printroom's folder and try again")
  }
}

/** Makes the rename itself last; Windows has no such thing and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

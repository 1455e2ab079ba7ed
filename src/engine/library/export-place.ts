import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { takeName } from '../platform/take-name.ts'
import { unfinishedExport } from './export-names.ts'

const pieceBytes = 1024 * 1024

/** The folder for the copies went away, with its disk: nothing more can be put there. */
export class FolderGoneError extends Error {
  override name = 'FolderGoneError'
}

/** One file of a copy, and what writes it: false where its name is taken. */
export interface Part {
  path: string
  write: () => Promise<boolean>
}

export const writeNew = (path: string, content: Buffer | string): Promise<boolean> =>
  makeNew(path, (file) => file.writeFile(content))

/** Not the system's copying, which tells nobody whether it failed before it made a file of that name or after. */
export async function copyWithoutReplacing(from: string, path: string): Promise<boolean> {
  // Opened first: whichever of the two is not there is known.
  const source = await open(from, 'r')
  try {
    return await makeNew(path, (file) =>
      file.writeFile(source.createReadStream({ highWaterMark: pieceBytes, autoClose: false })),
    )
  } finally {
    await source.close()
  }
}

/**
 * Written beside and named when it is whole: a kill leaves no half file under the name. Nothing is written where a file is,
 * and nothing removed but what was made here. False where the name is taken.
 */
async function makeNew(path: string, fill: (file: FileHandle) => Promise<void>): Promise<boolean> {
  const temporary = join(dirname(path), `${unfinishedExport}${randomUUID()}`)
  const inFolder = (error: unknown): never => {
    throw isAbsent(error) && !existsSync(dirname(path)) ? new FolderGoneError() : error
  }
  const file = await open(temporary, 'wx').catch(inFolder)
  try {
    await fill(file).finally(() => file.close())
    return await takeName('export rename', temporary, path).catch(inFolder)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** All of them or none; false where one of the names is taken. */
export async function wroteAll(parts: readonly Part[]): Promise<boolean> {
  const written: string[] = []
  const takeBack = async (): Promise<void> => {
    for (const path of written) await rm(path, { force: true })
  }
  try {
    for (const { path, write } of parts) {
      if (!(await write())) {
        await takeBack()
        return false
      }
      written.push(path)
    }
    return true
  } catch (error) {
    await takeBack()
    throw error
  }
}

const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'

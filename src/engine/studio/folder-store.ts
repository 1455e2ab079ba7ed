import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { hashFile, keepByContent } from '../platform/files.ts'
import { makeFoldersLater } from '../platform/make-folders.ts'
import { asItsFolder } from '../platform/own-rights.ts'
import { type FileStore, mustBeOf, ownerName } from './file-store.ts'
import { putNew, readSmall } from './small-files.ts'
import { StudioError } from './studio-error.ts'

/** A folder, on a share as a rule. Two letters of the hash make a folder each: no file system likes a million names in one. */
export class FolderStore implements FileStore {
  readonly address: string
  readonly #folder: string

  constructor(address: string, folder: string) {
    this.address = address
    this.#folder = folder
  }

  async put(path: string, sha256: string): Promise<void> {
    const folder = this.#folderOf(sha256)
    try {
      await makeFoldersLater(folder)
      // What somebody else has put there by this very hash is read and compared, too.
      await asItsFolder(this.#folder, await keepByContent(path, sha256, folder))
    } catch (error) {
      throw trouble(this.#folder, error)
    }
  }

  async has(sha256: string): Promise<boolean> {
    const found = await hashFile(this.pathOf(sha256)).catch((error: unknown) => missing(this.#folder, error))
    return found?.sha256 === sha256
  }

  async fetch(sha256: string, folder: string): Promise<string | null> {
    const own = join(folder, sha256)
    // Read each time: a copy that rotted here is fetched again.
    if ((await hashFile(own).catch(() => null))?.sha256 === sha256) return own
    if (!(await this.has(sha256))) return null
    return keepByContent(this.pathOf(sha256), sha256, folder)
  }

  async reach(sha256: string): Promise<string | null> {
    return (await this.has(sha256)) ? this.pathOf(sha256) : null
  }

  async owner(): Promise<string | null> {
    const said = await readSmall(join(this.#folder, ownerName)).catch((error: unknown) => missing(this.#folder, error))
    return said?.trim() || null
  }

  async claim(studio: string): Promise<void> {
    try {
      await makeFoldersLater(this.#folder)
      await putNew(join(this.#folder, ownerName), `${studio}\n`)
    } catch (error) {
      throw trouble(this.#folder, error)
    }
    await mustBeOf(this, studio)
  }

  async probe(): Promise<void> {
    const path = join(this.#folder, `.${randomUUID()}`)
    try {
      await makeFoldersLater(this.#folder)
      try {
        await writeFile(path, path)
        if ((await readFile(path, 'utf8')) !== path) throw new Error('it reads otherwise than it was written')
      } finally {
        await rm(path, { force: true })
      }
    } catch (error) {
      throw trouble(this.#folder, error)
    }
  }

  async close(): Promise<void> {
    // Nothing is held open.
  }

  #folderOf = (sha256: string): string => join(this.#folder, sha256.slice(0, 2))
  pathOf(sha256: string): string {
    return join(this.#folderOf(sha256), sha256)
  }
}

/** No such file is an answer; a share that is not mounted, or does not answer, is trouble. */
async function missing(folder: string, error: unknown): Promise<null> {
  if (codeOf(error) !== 'ENOENT') throw trouble(folder, error)
  await stat(folder).catch((away: unknown) => {
    throw trouble(folder, away)
  })
  return null
}

const trouble = (folder: string, cause: unknown): StudioError =>
  cause instanceof StudioError
    ? cause
    : new StudioError(
        'files',
        `The studio’s files in ${folder} cannot be reached or written (${codeOf(cause) || 'the disk says no'}). Is the share mounted, and may this account write there?`,
        { cause },
      )

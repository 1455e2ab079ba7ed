import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, isNoRoom } from '../../domain/error-code.ts'
import { hashFile, keepByContent } from '../platform/files.ts'
import { asItsFolder } from '../platform/own-rights.ts'
import { type FileStore, mustBeOf, ownerName } from './file-store.ts'
import { putNew, readSmall } from './small-files.ts'
import { StudioError } from './studio-error.ts'

/** A folder, on a share as a rule. Two letters of the hash make a folder each: no file system likes a million names in one. */
export class FolderStore implements FileStore {
  readonly address: string
  readonly canBeUnmounted = true
  readonly #folder: string

  constructor(address: string, folder: string) {
    this.address = address
    this.#folder = folder
  }

  async put(path: string, sha256: string): Promise<void> {
    try {
      // What somebody else has put there by this very hash is read and compared, too.
      await asItsFolder(this.#folder, await keepByContent(path, sha256, this.#folderOf(sha256), makeOne))
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
    try {
      return await keepByContent(this.pathOf(sha256), sha256, folder)
    } catch (error) {
      if (isNoRoom(error)) throw ownDiskFull(folder, error)
      throw trouble(this.#folder, error)
    }
  }

  async reach(sha256: string): Promise<string | null> {
    return (await this.has(sha256)) ? this.pathOf(sha256) : null
  }

  async owner(): Promise<string | null> {
    const said = await readSmall(join(this.#folder, ownerName)).catch((error: unknown) => missing(this.#folder, error))
    return said?.trim() || null
  }

  async make(): Promise<() => Promise<void>> {
    try {
      await mkdir(this.#folder)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw noParent(this.#folder, error)
      if ((await stat(this.#folder).catch(() => null))?.isDirectory() !== true) throw trouble(this.#folder, error)
      return async () => undefined
    }
    // With something in it, it stays.
    return () => rmdir(this.#folder).catch(() => undefined)
  }

  async claim(studio: string): Promise<void> {
    try {
      await putNew(join(this.#folder, ownerName), `${studio}\n`)
    } catch (error) {
      throw trouble(this.#folder, error)
    }
    await mustBeOf(this, studio)
  }

  async probe(): Promise<void> {
    const path = join(this.#folder, `.${randomUUID()}`)
    try {
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

/** Never the store's own folder: where that is not there the share is away, and what is made in its place is not in it. */
async function makeOne(folder: string): Promise<void> {
  await mkdir(folder).catch(async (error: unknown) => {
    if ((await stat(folder).catch(() => null))?.isDirectory() !== true) throw error
  })
}

function trouble(folder: string, cause: unknown): StudioError {
  if (cause instanceof StudioError) return cause
  const because = (message: string): StudioError => new StudioError('files', message, { cause })
  switch (codeOf(cause)) {
    case 'ENOSPC':
      return because(
        `The disk with the studio’s files in ${folder} is full, so that nothing can be put there. Make room there.`,
      )
    case 'EDQUOT':
      return because(
        `This account’s share of the disk with the studio’s files in ${folder} is used up, so that nothing can be put there. Make room there, or allow it more.`,
      )
    default:
      return because(
        `The studio’s files in ${folder} cannot be reached or written (${codeOf(cause) || 'the disk says no'}). Is the share mounted, and may this account write there?`,
      )
  }
}

const ownDiskFull = (folder: string, cause: unknown): StudioError =>
  new StudioError(
    'files',
    `The disk of this computer with ${folder} is full, so that nothing can be fetched to it. Make room there.`,
    { cause },
  )

const noParent = (folder: string, cause: unknown): StudioError =>
  new StudioError(
    'files',
    `There is no folder ${dirname(folder)}, so none was made in it for the studio’s files. Look at --files, and at whether the share is mounted; or make that folder first. Nothing was changed.`,
    { cause },
  )

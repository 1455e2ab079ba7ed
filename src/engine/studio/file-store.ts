import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf } from '../../domain/error-code.ts'
import { hashFile, keepByContent } from '../platform/files.ts'
import { makeFoldersLater } from '../platform/make-folders.ts'
import { asItsFolder } from '../platform/own-rights.ts'
import { putNew, readSmall } from './small-files.ts'
import { StudioError } from './studio-error.ts'

/** The files of a studio, each under the SHA-256 of its content: inputs that are ordered with, and results. */
export interface FileStore {
  /** Keeps a file that lies on this computer; one that is there already is left. Durable when it resolves. */
  put(path: string, sha256: string): Promise<void>
  /** Whether it is there, whole by what it should be. */
  has(sha256: string): Promise<boolean>
  /**
   * Brings a file into a folder of this computer, under its content's name.
   * @returns its path; null where the store does not have it, or what it has is not that content
   */
  fetch(sha256: string, folder: string): Promise<string | null>
  /** Where a program of this computer reads it, if it is there. */
  pathOf(sha256: string): string
  /** Says whose store it is. @throws StudioError where it is another studio's, or cannot be written */
  claim(studio: string): Promise<void>
}

/** @param address a folder, as a path or a `file:` address @throws StudioError */
export function openFileStore(address: string): FileStore {
  if (/^[a-z][a-z0-9+.-]+:/i.test(address) && !address.startsWith('file:'))
    throw new StudioError(
      'files',
      `Files of a studio lie in a folder that all its computers reach; ${address} is none. Name one with --files.`,
    )
  return new FolderStore(address.startsWith('file:') ? fileURLToPath(address) : resolve(address))
}

const ownerFile = 'printroom-studio'

/** A folder, on a share as a rule. Two letters of the hash make a folder each: no file system likes a million names in one. */
class FolderStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
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

  async claim(studio: string): Promise<void> {
    try {
      await makeFoldersLater(this.#folder)
      await putNew(join(this.#folder, ownerFile), `${studio}\n`)
    } catch (error) {
      throw trouble(this.#folder, error)
    }
    const owner = (await readSmall(join(this.#folder, ownerFile)).catch(() => '')).trim()
    if (owner !== studio)
      throw new StudioError(
        'files',
        `The folder ${this.#folder} holds the files of another studio. Each has one of its own: name another one with --files.`,
      )
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

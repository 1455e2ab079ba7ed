import { StudioError } from './studio-error.ts'

/** Where a store says whose it is. */
export const ownerName = 'printroom-studio'

/** The files of a studio, each under the SHA-256 of its content: inputs that are ordered with, and results. */
export interface FileStore {
  /** As it stands in the studio. */
  readonly address: string
  /** A folder of this computer: at any moment there may be another one in its place, as where a share is not mounted any more. */
  readonly canBeUnmounted: boolean
  /** Keeps a file that lies on this computer; one that is there already is left. Durable, read and compared when it resolves. */
  put(path: string, sha256: string): Promise<void>
  /** Whether it is there, whole by what it should be. */
  has(sha256: string): Promise<boolean>
  /**
   * Brings a file into a folder of this computer, under its content's name.
   * @returns its path; null where the store does not have it, or what it has is not that content
   */
  fetch(sha256: string, folder: string): Promise<string | null>
  /** Where it lies: a path of this computer, or an address. */
  pathOf(sha256: string): string
  /** A path of this computer to read it from: its own, or that of a copy in the folder. Null as for `fetch`. */
  reach(sha256: string, folder: string): Promise<string | null>
  /** The studio whose store it is; null: nobody has claimed it. */
  owner(): Promise<string | null>
  /**
   * Makes the place where it is missing, and nothing above it.
   * @returns takes away what was made, as far as nothing has come into it
   * @throws StudioError where it cannot be made
   */
  make(): Promise<() => Promise<void>>
  /** Says whose store it is, where nobody has. @throws StudioError where it is another studio's, or cannot be written */
  claim(studio: string): Promise<void>
  /** Writes a small file, reads it back and removes it. @throws StudioError where it cannot be used */
  probe(): Promise<void>
  close(): Promise<void>
}

/**
 * Before anything is put there: a share that is not mounted, or storage of that name elsewhere, is not the studio's.
 * @throws StudioError
 */
export async function mustBeOf(files: Pick<FileStore, 'address' | 'owner'>, studio: string): Promise<void> {
  const owner = await files.owner()
  if (owner === studio) return
  throw new StudioError(
    'files',
    owner === null
      ? `${files.address} does not hold the files of this studio: its mark is missing. Is it the right share, or the right storage (PRINTROOM_S3_ENDPOINT), and has “studio init” run with it? Nothing was put there.`
      : othersWords(files.address),
  )
}

export const othersWords = (address: string): string =>
  `${address} holds the files of another studio. Each has one of its own: name another one with --files.`

import { randomBytes } from 'node:crypto'
import { NotNowError } from '../../engine/platform/call-error.ts'

export type HandleKind = 'file' | 'folder'

const prefixes = { file: 'f_', folder: 'd_' } as const

/** Twenty of the largest drops. What has not been named for longest is forgotten first. */
const mostHandles = 100_000

const unknownWords = {
  file: 'A file here is not known any more. Nothing was done, sent or charged. Choose it again.',
  folder: 'A folder here is not known any more. Nothing was done, sent or charged. Choose it again.',
} as const

/**
 * Which file or folder each handle of the page stands for. Handles are made up of chance alone: nobody gets one by
 * guessing, and none from a path. A path has the same handle each time, so that the page can tell files apart by theirs.
 */
export class Handles {
  readonly #most: number
  readonly #paths = new Map<string, string>()
  /** By kind and path. */
  readonly #handles = new Map<string, string>()

  constructor(most = mostHandles) {
    this.#most = most
  }

  /** @param path of a file or folder that a person chose, or that the app itself made or holds */
  of(kind: HandleKind, path: string): string {
    const known = this.#handles.get(keyOf(kind, path))
    if (known !== undefined) {
      this.#keep(known, path)
      return known
    }
    const handle = prefixes[kind] + randomBytes(16).toString('base64url')
    this.readmit(handle, path)
    return handle
  }

  /** Lets a handle stand for what it stood for in an earlier run. */
  readmit(handle: string, path: string): void {
    const key = keyOf(handle.startsWith(prefixes.folder) ? 'folder' : 'file', path)
    if (!this.#handles.has(key)) this.#handles.set(key, handle)
    this.#keep(handle, path)
  }

  /** @throws NotNowError where it stands for nothing */
  pathOf(kind: HandleKind, handle: string): string {
    const path = this.#paths.get(handle)
    if (path === undefined || !handle.startsWith(prefixes[kind])) throw new NotNowError(unknownWords[kind])
    this.#keep(handle, path)
    return path
  }

  /** Those of a text that stand for something, with what they stand for. */
  within(text: string): Record<string, string> {
    const named = text.match(/[fd]_[\w-]{22}/g) ?? []
    return Object.fromEntries(
      named.flatMap((handle) => {
        const path = this.#paths.get(handle)
        return path === undefined ? [] : [[handle, path]]
      }),
    )
  }

  /** Puts it last in the map's order. */
  #keep(handle: string, path: string): void {
    this.#paths.delete(handle)
    this.#paths.set(handle, path)
    const [oldest] = this.#paths
    if (oldest === undefined || this.#paths.size <= this.#most) return
    this.#paths.delete(oldest[0])
    const key = keyOf(oldest[0].startsWith(prefixes.folder) ? 'folder' : 'file', oldest[1])
    if (this.#handles.get(key) === oldest[0]) this.#handles.delete(key)
  }
}

const keyOf = (kind: HandleKind, path: string): string => prefixes[kind] + path

import { basename, join, sep } from 'node:path'
import type { InspectedFile } from '../../contract/files.ts'
import { codeOf } from '../../domain/error-code.ts'
import type { Inspection } from '../images/answers.ts'
import { passes } from '../images/errors.ts'
import type { ForeignFiles } from '../images/foreign-files.ts'
import type { Images } from '../images/port.ts'
import { readTrouble } from '../platform/files.ts'
import { isOddName } from '../platform/odd-names.ts'
import { sanitizeText } from '../platform/text.ts'
import { Thumbnails } from './thumbnails.ts'

/** More files than anybody drops on purpose; a disk dropped by mistake must not hang the app. */
const maxFiles = 5000

/** Said where there were more. */
export const cutOffWords = `There were more than ${maxFiles} files: only the first ${maxFiles}, in order of name, are part of this.`

/** Told from folders together: one at a time, hundreds of dropped files take longer to look at than to show. */
const atOnce = 250

/** Enough for two of the largest drops; an app that is open for weeks looks at more, and must not grow with them. */
const maxRemembered = 2 * maxFiles

interface Seen {
  path: string
  looked: Promise<Inspection>
}

/**
 * Looks at files that somebody dropped or chose, before anything is done with them. What it has looked at lately it
 * remembers, and only such files can be shown to the window.
 */
export class Inspector {
  readonly #images: Images
  readonly #remembered: number
  readonly #cutOff = new Map<string, string[]>()
  readonly #seen = new Map<string, Seen>()

  /** @param remembered files, the last ones looked at */
  constructor(images: Images, remembered = maxRemembered) {
    this.#images = images
    this.#remembered = remembered
  }

  async inspect(path: string): Promise<Inspection> {
    let key: string
    try {
      key = await Thumbnails.keyOf(path, this.#images.files)
    } catch (error) {
      const problem = `${sanitizeText(basename(path))}: ${troubleOf(error, path)}`
      return unread(problem, true)
    }
    const known = this.#seen.get(key)
    if (known) {
      this.#remember(key, known)
      return known.looked
    }
    const looked = this.#images.inspect(path).then(
      (inspection) => {
        if (inspection.isPassing) this.#seen.delete(key)
        return inspection
      },
      (error: unknown): Inspection => {
        this.#seen.delete(key)
        const problem = error instanceof Error ? error.message : 'The file could not be looked at.'
        return unread(problem, passes(error))
      },
    )
    this.#remember(key, { path, looked })
    return looked
  }

  /** Puts it last in the map's order; the first, asked for longest ago, is the one to forget. */
  #remember(key: string, seen: Seen): void {
    this.#seen.delete(key)
    this.#seen.set(key, seen)
    const oldest = this.#seen.keys().next().value
    if (oldest !== undefined && this.#seen.size > this.#remembered) this.#seen.delete(oldest)
  }

  /** Files as the window lists them; folders are opened out, hidden files left alone. */
  async describe(paths: string[]): Promise<InspectedFile[]> {
    const files = await this.openOut(paths)
    return Promise.all(
      files.map(async (path) => {
        const { format, width, height, sizeBytes, problem } = await this.inspect(path)
        const key = problem === null ? await Thumbnails.keyOf(path, this.#images.files).catch(() => null) : null
        const thumbnail = key === null ? null : `printroom://file/${key}/thumbnail`
        return {
          file: path,
          path,
          name: sanitizeText(basename(path)),
          sizeBytes,
          width,
          height,
          format,
          problem,
          thumbnail,
        }
      }),
    )
  }

  /** Folders become the files in them; where those are too many, remembers it for `cutOffNote`. */
  async openOut(paths: string[]): Promise<string[]> {
    const key = JSON.stringify(paths)
    this.#cutOff.delete(key)
    return openOut(paths, this.#images.files, () => this.#cutOff.set(key, paths))
  }

  /** A sentence where these files come from more than were taken in; else null. */
  cutOffNote(files: string[]): string | null {
    const isFrom = (root: string) => files.some((file) => file === root || file.startsWith(root + sep))
    if (![...this.#cutOff.values()].some((roots) => roots.some(isFrom))) return null
    return `${cutOffWords} Order the rest by itself.`
  }

  /** Path of a file it has looked at. */
  pathOf(key: string): string | null {
    return this.#seen.get(key)?.path ?? null
  }
}

function troubleOf(error: unknown, path: string): string {
  if (codeOf(error) === 'ENOENT' && isOddName(path))
    return 'its name, or that of its folder, is not valid UTF-8, so it cannot be opened by it. Nothing was sent or charged. Rename it and choose it again.'
  return `${readTrouble(error)}. Nothing was sent or charged. Choose it again, or leave it out.`
}

const unread = (problem: string, isPassing: boolean): Inspection => ({
  format: null,
  width: null,
  height: null,
  animated: false,
  sizeBytes: 0,
  problem,
  isPassing,
})

/**
 * Folders become the files in them, in order of name.
 * @param onCutOff called where there are more than are taken in
 */
export async function openOut(
  paths: string[],
  disk: Pick<ForeignFiles, 'lookAt' | 'list'>,
  onCutOff: () => void = () => undefined,
): Promise<string[]> {
  const files: string[] = []
  const add = async (path: string, isFolder: boolean, depth: number): Promise<void> => {
    if (files.length >= maxFiles) return onCutOff()
    if (!isFolder) {
      files.push(path)
      return
    }
    if (depth > 8) return
    const inside = await disk.list(path).catch(() => null)
    // A folder that may not be read is named, as a file would be.
    if (inside === null) {
      files.push(path)
      return
    }
    for (const { name, isFolder } of inside) {
      if (files.length >= maxFiles) return onCutOff()
      await add(join(path, name), isFolder, depth + 1)
    }
  }
  const isFolderAt = (path: string): Promise<boolean> =>
    disk.lookAt(path).then(
      ({ isFolder }) => isFolder,
      () => false,
    )
  for (let from = 0; from < paths.length; from += atOnce) {
    const some = paths.slice(from, from + atOnce)
    const areFolders = await Promise.all(some.map(isFolderAt))
    for (const [index, path] of some.entries()) await add(path, areFolders[index] === true, 0)
  }
  return files
}

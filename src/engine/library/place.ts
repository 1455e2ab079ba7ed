import { stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { codeOf } from '../../domain/error-code.ts'
import { answered } from '../platform/disk-answer.ts'
import { LibraryGoneError } from '../platform/library-gone.ts'
import { ownFolder } from '../platform/own-rights.ts'
import type { DurableSettings } from '../store/durable-settings.ts'
import { makeFolderLater } from '../store/folders.ts'
import type { HomePlaces } from '../store/home-places.ts'
import { mark, markerIn, newId, readMarker } from './marker.ts'

/** What is under way with the library's files, so that it goes on after a crash. */
const plan = z.discriminatedUnion('do', [
  /** Every file is copied to `to`, which then becomes the library's folder. */
  z.object({ do: z.literal('copy'), to: z.string(), sinceMs: z.number(), isStopped: z.boolean() }),
  /** Files in `from` that the library has in its folder too, byte for byte, are removed. */
  z.object({
    do: z.literal('clear'),
    from: z.string(),
    sinceMs: z.number(),
    isStopped: z.boolean(),
    /** Whether `from` is the folder of a move that was given up, and not the one that was left. */
    isGivenUp: z.boolean(),
  }),
])
export type Plan = z.infer<typeof plan>

const note = z.object({
  /** Null: the usual one. */
  folder: z.string().nullable(),
  /** Where it was before, the last one first. */
  former: z.array(z.string()),
  plan: plan.nullable(),
  /** What its marker says (marker.ts); null until it has one. */
  id: z.string().nullable(),
})
type PlaceNote = z.infer<typeof note>

const untouched: PlaceNote = { folder: null, former: [], plan: null, id: null }

const formerKept = 8

/** What stands at the library's folder. */
interface Seen {
  isFolder: boolean
  /** Whose it says it is; null where it says nothing. */
  marker: string | null
}

/**
 * Where the library is. It stands in the lasting notes and is read anew each time, since another process may move it.
 * Whatever asks its disk does so within an end (disk-answer.ts); only its marker is written by this very thread, once in a
 * library's life, and to a disk that has just answered.
 */
export class LibraryPlace {
  readonly #settings: DurableSettings
  readonly #usual: string
  /** Its folder's name where it is made in another one: practice keeps its pictures apart. */
  readonly #name: string
  readonly #home: HomePlaces | null
  readonly #hasFiles: () => boolean
  #read: { text: string | null; note: PlaceNote } = { text: null, note: untouched }
  #wasThere = true

  /** @param hasFiles whether anything is known to be in it: an empty library is made where it belongs */
  constructor(
    settings: DurableSettings,
    usual: string,
    isPractice = false,
    home: HomePlaces | null = null,
    hasFiles: () => boolean = () => false,
  ) {
    this.#settings = settings
    this.#usual = usual
    this.#name = isPractice ? 'Printroom practice' : 'Printroom'
    this.#home = home
    this.#hasFiles = hasFiles
  }

  get note(): PlaceNote {
    const text = this.#settings.library
    if (text !== this.#read.text) this.#read = { text, note: parsed(text) }
    return this.#read.note
  }

  get folder(): string {
    return this.note.folder ?? this.#usual
  }

  get isUsual(): boolean {
    return this.note.folder === null
  }

  /** As it was when its disk was asked last: for words on a screen, which wait for no disk. */
  get wasThere(): boolean {
    return this.#wasThere
  }

  /**
   * A folder of its name is not enough: where its disk is not there, that is the place that the disk is mounted at.
   * @throws OtherDiskError where the disk does not answer, or not whether it is there
   */
  async isThere(): Promise<boolean> {
    const seen = await this.#look()
    return seen.isFolder && !this.#isAwayBy(seen)
  }

  /**
   * Its folder does not say that it is this library's: what is put in it now is found by nobody when the disk is back.
   * @throws as `isThere`
   */
  async isAway(): Promise<boolean> {
    return this.#isAwayBy(await this.#look())
  }

  #isAwayBy({ marker }: Seen): boolean {
    const { id } = this.note
    return id !== null && marker !== id && this.#hasFiles()
  }

  async #look(): Promise<Seen> {
    const { folder } = this
    const look = async (): Promise<Seen> => ({ isFolder: await isSomething(folder), marker: await readMarker(folder) })
    const seen = await answered(folder, look).catch((error: unknown) => {
      this.#wasThere = false
      throw error
    })
    this.#wasThere = seen.isFolder && !this.#isAwayBy(seen)
    return seen
  }

  /**
   * At an opening: has the folder say that it is this library's, where it does not yet and that is certain.
   * @param isKnown whether the folder holds files of this library, asked where it holds no marker; of one that had a marker
   *   more is asked than of one that never had any
   */
  async settle(isKnown: (hadMarker: boolean) => Promise<boolean>): Promise<void> {
    const { folder } = this
    const { id } = this.note
    const seen = await this.#look()
    if (id !== null && seen.marker === id) return
    // What nobody has looked at is left as it is: an id without its marker says that the library is away.
    if (this.#hasFiles() && !(await isKnown(id !== null))) {
      if (id === null) this.change(() => ({ id: newId() }))
    } else if (seen.isFolder) this.#mark(folder)
  }

  /** A folder that holds the library, or an empty one where it begins anew: what is not in it is missing from now on. */
  use(folder: string): void {
    this.change(() => {
      const id = markerIn(folder) ?? newId()
      mark(folder, id)
      return { folder, id }
    })
  }

  /** One that has a marker already, after a rebuild or of another home that shares it, keeps it. */
  #mark(folder: string): void {
    // Under the lock of the write: two programs that are first at once make one marker.
    this.change((now) => {
      if ((now.folder ?? this.#usual) !== folder) return null
      const id = markerIn(folder) ?? now.id ?? newId()
      mark(folder, id)
      return id === now.id ? null : { id }
    })
  }

  /** Of folders that are made in it: a usual library is ours alone, and in another one it is as the system has it. */
  get newFolders(): number | undefined {
    return this.isUsual ? ownFolder : undefined
  }

  pathOf({ relativePath }: { relativePath: string }): string {
    return join(this.folder, ...relativePath.split('/'))
  }

  /**
   * The folder, there to be written in. A usual one is made; one on another disk is not: where that disk is not there
   * its name may be a folder all the same.
   * @throws LibraryGoneError, OtherDiskError, or the system's error
   */
  async forWriting(): Promise<string> {
    const { folder } = this
    const seen = await this.#look()
    if (this.#isAwayBy(seen) || (!this.isUsual && !seen.isFolder)) throw new LibraryGoneError(folder)
    if (!seen.isFolder) await answered(folder, () => makeFolderLater(folder, this.newFolders))
    if (this.note.id === null || seen.marker !== this.note.id) this.#mark(folder)
    return folder
  }

  /** Where files are now that lay in the library, or elsewhere in the home, when they were chosen; other paths as they are. */
  async resolveMovedPaths(named: readonly string[]): Promise<(path: string) => string> {
    const now = new Map<string, string>()
    for (const path of new Set(named)) now.set(path, await this.#resolveMovedPath(path))
    return (path) => now.get(path) ?? path
  }

  async #resolveMovedPath(named: string): Promise<string> {
    const path = (await this.#home?.resolveMovedPath(named)) ?? named
    const { former } = this.note
    for (const folder of former) {
      if (!path.startsWith(folder + sep)) continue
      if (await isHere(folder, path)) return path
      const now = join(this.folder, path.slice(folder.length + 1))
      if (await isHere(this.folder, now)) return now
    }
    return path
  }

  /** The folder that a choice means: a new one in it, unless it is called so already. */
  within(chosen: string): string {
    const folder = resolve(chosen)
    return basename(folder) === this.#name ? folder : join(folder, this.#name)
  }

  /**
   * @param change null leaves it; asked under the lock of the write
   * @returns whether it was changed
   */
  change(change: (now: PlaceNote) => Partial<PlaceNote> | null): boolean {
    return this.#settings.changeLibrary((text) => {
      const before = parsed(text)
      const wanted = change(before)
      if (wanted === null) return null
      // Another folder has another marker, which is found, or made, when it is written in.
      const isLeft = wanted.folder !== undefined && wanted.folder !== before.folder
      const after = { ...before, ...(isLeft ? { id: null } : {}), ...wanted }
      const folder = after.folder === null || resolve(after.folder) === resolve(this.#usual) ? null : after.folder
      const [left, here] = [before.folder ?? this.#usual, folder ?? this.#usual]
      const others = before.former.filter((one) => one !== left && one !== here)
      const former = left === here ? before.former : [left, ...others].slice(0, formerKept)
      return JSON.stringify({ ...after, folder, former } satisfies PlaceNote)
    })
  }
}

async function isSomething(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false
    throw error
  }
}

/** What a disk does not tell is not there: whoever reads the file is told why. */
const isHere = (folder: string, path: string): Promise<boolean> =>
  answered(folder, () => isSomething(path)).catch(() => false)

/** Each member by itself: a plan that nobody here knows does not make the library's folder the usual one. */
function parsed(text: string | null): PlaceNote {
  try {
    const said = z.looseObject({}).parse(text === null ? {} : JSON.parse(text))
    return {
      folder: note.shape.folder.safeParse(said.folder).data ?? untouched.folder,
      former: note.shape.former.safeParse(said.former).data ?? untouched.former,
      plan: note.shape.plan.safeParse(said.plan).data ?? untouched.plan,
      id: note.shape.id.safeParse(said.id).data ?? untouched.id,
    }
  } catch {
    // Looked for where it usually is; a person can choose the right folder.
    return untouched
  }
}

import { rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answered } from '../platform/disk-answer.ts'
import { hashFile } from '../platform/files.ts'
import { isFree } from '../platform/take-name.ts'
import type { Assets, FileOf } from '../store/assets.ts'
import { copyWhole, removeFile, unfinished } from './copy-file.ts'
import { readMarker, unmark } from './marker.ts'
import { holdsNothing } from './move-target.ts'
import { MoveError } from './move-trouble.ts'
import type { LibraryPlace, Plan } from './place.ts'
import { contentOf, sightOf } from './sight.ts'
import { filesBelow } from './walk.ts'
import { Whys } from './whys.ts'

export interface MoveDeps {
  place: LibraryPlace
  assets: Assets
  /** Paths of files that open orders still read. */
  inUse: () => ReadonlySet<string>
  /** How long is waited for such orders before they are looked at again. */
  inUseEveryMs: number
  signal: AbortSignal
  tell: (step: { files: number; bytes: number }) => void
  /** So many files wait for orders that use them. */
  onHeld: (count: number) => void
}

const pageSize = 500

const pathIn = (folder: string, { relativePath }: FileOf): string => join(folder, ...relativePath.split('/'))

export interface Moved {
  copied: number
  /** Not there when their turn came: they were missing before. */
  absent: number
  /** Not as they once came; copied as they are. */
  changed: number
}

/** What of the library's stays in the folder that is left. */
export interface Left {
  /** Not as they came. */
  changed: number
  /** Could not be looked at, or not be taken away, by the reason. */
  untold: Whys
}

/** A few files that do not read hold nobody's library up; where so many do not, it is the disk. */
const mostUnread = 20

/**
 * Carries the library over to another folder and then, whatever instant it was killed at, cleans up behind itself. One
 * of these belongs to one run of the app; a next run begins with a new one, by the plan in the notes.
 */
export class LibraryMove {
  readonly #deps: MoveDeps
  /** Files that this run has seen whole on both sides. */
  readonly #verified = new Set<number>()
  #unread = 0

  constructor(deps: MoveDeps) {
    this.#deps = deps
  }

  /**
   * Copies every file and then, in one write of the notes, makes the new folder the library's. What came home meanwhile
   * is carried over before that write; what comes after it lands in the new folder.
   * @returns null where it was stopped
   * @throws MoveError, or the system's error; the plan stands, and the library is where it was
   */
  async copy({ to }: Extract<Plan, { do: 'copy' }>): Promise<Moved | null> {
    const { place, assets, signal } = this.#deps
    const moved: Moved = { copied: 0, absent: 0, changed: 0 }
    const from = place.folder
    await this.#needLibrary()
    const id = await needTarget(to)
    await sweep(to)
    for (let done = 0; ; ) {
      const newest = assets.newest()
      for await (const file of filesBetween(assets, done, newest)) {
        if (signal.aborted) return null
        const outcome = await this.#copyOne(file, from, to)
        if (outcome !== 'unread') moved[outcome] += 1
        this.#deps.tell({ files: 1, bytes: file.sizeBytes })
      }
      if (signal.aborted) return null
      done = newest
      const isDone = place.change(({ plan }) =>
        plan?.do === 'copy' && plan.to === to && assets.newest() === done
          ? { folder: to, id, plan: { do: 'clear', from, sinceMs: plan.sinceMs, isStopped: false, isGivenUp: false } }
          : null,
      )
      if (isDone) return moved
      if (place.note.plan?.do !== 'copy') return null
    }
  }

  async #copyOne(file: FileOf, from: string, to: string): Promise<keyof Moved | 'unread'> {
    const [source, target] = [pathIn(from, file), pathIn(to, file)]
    const there = await sightOf(target)
    if (there.what === 'untold' || there.what === 'other')
      throw new MoveError(
        `${there.what === 'other' ? `There is ${there.thing} at ${target}, where a file belongs. It was not touched. Take it away` : `${target} cannot be looked at: ${there.why}. Look after that disk`} and go on. ${nothingLost}`,
      )
    const own = await sightOf(source)
    if (there.what === 'file') {
      const { sha256 } = await hashFile(target)
      if (sha256 === file.sha256) {
        this.#verified.add(file.seq)
        return 'copied'
      }
      if (own.what === 'untold') return this.#notRead(own.why, from)
      if (own.what !== 'file') return 'absent'
      if ((await contentOf(source, sha256)).is === 'same') return 'changed'
      throw new MoveError(
        `There is another file at ${target}. It was not overwritten. Take it away and go on. ${nothingLost}`,
      )
    }
    if (own.what !== 'file') await this.#needLibrary()
    if (own.what === 'untold') return this.#notRead(own.why, from)
    return own.what === 'file' ? this.#copyFile(file, from, to) : 'absent'
  }

  async #copyFile(file: FileOf, from: string, to: string): Promise<'copied' | 'changed' | 'unread'> {
    const [source, target] = [pathIn(from, file), pathIn(to, file)]
    let sha256: string
    try {
      sha256 = await copyWhole(source, target)
    } catch (error) {
      // Which of the two disks said no is known by reading the one.
      const now = await contentOf(source, file.sha256)
      await this.#needLibrary()
      if (now.is === 'untold') return this.#notRead(now.why, from)
      throw error
    }
    if (sha256 === file.sha256) {
      this.#verified.add(file.seq)
      return 'copied'
    }
    if ((await contentOf(source, sha256)).is === 'same') return 'changed'
    await rm(target, { force: true })
    throw new MoveError(
      `${source} could not be copied to ${to} as it is: what was written there reads otherwise. Look after that disk, or choose another. ${nothingLost}`,
    )
  }

  /** A disk that is gone has lost nothing: its files are not absent, whatever its mount point holds. */
  async #needLibrary(): Promise<void> {
    const { place } = this.#deps
    if (!(await place.isThere())) throw new MoveError(notThere(place.folder))
  }

  /** It stays where it is, in the folder that is left. */
  #notRead(why: string, from: string): 'unread' {
    this.#unread += 1
    if (this.#unread > mostUnread)
      throw new MoveError(
        `More than ${mostUnread} files in ${from} cannot be read (${why}). Look after that disk, then go on. ${nothingLost}`,
      )
    return 'unread'
  }

  /**
   * Removes what the library has in its own folder, byte for byte as it came; nothing else in the folder that is left is
   * touched. Files that an open order reads are waited for.
   * @returns what of the library's was left there; null where it was stopped
   * @throws the system's error; the plan stands
   */
  async clear({ from, sinceMs }: Extract<Plan, { do: 'clear' }>): Promise<Left | null> {
    const { place, assets, signal, inUse, inUseEveryMs, onHeld } = this.#deps
    const kept = place.folder
    await this.#needLibrary()
    const folders = new Set<string>()
    const left: Left = { changed: 0, untold: new Whys() }
    let held: number[] = []
    let used = inUse()
    const one = async (file: FileOf): Promise<void> => {
      const path = pathIn(from, file)
      for (let folder = dirname(path); folder.startsWith(from) && folder !== from; folder = dirname(folder))
        folders.add(folder)
      if (used.has(path)) held.push(file.seq)
      else if (await this.#isKept(file, path, pathIn(kept, file), sinceMs))
        await removeFile(path).catch((error: unknown) => left.untold.addOf(error, file.relativePath))
      else {
        const sight = await sightOf(path)
        const now = sight.what === 'file' ? await contentOf(path, file.sha256) : null
        if (sight.what === 'untold') left.untold.add(sight.why, file.relativePath)
        else if (now?.is === 'untold') left.untold.add(now.why, file.relativePath)
        else if (now !== null) left.changed += 1
      }
    }
    for await (const file of filesBetween(assets, 0, assets.newest())) {
      if (signal.aborted) return null
      await one(file)
      this.#deps.tell({ files: 1, bytes: file.sizeBytes })
    }
    while (held.length > 0) {
      onHeld(held.length)
      await pause(inUseEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return null
      const waiting = held
      held = []
      used = inUse()
      for (const file of assets.filesOf(waiting)) await one(file)
    }
    await sweep(from)
    // Deepest first; one that still holds something stays.
    for (const folder of [...folders].sort().reverse()) await rmdir(folder).catch(() => undefined)
    // Of another home that shares it something would be left.
    if (await holdsNothing(from)) await unmark(from)
    await rmdir(from).catch(() => undefined)
    place.change(({ plan }) => (plan?.do === 'clear' && plan.from === from ? { plan: null } : null))
    return left
  }

  /** Whether this file may go: the same content is, whole, in the library's own folder. */
  async #isKept(file: FileOf, path: string, kept: string, sinceMs: number): Promise<boolean> {
    const [old, own] = [await sightOf(path), await sightOf(kept)]
    if (old.what !== 'file' || own.what !== 'file') return false
    // The same file by two names.
    if (old.ino === own.ino && old.dev === own.dev) return false
    if (old.size !== file.sizeBytes || own.size !== file.sizeBytes) return false
    const isAsSeen = this.#verified.has(file.seq) && old.mtimeMs < sinceMs && own.mtimeMs < sinceMs
    if (isAsSeen) return true
    return (await contentOf(kept, file.sha256)).is === 'same' && (await contentOf(path, file.sha256)).is === 'same'
  }
}

const nothingLost = 'Nothing is lost: every picture is where it was.'

const notThere = (folder: string): string =>
  `The folder ${folder} is not there. Connect its disk, then go on. Nothing is lost: no file was removed.`

/** The folder was marked when the move began, so that a mount point is not taken for it. @returns what its marker says */
async function needTarget(to: string): Promise<string> {
  const id = await answered(to, () => readMarker(to))
  if (id === null) throw new MoveError(notThere(to))
  return id
}

export async function* filesBetween(assets: Assets, after: number, last: number): AsyncGenerator<FileOf> {
  for (let at = after; ; ) {
    const page = assets.filesAfter(at, pageSize)
    for (const file of page) {
      if (file.seq > last) return
      yield file
    }
    if (page.length < pageSize) return
    at = page.at(-1)?.seq ?? last
  }
}

/** What a crash left of copies that were not whole. */
async function sweep(folder: string): Promise<void> {
  if (await isFree(folder)) return
  const every = (): boolean => true
  for await (const { path, name } of filesBelow(folder, every, () => undefined))
    if (name.startsWith(unfinished)) await rm(path, { force: true }).catch(() => undefined)
}

import { type FSWatcher, watch } from 'node:fs'
import { watchRefusal, watchRefusalWords } from '../../domain/watch/allowance.ts'
import { isBareNumber } from '../../domain/watch/folder-id.ts'
import type { WatchSetting } from '../../domain/watch/setting.ts'
import { type FirstSeen, steadyAfter } from '../../domain/watch/steady.ts'
import { mayBeMarked } from '../images/worker/marks.ts'
import { Listing, numberedForm, timedForm, type WatchedFile } from '../images/worker/scan.ts'
import { areFilesKnown } from '../library/look-for-files.ts'
import { FolderError } from '../platform/folder-error.ts'
import { AtRest } from './at-rest.ts'
import { againWords, type ConsiderDeps, type ConsiderOutcome, consider, type Pass, resultWords } from './consider.ts'
import type { WatchContext } from './context.ts'
import { mustNotBeOwn } from './own.ts'
import { payingKey } from './paying-key.ts'
import { filePrice } from './prices.ts'
import { spentBy } from './spent.ts'

export interface WatchTimes {
  /** How long a file must stay the same before it is read. */
  steadyMs: number
  /** How often a folder is looked through without a sign; the system's signs get lost on shares and under load. */
  rescanMs: number
  /** How soon a file that waits is tried again; later each time, as it costs reading and decoding it. */
  retryMs: number
  /** Signs come in bursts. */
  gatherMs: number
}

export const usualTimes: WatchTimes = { steadyMs: 2000, rescanMs: 30_000, retryMs: 60_000, gatherMs: 150 }
const longestRetryMs = 3_600_000

/** A file that waits, in words. */
export interface WaitingFile {
  name: string
  state: 'growing' | 'waits' | 'left'
  words: string
}

const oddNameWords =
  'Its name is not valid UTF-8, so no program here can open it. Nothing was ordered for it. Rename it, and it is looked at.'

/** A long look leaves this many times its own length alone. */
const restFactor = 20

const unknownFilesWords = ({ place }: WatchContext): string =>
  place.wasThere
    ? 'The files of the library are still being looked for, so it is not known which results are at home. Nothing is ordered until they were; then it goes on by itself.'
    : `The library in ${place.folder} is not there, so it is not known which results are at home. Nothing is ordered until its disk is back; then it goes on by itself.`

interface Told {
  stat: string
  file: WaitingFile
  /** When it is looked at again although it did not change, by `performance.now()`; null: never. */
  againMs: number | null
  tries: number
}

/**
 * Watches one folder for as long as it lives. What it knows of the files is a memory only: that nothing is ordered twice
 * and no sum passes the cap is decided by the receipts, under their lock.
 */
export class FolderWatch {
  readonly id: string
  readonly #deps: ConsiderDeps
  readonly #times: WatchTimes
  readonly #onChange: () => void
  readonly #ending = new AbortController()
  readonly #known = new Set<string>()
  /** By name, the size and time that each had. */
  readonly #wereThere = new Map<string, string>()
  readonly #seen = new Map<string, FirstSeen>()
  readonly #told = new Map<string, Told>()
  readonly #atRest: AtRest
  #signs: FSWatcher | null = null
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null
  #isCalled = false
  /** Why the whole folder is not looked through, in words. */
  trouble: string | null = null
  /** Why nothing more is ordered from it now, in words. */
  held: string | null = null
  priceNow: number | null = null
  /** Whether Printrooms of other homes have put results there. */
  hasOthers = false

  constructor(id: string, deps: ConsiderDeps, times: WatchTimes, onChange: () => void) {
    this.id = id
    this.#deps = deps
    this.#times = times
    this.#onChange = onChange
    this.#atRest = new AtRest(id, deps.engine, deps.serial, this.#ending.signal)
    for (const { name, stat, wasThere } of deps.engine.store.watches.known(id)) {
      this.#known.add(stat)
      if (wasThere) this.#wereThere.set(name, timedForm(stat))
    }
  }

  /** Those that wait, and those of which there is something to say, the ones that need a person first. */
  files(): WaitingFile[] {
    const order = { waits: 0, growing: 1, left: 2 }
    return [...this.#told.values()].map(({ file }) => file).sort((a, b) => order[a.state] - order[b.state])
  }

  start(): void {
    this.#look()
  }

  /** Looks now, also at what waits by itself. */
  lookNow(): void {
    this.#told.clear()
    this.#look()
  }

  /** What held everything back may be over. */
  lookIfHeld(): void {
    if (this.held !== null) this.#look()
  }

  #look(): void {
    if (this.#ending.signal.aborted) return
    if (this.#looking) {
      this.#isCalled = true
      return
    }
    const beganMs = performance.now()
    this.#looking = this.#pass()
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        this.trouble = error instanceof FolderError ? why : `This folder could not be looked through (${why}).`
        return false
      })
      .then((isGrowing) => {
        this.#looking = null
        this.#onChange()
        const restMs = (performance.now() - beganMs) * restFactor
        this.#lookIn(
          this.#isCalled
            ? this.#times.gatherMs
            : isGrowing
              ? this.#times.steadyMs / 2
              : Math.max(restMs, this.#times.rescanMs),
        )
        this.#isCalled = false
      })
  }

  #lookIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#ending.signal.aborted) return
    this.#timer = setTimeout(() => this.#look(), ms)
    this.#timer.unref()
  }

  #listen(folder: string): void {
    if (this.#signs) return
    try {
      // By this very thread, as the system has it: of a folder that a worker has just been told of.
      this.#signs = watch(folder, { persistent: false }, () => {
        if (this.#looking) this.#isCalled = true
        else this.#lookIn(this.#times.gatherMs)
      })
      this.#signs.on('error', () => this.#deaf())
    } catch {
      // Some shares give no signs, and a system has only so many to give: the slow look finds everything.
      this.#deaf()
    }
  }

  #deaf(): void {
    this.#signs?.close()
    this.#signs = null
  }

  /** @returns whether a file is to be looked at again soon */
  async #pass(): Promise<boolean> {
    const setting = this.#deps.settings.get(this.id)
    if (!setting?.isOn) return false
    const { images, store } = this.#deps.engine
    const { signal } = this.#ending
    await this.#mustBeTheSame(setting)
    await mustNotBeOwn(setting.folder, this.#deps.engine, signal)
    await mayBeMarked(setting.folder, images, signal)
    // Before the look: what comes during it is heard of.
    this.#listen(setting.folder)
    const files = await images.folders.files(setting.folder, signal)
    this.trouble = null
    this.#forgetGone(files)
    const changing = files.filter((file) => this.#isLeftAlone(file)).map((file) => this.#leaveAlone(file))
    const unseen = files.filter((file) => this.#isFresh(file))
    for (const file of unseen) if (file.isOdd) this.#tell(file, 'left', oddNameWords)
    const { ready, isGrowing: areGrowing } = this.#settled(unseen.filter(({ isOdd }) => isOdd !== true))
    const isGrowing = areGrowing || changing.includes(true)
    this.held = await this.#heldBack(this.#withKey(setting))
    const there = new Listing(files)
    this.#atRest.goOn(setting.folder, there)
    if (ready.length === 0) return isGrowing
    const { contents: marked, byOthers } = await images.folders.marks(setting.folder, store.salt, signal)
    this.hasOthers = byOthers
    return (await this.#orderAll(ready, setting, { there, marked, signal })) || isGrowing
  }

  /** @throws FolderError */
  async #mustBeTheSame({ folder, folderId }: WatchSetting): Promise<void> {
    const now = await this.#deps.engine.images.folders.identify(folder, this.#ending.signal)
    if (now.folder === folder && now.folderId === folderId) return
    this.#deaf()
    // Not taken for the same by its number alone: what lies there now may be another disk's already.
    throw new FolderError(
      isBareNumber(folderId)
        ? `An earlier Printroom set ${folder} up, and could not tell one disk from another. Nothing in it is ordered. Remove it here and set it up anew.`
        : `${folder} is another folder than the one that was set up. Nothing in it is ordered. Connect the right disk, or remove it here and set it up anew.`,
    )
  }

  /** Set up by a version that did not ask whose key it was, or before there was one: the first key that is known is taken on. */
  #withKey(setting: WatchSetting): WatchSetting {
    const keyFingerprint = payingKey(this.#deps.engine)
    const now = this.#deps.settings.get(this.id)
    if (setting.keyFingerprint !== null || keyFingerprint === null || !now) return setting
    if (now.keyFingerprint === null) this.#deps.settings.put({ ...now, keyFingerprint })
    return { ...setting, keyFingerprint: now.keyFingerprint ?? keyFingerprint }
  }

  #forgetGone(files: WatchedFile[]): void {
    const names = new Set(files.map(({ name }) => name))
    for (const map of [this.#seen, this.#told]) for (const name of map.keys()) if (!names.has(name)) map.delete(name)
  }

  /** It has the name of a file that was there before, and another size or time than that. */
  #isLeftAlone({ name, stat }: WatchedFile): boolean {
    const before = this.#wereThere.get(name)
    return before !== undefined && before !== timedForm(stat)
  }

  /** @returns whether it is still growing */
  #leaveAlone(file: WatchedFile): boolean {
    if (this.#told.get(file.name)?.stat !== file.stat)
      this.#tell(file, 'left', 'It was here before the folder was watched, and has changed since. It is left alone.')
    if (this.#known.has(file.stat)) return false
    const { isSteady, ...seen } = steadyAfter(
      this.#seen.get(file.name) ?? null,
      file.stat,
      performance.now(),
      this.#times.steadyMs,
    )
    this.#seen.set(file.name, seen)
    if (!isSteady) return true
    const { name, stat, sizeBytes } = file
    this.#known.add(stat)
    this.#atRest.add({ name, stat, sizeBytes, sha256: null, wasThere: false })
    return false
  }

  #isFresh(file: WatchedFile): boolean {
    // Under its name it is the one that was there, which may have got another number, or other rights; or it is left alone.
    if (this.#wereThere.has(file.name)) return false
    // Rows of an earlier version have the number as their last word.
    if (this.#known.has(file.stat) || this.#known.has(numberedForm(file.stat))) return false
    const told = this.#told.get(file.name)
    return told?.stat !== file.stat || (told.againMs !== null && performance.now() >= told.againMs)
  }

  #settled(files: WatchedFile[]): { ready: WatchedFile[]; isGrowing: boolean } {
    const nowMs = performance.now()
    const ready: WatchedFile[] = []
    for (const file of files) {
      const { isSteady, ...seen } = steadyAfter(
        this.#seen.get(file.name) ?? null,
        file.stat,
        nowMs,
        this.#times.steadyMs,
      )
      this.#seen.set(file.name, seen)
      if (isSteady) ready.push(file)
      else this.#tell(file, 'growing', 'It is looked at when it has stopped growing.', 0)
    }
    return { ready, isGrowing: ready.length < files.length }
  }

  /** What keeps every file of the folder from being ordered; null: nothing does. */
  async #heldBack(setting: WatchSetting): Promise<string | null> {
    const { engine, now } = this.#deps
    const { credits, problem } = await filePrice(engine, setting)
    this.priceNow = credits
    if (problem !== null) return `${problem} Nothing was ordered.`
    // What is at home is not ordered again, and until the library was looked through that is not known.
    if (!areFilesKnown(engine.store.keyValues)) return unknownFilesWords(engine)
    const spent = spentBy(engine.store, setting, now())
    // Without a key nothing is ordered anyway, and that is said when it comes to it.
    const keyFingerprint = engine.key.fingerprint ?? setting.keyFingerprint
    const wish = { ...spent, credits, isOrdered: false, keyFingerprint }
    const refusal = watchRefusal(setting, wish)
    return refusal === null ? null : watchRefusalWords(refusal, setting, wish)
  }

  async #orderAll(ready: WatchedFile[], setting: WatchSetting, pass: Pass): Promise<boolean> {
    let isGrowing = false
    for (const file of ready) {
      if (this.#ending.signal.aborted) return false
      if (this.held !== null) {
        await this.#holdBack(file, this.held)
        continue
      }
      const outcome = await consider(file, setting, pass, this.#deps)
      if (outcome.state === 'growing') isGrowing = true
      this.#note(file, outcome)
      this.#onChange()
    }
    return isGrowing
  }

  /** What is no picture, or a copy of ours, does not wait for anything; what it is is looked at when something is ordered. */
  async #holdBack(file: WatchedFile, message: string): Promise<void> {
    const { inspector, store } = this.#deps.engine
    if (store.copies.isAt(file.path)) return this.#tell(file, 'left', resultWords, 0)
    const { problem, isPassing } = await inspector.inspect(file.path)
    if (problem === null) this.#tell(file, 'waits', message, 0)
    else if (isPassing) this.#tellTrouble(file, `${problem} ${againWords}`)
    else this.#tell(file, 'left', problem)
  }

  #note(file: WatchedFile, outcome: ConsiderOutcome): void {
    switch (outcome.state) {
      case 'growing':
        this.#seen.delete(file.name)
        this.#tell(file, 'growing', 'It is looked at when it has stopped growing.', 0)
        return
      case 'unusable':
        this.#tell(file, 'left', outcome.message)
        return
      case 'waits':
        if (outcome.isForAll) {
          this.held = outcome.message
          this.#tell(file, 'waits', outcome.message, 0)
        } else this.#tellTrouble(file, outcome.message)
        return
      default:
        this.#remember(file, outcome.content)
        if (outcome.state === 'left') this.#tell(file, 'left', outcome.message)
        else this.#told.delete(file.name)
    }
  }

  /** Where this is lost, the file is read once more and found among the receipts. */
  #remember({ name, stat, sizeBytes }: WatchedFile, sha256: string): void {
    this.#known.add(stat)
    this.#seen.delete(name)
    this.#deps.engine.store.watches.remember(this.id, { name, stat, sizeBytes, sha256, wasThere: false })
  }

  /** Its own trouble, which may pass: tried again ever more seldom. */
  #tellTrouble(file: WatchedFile, message: string): void {
    const before = this.#told.get(file.name)
    const tries = before?.stat === file.stat ? before.tries : 0
    const inMs = Math.min(this.#times.retryMs * 2 ** tries, longestRetryMs)
    this.#tell(file, 'waits', message, performance.now() + inMs, tries + 1)
  }

  /** @param againMs 0: at each look, since its reason is the whole folder's or will soon be over */
  #tell(
    { name, stat }: WatchedFile,
    state: WaitingFile['state'],
    message: string,
    againMs: number | null = null,
    tries = 0,
  ): void {
    this.#told.set(name, { stat, againMs, tries, file: { name, state, words: message } })
  }

  /** Ends, and waits for the file that is looked at. */
  async close(): Promise<void> {
    this.#ending.abort()
    this.#deaf()
    if (this.#timer) clearTimeout(this.#timer)
    await this.#looking
    await this.#atRest.close()
  }
}

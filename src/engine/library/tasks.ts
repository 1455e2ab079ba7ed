import type { LibraryPlaceView, LibraryTask } from '../../contract/library.ts'
import { NotNowError } from '../platform/call-error.ts'
import { diskTrouble } from '../platform/files.ts'
import { LibraryGoneError } from '../platform/library-gone.ts'
import type { Claim } from '../store/claim.ts'
import { makeFolder } from '../store/folders.ts'
import { type FileOutcome, type FileProgress, FileTasks, type FileTasksDeps, type Telling } from './file-tasks.ts'
import { mark, markerIn, newId } from './marker.ts'
import { LibraryMove, type Moved } from './move.ts'
import { checkTarget, isEmptyFolder } from './move-target.ts'
import { moveTrouble } from './move-trouble.ts'
import { looksLikeThisLibrary } from './pointed.ts'
import { heldWords, leftWords } from './task-words.ts'
import { files } from './words.ts'

export interface LibraryTasksDeps extends FileTasksDeps {
  claim: Claim
  now: () => number
  /** Paths of files that open orders still read. */
  inUse: () => ReadonlySet<string>
  onTask: (view: LibraryPlaceView) => void
}

type Kind = LibraryTask['kind']

interface Running {
  kind: Kind
  abort: AbortController
  view: LibraryTask
}

const tellEveryMs = 150
const beatEveryMs = 1000
const inUseEveryMs = 15_000

/** Work on the library's files: one at once in a home, told as it goes, stopped and gone on with. */
export class LibraryTasks {
  readonly #deps: LibraryTasksDeps
  readonly #files: FileTasks
  #running: Running | null = null
  #ended: LibraryTask | null = null
  #work: Promise<void> = Promise.resolve()
  #toldMs = 0

  constructor(deps: LibraryTasksDeps) {
    this.#deps = deps
    this.#files = new FileTasks(deps)
  }

  /** As it is now, where its disk answers. */
  async viewNow(): Promise<LibraryPlaceView> {
    await this.#deps.place.isThere().catch(() => false)
    return this.view()
  }

  view(): LibraryPlaceView {
    const { place } = this.#deps
    return {
      folder: place.folder,
      isThere: place.wasThere,
      task: this.#running?.view ?? this.#planned() ?? this.#ended,
    }
  }

  /** A move that waits for a person to go on with it. */
  #planned(): LibraryTask | null {
    const { plan } = this.#deps.place.note
    if (plan === null) return null
    const ended = this.#ended?.state === 'stopped' ? this.#ended : null
    if (ended !== null) return ended
    const message =
      plan.do === 'copy'
        ? `The move to ${plan.to} stands still. The library is where it was, and whole.`
        : `What was left in ${plan.from} is not removed yet. The library is whole without it.`
    return {
      ...taskOf(plan.do === 'copy' ? 'move' : 'clear', message),
      state: 'stopped',
      canGiveUp: plan.do === 'copy',
    }
  }

  /** After a start: goes on with a move that the last run left, unless a person had stopped it. */
  resume(): void {
    const { store, place } = this.#deps
    if (store.readOnly || place.note.plan === null || place.note.plan.isStopped) return
    this.#goOn()
  }

  /**
   * Begins to carry the library over to a new folder in the chosen one.
   * @throws NotNowError with a sentence; nothing is changed then
   */
  async move(chosen: string): Promise<LibraryPlaceView> {
    const { place, store, now } = this.#deps
    if (!(await place.isThere())) throw new LibraryGoneError(place.folder)
    this.#mustBeFree()
    // Of a folder that a person has just looked into, to choose it, and of a library that has just answered.
    const to = place.within(chosen)
    const whole = store.assets.extent()
    try {
      checkTarget(chosen, to, place.folder, whole.sizeBytes)
      makeFolder(to)
      mark(to, markerIn(to) ?? place.note.id ?? newId())
    } catch (error) {
      const message = error instanceof NotNowError ? null : await moveTrouble(error, place.folder, chosen)
      throw message === null ? error : new NotNowError(message)
    }
    place.change(() => ({ plan: { do: 'copy', to, sinceMs: now(), isStopped: false } }))
    this.#goOn()
    return this.view()
  }

  /**
   * The library was put elsewhere by hand: some of its files are looked for there first, the rest after it is used. Where it
   * is not there at all, an empty folder is taken too: the library begins anew in it, and its files are missing.
   * @throws NotNowError with a sentence; nothing is changed then
   */
  async pointTo(chosen: string): Promise<LibraryPlaceView> {
    this.#mustBeFree()
    const { place, store } = this.#deps
    const found = await looksLikeThisLibrary([chosen, place.within(chosen)], store.assets)
    const isBegun = 'problem' in found && (await this.#mayBeginAnew()) && isEmptyFolder(chosen)
    if ('problem' in found && !isBegun) throw new NotNowError(found.problem)
    place.use('problem' in found ? chosen : found.folder)
    this.#deps.onFiles()
    this.check()
    return this.view()
  }

  /** One that does not answer is as little there. */
  #mayBeginAnew(): Promise<boolean> {
    return this.#deps.place.isAway().catch(() => true)
  }

  check(): LibraryPlaceView {
    return this.#start('check', 'Every file is checked against its hash.', (telling) => this.#files.check(telling))
  }

  lookForMissing(): LibraryPlaceView {
    return this.#start('look', 'Looking which files are not in their places.', (telling) => this.#files.look(telling))
  }

  /** @param seqs rows to look for; null for all that are missing or changed */
  find(folder: string, seqs: readonly number[] | null): LibraryPlaceView {
    return this.#start('find', `Looking in ${folder}.`, (telling) => this.#files.find(folder, seqs, telling))
  }

  /** @param seqs rows to fetch; null for all that are missing or changed */
  fetch(seqs: readonly number[] | null): LibraryPlaceView {
    const message = 'Fetching what is missing from where it was made. It costs nothing.'
    return this.#start('fetch', message, (telling) => this.#files.fetch(seqs, telling))
  }

  /** What is under way comes to a stop at the next file; a move can be gone on with. */
  async stop(): Promise<LibraryPlaceView> {
    const isMove = this.#running?.kind === 'move' || this.#running?.kind === 'clear'
    if (isMove) this.#deps.place.change(({ plan }) => (plan === null ? null : { plan: { ...plan, isStopped: true } }))
    this.#running?.abort.abort()
    await this.#work
    return this.view()
  }

  goOn(): LibraryPlaceView {
    this.#mustBeFree(true)
    this.#deps.place.change(({ plan }) => (plan === null ? null : { plan: { ...plan, isStopped: false } }))
    this.#goOn()
    return this.view()
  }

  /** The library stays where it is; the copies that were made of it are removed. */
  async giveUp(): Promise<LibraryPlaceView> {
    if (this.#running?.kind === 'move') await this.stop()
    this.#mustBeFree(true)
    this.#deps.place.change(({ plan }) =>
      plan?.do === 'copy'
        ? { plan: { do: 'clear', from: plan.to, sinceMs: plan.sinceMs, isStopped: false, isGivenUp: true } }
        : null,
    )
    this.#goOn()
    return this.view()
  }

  end(): LibraryPlaceView {
    this.#ended = null
    return this.view()
  }

  /** Ends when nothing is at work any more; a move goes on at the next start. */
  async close(): Promise<void> {
    this.#running?.abort.abort()
    await this.#work
  }

  /** Ends when what is under way now has ended. */
  settled(): Promise<void> {
    return this.#work
  }

  #goOn(): void {
    const { plan } = this.#deps.place.note
    if (plan === null) return
    const whole = this.#deps.store.assets.extent()
    const message =
      plan.do === 'copy'
        ? `Copying to ${plan.to}. The library stays in use where it is until everything is there.`
        : `Removing what was left in ${plan.from}, after a look that each file is in the library.`
    const from = this.#deps.place.folder
    this.#start(plan.do === 'copy' ? 'move' : 'clear', message, async ({ step, signal }) => {
      const move = this.#moveOf(step, signal)
      try {
        return await this.#carryOut(move, signal)
      } catch (error) {
        const other = plan.do === 'copy' ? plan.to : plan.from
        const trouble = (await moveTrouble(error, from, other)) ?? diskTrouble(error)
        if (trouble === null) throw error
        return { stopped: trouble }
      }
    })
    this.#showTotal(whole.count, whole.sizeBytes)
  }

  async #carryOut(move: LibraryMove, signal: AbortSignal): Promise<FileOutcome> {
    const { place } = this.#deps
    let moved: Moved | null = null
    const copying = place.note.plan
    if (copying?.do === 'copy') {
      moved = await move.copy(copying)
      if (moved === null)
        return { stopped: `The move to ${copying.to} was stopped. The library is where it was, and whole.` }
      this.#deps.onFiles()
      const { count, sizeBytes } = this.#deps.store.assets.extent()
      this.#show({
        kind: 'clear',
        words: `Everything is in ${place.folder}. Removing what was left in the old folder.`,
        done: 0,
        doneBytes: 0,
        total: count,
        totalBytes: sizeBytes,
      })
    }
    const clearing = place.note.plan
    if (clearing?.do !== 'clear') return ''
    const left = await move.clear(clearing)
    if (left === null || signal.aborted)
      return { stopped: `What was left in ${clearing.from} is not all removed. The library is whole without it.` }
    const stays = leftWords(left, clearing.from)
    if (clearing.isGivenUp) return `The move was given up. The library is where it was, and whole.${stays}`
    const absent = moved !== null && moved.absent > 0 ? ` ${files(moved.absent)} had been missing before.` : ''
    return `The library is in ${place.folder} now. Every file was compared with its hash.${absent}${stays}`
  }

  #moveOf(step: FileProgress, signal: AbortSignal): LibraryMove {
    const { place, store, inUse } = this.#deps
    return new LibraryMove({
      place,
      assets: store.assets,
      inUse,
      inUseEveryMs,
      signal,
      tell: step,
      onHeld: (count) => this.#show({ words: heldWords(count) }),
    })
  }

  #mustBeFree(withPlan = false): void {
    const { store, place } = this.#deps
    if (store.readOnly) throw new NotNowError('This library can only be looked at now. Nothing was changed.')
    if (this.#running !== null)
      throw new NotNowError('Something is under way with the library’s files. Let it end, or stop it, then try again.')
    if (!withPlan && place.note.plan !== null)
      throw new NotNowError('A move of the library is not at its end. Go on with it, or give it up, then try again.')
  }

  #start(kind: Kind, message: string, work: (telling: Telling) => Promise<FileOutcome>): LibraryPlaceView {
    this.#mustBeFree(kind === 'move' || kind === 'clear')
    const { claim, store } = this.#deps
    if (!claim.tryTake(performance.now()))
      throw new NotNowError('Another Printroom is at work on the library’s files. Try again when it has ended.')
    const abort = new AbortController()
    const total = kind === 'check' || kind === 'look' ? store.assets.extent() : { count: 0, sizeBytes: 0 }
    const view = {
      ...taskOf(kind, message),
      total: total.count,
      totalBytes: total.sizeBytes,
      canGiveUp: kind === 'move',
    }
    this.#ended = null
    this.#running = { kind, abort, view }
    const beat = setInterval(() => {
      if (!claim.beat()) abort.abort()
    }, beatEveryMs)
    beat.unref()
    const step: FileProgress = ({ files: count, bytes }) => {
      const now = this.#running?.view
      if (now) this.#show({ done: now.done + count, doneBytes: now.doneBytes + bytes }, true)
    }
    const showTotal = (count: number): void => this.#showTotal(count, 0)
    this.#work = work({ step, showTotal, signal: abort.signal })
      .catch((error: unknown): FileOutcome => ({ trouble: failureWords(error) }))
      .then((outcome) => {
        clearInterval(beat)
        const last = this.#running?.view ?? view
        this.#running = null
        claim.releaseQuietly()
        this.#ended = endOf(last, outcome)
        this.#deps.onTask(this.view())
      })
    this.#deps.onTask(this.view())
    return this.view()
  }

  #showTotal(total: number, totalBytes: number): void {
    this.#show({ total, totalBytes })
  }

  #show(change: Partial<LibraryTask>, isStep = false): void {
    if (this.#running === null) return
    this.#running.view = { ...this.#running.view, ...change }
    if (change.kind) this.#running = { ...this.#running, kind: change.kind }
    const now = performance.now()
    if (isStep && now - this.#toldMs < tellEveryMs) return
    this.#toldMs = now
    this.#deps.onTask(this.view())
  }
}

const taskOf = (kind: Kind, message: string): LibraryTask => ({
  kind,
  state: 'running',
  words: message,
  isTrouble: false,
  done: 0,
  total: 0,
  doneBytes: 0,
  totalBytes: 0,
  canGiveUp: false,
})

function endOf(last: LibraryTask, outcome: FileOutcome): LibraryTask | null {
  if (typeof outcome === 'string')
    return outcome === '' ? null : { ...last, state: 'ended', words: outcome, canGiveUp: false }
  if ('stopped' in outcome)
    return { ...last, state: 'stopped', words: outcome.stopped, isTrouble: true, canGiveUp: last.kind === 'move' }
  return { ...last, state: 'ended', words: outcome.trouble, isTrouble: true, canGiveUp: false }
}

const failureWords = (error: unknown): string =>
  diskTrouble(error) ??
  (error instanceof Error
    ? `It could not be done: ${error.message}. Nothing was lost.`
    : 'It could not be done. Nothing was lost.')

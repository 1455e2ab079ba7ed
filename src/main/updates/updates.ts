import type { UpdateChoices, UpdatesView } from '../../contract/updates.ts'
import { isLoopbackName } from '../../domain/form/address.ts'
import { readUpdateAddress } from '../../domain/updates/address.ts'
import { installsOnQuit, isHandedOver } from '../../domain/updates/kind.ts'
import type { Release } from '../../domain/updates/release.ts'
import { unrest, type Work } from '../../domain/updates/rest.ts'
import { isNewer } from '../../domain/updates/version.ts'
import { SettingError } from '../../engine/platform/settings.ts'
import { directRoute, type ProxyRoute } from '../../engine/remote/network.ts'
import { installWords, UpdateError, UpdateSource } from './source.ts'
import { makeUpdater, type Updater, type UpdaterOptions } from './updater.ts'

export interface UpdatesDeps extends Omit<UpdaterOptions, 'address' | 'source'> {
  /** What the package came with, as it was read; null where it names none. */
  packageAddress: string | null
  choices: { get: () => UpdateChoices; set: (choices: UpdateChoices) => void }
  way: (address: string) => Promise<ProxyRoute>
  /** What is under way in the engine; null where it does not say. */
  work: () => Promise<Work | null>
  now: () => number
  onChange: (view: UpdatesView) => void
}

const firstLookMs = 60_000
const lookEveryMs = 24 * 60 * 60_000
const tellEveryMs = 250

/** What is known of newer versions, and whether one may be installed. */
export class Updates {
  readonly #deps: UpdatesDeps
  readonly #packageAddress: string | null
  /** Of the address as it is now; null until it was asked. */
  #asked: { source: UpdateSource; updater: Updater } | null = null
  #state: UpdatesView['state'] = 'idle'
  #found: Release | null = null
  #doneBytes = 0
  #checkedAt: string | null = null
  #problem: string | null = null
  #waitsFor: string | null = null
  #isWanted = false
  #isLeaving = false
  /** Grows with all that is given up: what was begun before does not count any more. */
  #run = 0
  /** The run whose address is being asked; a downloaded version stays `ready` meanwhile. */
  #lookingIn: number | null = null
  #isLookingAtWork = false
  #toldMs = 0
  #timers: NodeJS.Timeout[] = []
  #looking: Promise<void> = Promise.resolve()
  #deciding: Promise<void> = Promise.resolve()

  constructor(deps: UpdatesDeps) {
    // What cannot tell who made a version only tells of it.
    this.#deps = deps.publicKey === null ? { ...deps, kind: null } : deps
    const read = deps.packageAddress === null ? null : readUpdateAddress(deps.packageAddress)
    this.#packageAddress = read !== null && 'address' in read ? read.address : null
  }

  /** Ends when nothing is being looked for, downloaded or decided. */
  get settled(): Promise<void> {
    return Promise.all([this.#looking, this.#deciding]).then(() => undefined)
  }

  /** Looks by itself from now on, where that is switched on. Never at the start, where there is enough to do. */
  start(): void {
    const look = (): void => {
      if (this.view().on) this.check()
    }
    this.#timers = [setTimeout(look, firstLookMs), setInterval(look, lookEveryMs)]
    for (const timer of this.#timers) timer.unref()
  }

  view(): UpdatesView {
    const { kind, choices, version } = this.#deps
    const { address: own, on, notInstalled } = choices.get()
    const address = own ?? this.#packageAddress
    return {
      address,
      from: own !== null ? 'settings' : address === null ? null : 'package',
      on: address !== null && (on ?? own === null),
      state: this.#state,
      found:
        this.#found === null
          ? null
          : {
              version: this.#found.version,
              date: this.#found.date,
              notes: this.#found.notes,
              sizeBytes: this.#found.file.sizeBytes,
            },
      doneBytes: this.#doneBytes,
      checkedAt: this.#checkedAt,
      problem: this.#problem,
      notInstalled: notInstalled !== undefined && isNewer(notInstalled.version, version) ? notInstalled : null,
      installs: kind === null ? 'never' : installsOnQuit(kind) ? 'on-quit' : 'by-hand',
      waitsFor: this.#waitsFor,
      isWanted: this.#isWanted,
    }
  }

  /** @throws SettingError in words; nothing is changed then */
  set({ address, on }: { address?: string | null | undefined; on?: boolean | undefined }): UpdatesView {
    const before = this.#deps.choices.get()
    const next = { ...before }
    if (address !== undefined) {
      const read = address === null || address.trim() === '' ? { address: null } : readUpdateAddress(address)
      if ('problem' in read) throw new SettingError(read.problem)
      next.address = read.address
      // Whoever answers at another address is somebody else: that one is not asked by itself until it is switched on.
      if (read.address !== before.address) next.on = null
    }
    if (on !== undefined) next.on = on
    // What failed there is no news of another address, nor of one that is not asked any more.
    if (next.address !== before.address || on === false) delete next.notInstalled
    this.#deps.choices.set(next)
    const isOther = next.address !== before.address
    // Off is off: what was downloaded is not installed any more either.
    if (isOther || !this.view().on) this.#forget()
    if (isOther) this.#checkedAt = null
    if (this.view().on && on === true) return this.check()
    this.#tell()
    return this.view()
  }

  /** Asks the address. What comes of it is told by `onChange`. What is downloaded stays ready while it is asked again. */
  check(): UpdatesView {
    const { address } = this.view()
    if (address === null || this.#isLeaving || this.#lookingIn === this.#run) return this.view()
    if (this.#state === 'ready') this.#problem = null
    else {
      this.#forget()
      this.#state = 'looking'
    }
    this.#lookingIn = this.#run
    this.#looking = this.#look(address, this.#run)
    this.#tell()
    return this.view()
  }

  /** Restarts into the downloaded version, at once or as soon as nothing stands in the way. */
  want(wanted: boolean): UpdatesView {
    this.#isWanted = wanted && this.#state === 'ready'
    this.workChanged()
    this.#tell()
    return this.view()
  }

  /** Something began or ended in the engine. */
  workChanged(): void {
    if (this.#state !== 'ready' || this.#isLeaving || this.#isLookingAtWork) return
    this.#isLookingAtWork = true
    this.#deciding = this.#deciding.then(() => this.#lookAtWork())
  }

  /**
   * The app closes; the engine has ended. Installs what is downloaded, unless something unfinished stands in the way.
   * @param work what was unfinished when the engine ended
   */
  async leaving(work: Work | null): Promise<void> {
    this.#isLeaving = true
    for (const timer of this.#timers) clearTimeout(timer)
    const ready = this.#state === 'ready' && this.#asked !== null ? this.#found : null
    const isWanted = this.#isWanted && ready !== null
    const inTheWay = unrest(work)
    let isInstalled = false
    if (ready !== null && inTheWay === null && (isWanted || installsOnQuit(this.#deps.kind)))
      isInstalled = await this.#install(ready.version, isWanted)
    else if (ready !== null && isWanted) this.#note(ready.version, `${inTheWay}. Nothing was installed.`)
    this.#asked?.source.close()
    // Somebody waits for the app to come back, be it the old version.
    if (isWanted && !isInstalled) this.#deps.relaunch()
  }

  async #install(version: string, restart: boolean): Promise<boolean> {
    // Written before: the system may end this app in the middle. Not shown any more once that version runs.
    this.#note(version, unfinishedWords)
    try {
      await this.#asked?.updater.install(restart)
      if (!isHandedOver(this.#deps.kind)) this.#note(version, null)
      return true
    } catch (error) {
      this.#note(version, installWords(error))
      return false
    }
  }

  /** Kept for the next start. On a full disk it is lost, and the app closes or comes back all the same. */
  #note(version: string, message: string | null): void {
    const { notInstalled: _, ...choices } = this.#deps.choices.get()
    try {
      this.#deps.choices.set(message === null ? choices : { ...choices, notInstalled: { version, words: message } })
    } catch {
      // Nothing but these words is lost.
    }
  }

  async #look(address: string, run: number): Promise<void> {
    let source: UpdateSource | null = null
    try {
      const isLocal = isLoopbackName(new URL(address).hostname)
      source = new UpdateSource(isLocal ? directRoute : await this.#deps.way(address))
      const updater = await makeUpdater({ ...this.#deps, address, source })
      if (run !== this.#run) return source.close()
      const ready = this.#state === 'ready' ? this.#found : null
      if (ready === null) this.#asked = { source, updater }
      const found = await updater.check()
      if (run !== this.#run || this.#isLeaving) return source.close()
      this.#checkedAt = new Date(this.#deps.now()).toISOString()
      if (ready !== null && found?.version === ready.version && found.file.sha512 === ready.file.sha512) source.close()
      else await this.#take(found, { source, updater }, run)
    } catch (error) {
      if (run !== this.#run) return
      // What was ready before stays so: only an answer of the address takes it away.
      if (this.#state === 'ready' && this.#asked?.source !== source) source?.close()
      else this.#forget()
      this.#problem =
        error instanceof UpdateError ? error.message : 'Looking for updates did not work. Nothing was installed.'
    }
    if (this.#lookingIn === run) this.#lookingIn = null
    this.#tell()
  }

  /** What was found takes the place of all that was known before, also where that is nothing. */
  async #take(found: Release | null, asked: { source: UpdateSource; updater: Updater }, run: number): Promise<void> {
    if (this.#asked?.source !== asked.source) this.#asked?.source.close()
    this.#asked = asked
    this.#found = found
    this.#doneBytes = 0
    this.#waitsFor = null
    // It was wanted of another version.
    this.#isWanted = false
    this.#state = found === null ? 'idle' : 'found'
    if (found !== null && this.view().on && this.#deps.kind !== null) await this.#download(asked.updater, run)
  }

  async #download(updater: Updater, run: number): Promise<void> {
    this.#state = 'downloading'
    this.#tell()
    await updater.download((done) => {
      if (run === this.#run) this.#progress(done)
    })
    if (run !== this.#run) return
    this.#state = 'ready'
    await this.#lookAtWork()
  }

  async #lookAtWork(): Promise<void> {
    // From here on a change is news again.
    this.#isLookingAtWork = false
    if (this.#state !== 'ready') return
    const work = await this.#deps.work()
    if (this.#state !== 'ready' || this.#isLeaving) return
    this.#waitsFor = unrest(work)
    // Asked once more when the engine has ended: until then an order may still come in between.
    if (this.#isWanted && this.#waitsFor === null) this.#deps.quit()
    this.#tell()
  }

  #forget(): void {
    this.#run += 1
    this.#asked?.source.close()
    this.#asked = null
    this.#state = 'idle'
    this.#found = null
    this.#doneBytes = 0
    this.#problem = null
    this.#waitsFor = null
    this.#isWanted = false
  }

  #progress(done: number): void {
    this.#doneBytes = done
    if (this.#deps.now() - this.#toldMs > tellEveryMs) this.#tell()
  }

  #tell(): void {
    this.#toldMs = this.#deps.now()
    this.#deps.onChange(this.view())
  }
}

/** Of what was handed to the system, or broke off with the computer: this version runs on, and nobody has said why. */
const unfinishedWords = 'It was begun and did not come to its end.'

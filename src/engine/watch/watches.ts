import { randomUUID } from 'node:crypto'
import type { WatchView } from '../../contract/watch.ts'
import type { WatchSetting } from '../../domain/watch/setting.ts'
import { mayBeMarked } from '../images/worker/marks.ts'
import { NotNowError } from '../platform/call-error.ts'
import { elsewhereWords, isElsewhere } from '../platform/elsewhere.ts'
import { FolderError } from '../platform/folder-error.ts'
import { QuoteService } from '../quoting/quote-service.ts'
import { SerialQueue } from './at-rest.ts'
import type { ConsiderDeps } from './consider.ts'
import type { WatchContext } from './context.ts'
import { FolderWatch, usualTimes, type WatchTimes } from './folder-watch.ts'
import { mustNotBeOwn } from './own.ts'
import { payingKeyAnew } from './paying-key.ts'
import { type FilePrice, filePrice, type WatchForm, withoutConsents } from './prices.ts'
import { WatchSettings } from './settings.ts'
import { overchargedOf } from './spent.ts'
import { watchViewOf } from './view.ts'

export type WatchWish = WatchForm & Pick<WatchSetting, 'alsoTo' | 'each' | 'cap' | 'folder'>

/** Each looks through a folder of its own all the time. */
const mostWatches = 20
/** Changes are told together. */
const tellEveryMs = 200

/** The watch folders of a home. They are looked through from `start` on; before that, and elsewhere, they rest. */
export class Watches {
  readonly settings: WatchSettings
  readonly #engine: WatchContext
  readonly #deps: ConsiderDeps
  readonly #times: WatchTimes
  readonly #onChange: (views: WatchView[]) => void
  readonly #watched = new Map<string, FolderWatch>()
  #telling: NodeJS.Timeout | null = null
  #isStarted = false
  #isClosed = false
  #settingUp = Promise.resolve()
  #deafen: (() => void) | null = null

  /** @param onChange told what there is whenever something of it changed */
  constructor(engine: WatchContext, onChange: (views: WatchView[]) => void = () => undefined, times = usualTimes) {
    this.#engine = engine
    this.#onChange = onChange
    this.#times = times
    this.settings = new WatchSettings(engine.store.settings)
    const now = engine.options.now ?? Date.now
    this.#deps = {
      engine,
      quotes: new QuoteService(engine),
      settings: this.settings,
      now,
      serial: new SerialQueue(),
      run: randomUUID(),
    }
  }

  start(): void {
    this.#isStarted = true
    this.#deafen ??= this.#engine.listen('libraryChanged', () => {
      for (const watched of this.#watched.values()) watched.lookIfHeld()
    })
    for (const setting of this.settings.all()) this.#begin(setting)
  }

  #begin(setting: WatchSetting): void {
    const { store, origin } = this.#engine
    if (!this.#isStarted || store.readOnly || !setting.isOn || setting.origin !== origin) return
    if (this.#watched.has(setting.id) || !store.watches.isSetUp(setting.id)) return
    const watched = new FolderWatch(setting.id, this.#deps, this.#times, () => this.#tell())
    this.#watched.set(setting.id, watched)
    watched.start()
  }

  list(): WatchView[] {
    return this.settings.all().map((setting) => watchViewOf(setting, this.#watched.get(setting.id), this.#deps))
  }

  /**
   * Begins to watch a folder: what lies there now is not new. The price must be the one that one file costs now.
   * @throws NotNowError; nothing is watched then
   */
  setUp(wish: WatchWish): Promise<void> {
    const done = this.#settingUp.then(() => this.#setUp(wish))
    this.#settingUp = done.catch(() => undefined)
    return done
  }

  async #setUp({ folder: named, skill, values, pictures, alsoTo, each, cap }: WatchWish): Promise<void> {
    const { images, store, origin } = this.#engine
    this.#mustBeWritable()
    if (isElsewhere(named))
      throw new NotNowError(`This folder cannot be watched: ${elsewhereWords}. Nothing was set up.`)
    const all = this.settings.all()
    if (all.length >= mostWatches)
      throw new NotNowError(`There are ${mostWatches} watch folders already. Nothing was set up. Remove one first.`)
    await this.#mustCost({ skill, values, pictures }, each)
    if (cap < each) throw new NotNowError('The daily limit is less than one file costs, so nothing would be ordered.')
    const keyFingerprint = await payingKeyAnew(this.#engine)
    try {
      const { folder, folderId } = await images.folders.identify(named)
      await mustNotBeOwn(folder, this.#engine)
      this.#mustBeFree(folder, skill, all)
      // Before the look: what is put there after it is marked.
      await mayBeMarked(folder, images)
      const id = randomUUID()
      const files = await images.folders.files(folder, new AbortController().signal)
      // What lies there first: a folder that is watched without it would order everything in it.
      store.watches.setUp(
        id,
        files.map(({ name, stat, sizeBytes }) => ({ name, stat, sizeBytes, sha256: null, wasThere: true })),
      )
      const setting = {
        id,
        origin,
        keyFingerprint,
        folder,
        folderId,
        skill,
        values: withoutConsents(values),
        pictures,
        alsoTo,
        each,
        cap,
      }
      this.settings.put({ ...setting, isOn: true, seenCharges: [], setUpAtMs: this.#deps.now() })
    } catch (error) {
      if (error instanceof FolderError) throw new NotNowError(`${error.message} Nothing was set up.`)
      throw error
    }
    for (const setting of this.settings.all()) this.#begin(setting)
    this.#tell()
  }

  #mustBeFree(folder: string, skill: string, all: WatchSetting[]): void {
    if (all.some((one) => one.folder === folder && one.skill === skill && one.origin === this.#engine.origin))
      throw new NotNowError('This folder is watched for this Skill already. Nothing was set up.')
  }

  #mustBeWritable(): void {
    if (this.#engine.store.readOnly)
      throw new NotNowError('This library can only be looked at now. Nothing was changed.')
  }

  /** What is allowed is the price that the person saw. @throws NotNowError */
  async #mustCost(form: WatchForm, each: number): Promise<void> {
    const { credits, problem } = await filePrice(this.#engine, form)
    if (problem !== null) throw new NotNowError(`${problem} Nothing was set up.`)
    if (credits !== each)
      throw new NotNowError('The price has changed since it was shown. Nothing was set up. Look at it again.')
  }

  /**
   * Goes on with a folder that was paused, or with another price, cap or key than it was set up with.
   * @throws NotNowError
   */
  async switchOn(id: string, each: number, cap: number): Promise<void> {
    this.#mustBeWritable()
    const setting = this.#settingOf(id)
    if (setting.origin !== this.#engine.origin)
      throw new NotNowError('This folder was set up for another service. Nothing was switched on.')
    if (!this.#engine.store.watches.isSetUp(id))
      throw new NotNowError(
        'What lay in this folder when it was set up is not known any more. Remove it and set it up anew.',
      )
    await this.#mustCost(setting, each)
    const keyFingerprint = await payingKeyAnew(this.#engine)
    await this.#end(id)
    const seenCharges = overchargedOf(this.#engine.store, id)
    this.settings.put({ ...this.#settingOf(id), each, cap, keyFingerprint, seenCharges, isOn: true })
    this.#begin(this.#settingOf(id))
    this.#tell()
  }

  async pause(id: string): Promise<void> {
    this.#mustBeWritable()
    this.settings.put({ ...this.#settingOf(id), isOn: false })
    await this.#end(id)
    this.#tell()
  }

  /** What it has ordered goes on; nothing more is. */
  async remove(id: string): Promise<void> {
    this.#mustBeWritable()
    this.settings.remove(this.#settingOf(id).id)
    await this.#end(id)
    this.#engine.store.watches.forget(id)
    this.#tell()
  }

  /** What one file of a folder costs now. */
  priceOf(id: string): Promise<FilePrice> {
    return filePrice(this.#engine, this.#settingOf(id))
  }

  lookNow(id: string): void {
    this.#settingOf(id)
    this.#watched.get(id)?.lookNow()
  }

  #settingOf(id: string): WatchSetting {
    const setting = this.settings.get(id)
    if (!setting) throw new NotNowError('There is no such watch folder any more.')
    return setting
  }

  async #end(id: string): Promise<void> {
    const watched = this.#watched.get(id)
    this.#watched.delete(id)
    await watched?.close()
  }

  #tell(): void {
    if (this.#isClosed) return
    this.#telling ??= setTimeout(() => {
      this.#telling = null
      this.#onChange(this.list())
    }, tellEveryMs)
  }

  async close(): Promise<void> {
    this.#isStarted = false
    this.#deafen?.()
    // The last look tells of its end too, and what is told is read from a store that is closed next.
    this.#isClosed = true
    if (this.#telling) clearTimeout(this.#telling)
    await Promise.all([...this.#watched.keys()].map((id) => this.#end(id)))
  }
}

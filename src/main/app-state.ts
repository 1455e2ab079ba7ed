import { join } from 'node:path'
import { app, nativeTheme } from 'electron'
import type { CallAnswer } from '../contract/ipc.ts'
import type { Language, Network } from '../contract/settings.ts'
import type { UpdateChoices } from '../contract/updates.ts'
import type { AppSnapshot } from '../contract/views.ts'
import type { EngineStatus } from '../engine/engine.ts'
import { type Folders, foldersFor } from '../engine/home.ts'
import { KeyFormError } from '../engine/key/key-form.ts'
import { ownPlaces } from '../engine/own-place.ts'
import { practiceOrigin, readServiceAddress } from '../engine/remote/address.ts'
import { checkNetwork, directWay, type Way } from '../engine/remote/network.ts'
import { readSettings, SettingError, type Settings, writeSettings } from '../engine/settings.ts'
import { databaseName, journalName } from '../engine/store/file-names.ts'
import { holdsReceipts } from '../engine/store/holds-receipts.ts'
import { writeOut } from '../engine/write-out.ts'
import { EngineLink, type EngineLinkEvents } from './engine-link.ts'
import { utilityImageWorkers } from './image-workers.ts'
import { isHere, type NamedService, readNamed } from './named-service.ts'
import { engineThread, entries, nodeBinary } from './paths.ts'
import { utilityPractice } from './practice-process.ts'
import { wayNow } from './way.ts'

const asleep: EngineStatus = {
  connection: 'unknown',
  notice: null,
  key: { where: 'none', fingerprint: null, words: '', checked: null, open: 0, others: [] },
  balance: null,
  paused: false,
  library: null,
}

type AppStateEvents = Omit<EngineLinkEvents, 'onFailure'> & {
  /** An engine was opened, at the start and with every change of service. */
  onOpened: (link: EngineLink) => void
}

const mostLeftServices = 3

/** What is started as a thread or a process of its own, by the files it is started from. */
interface Parts {
  engineThread: URL
  entries: typeof entries
}

/** Which service the app works with, and the engine for it. A change of service is a change of engine. */
export class AppState {
  readonly #home = process.env.PRINTROOM_HOME
  readonly #events: EngineLinkEvents & Pick<AppStateEvents, 'onOpened'>
  readonly #parts: Parts
  readonly #settingsPath: string
  #settings: Settings
  /** Why nobody knows what was chosen; null again as soon as somebody chooses. */
  #settingsProblem: string | null
  /** From the environment: never written down, and over as soon as somebody chooses. */
  #forThisRun: NamedService | null = null
  #folders: Folders
  #status = asleep
  #failure: string | null = null
  #opening: Promise<void> = Promise.resolve()
  /** What the engine of now was opened for: while it is being closed for another, the settings name that one already. */
  #openedFor: NamedService = { service: null, problem: null }
  #isOpenedForThisRun = false
  link: EngineLink

  /** @param parts as they were built; tests run them from the sources */
  constructor(events: AppStateEvents, parts: Parts = { engineThread, entries }) {
    this.#parts = parts
    this.#settingsPath = foldersFor(this.#home, false).settings
    const { settings, problem } = readSettings(this.#settingsPath)
    this.#settings = settings
    this.#settingsProblem = problem
    if (problem !== null && settings.service !== null) this.#putRight()
    const named = process.env.PRINTROOM_SERVICE
    if (named) this.#forThisRun = readNamed(named, 'PRINTROOM_SERVICE')
    this.#events = {
      ...events,
      onFailure: (message) => {
        this.#failure = message
        events.onStatus()
      },
    }
    nativeTheme.themeSource = this.#settings.theme
    this.#folders = this.#foldersNow()
    this.link = this.#open()
  }

  /** Before anything was chosen practice's engine waits behind the first-run page; it starts nothing by itself. */
  get #service(): string {
    return this.#named.service ?? practiceOrigin
  }

  get #named(): NamedService {
    return this.#forThisRun ?? readNamed(this.#settings.service, 'the settings')
  }

  #foldersNow(): Folders {
    return foldersFor(this.#home, this.#service === practiceOrigin)
  }

  #open(restore?: string): EngineLink {
    this.#failure = null
    this.#status = asleep
    this.#openedFor = this.#named
    this.#isOpenedForThisRun = this.#forThisRun !== null
    const isLocal = isHere(this.#service)
    const imageWorkers = utilityImageWorkers()
    const practiceStarts = utilityPractice()
    const options = {
      service: this.#service,
      folders: this.#folders,
      timeScale: isLocal ? Math.max(1, Number(process.env.PRINTROOM_TIME_SCALE) || 1) : 1,
      nodePath: nodeBinary(),
      entries: this.#parts.entries,
      // The terminal's alone (given-key.ts).
      environmentKey: null,
      by: 'window' as const,
      ...(imageWorkers === null ? {} : { imageWorkers }),
      ...(practiceStarts === null ? {} : { practiceStarts }),
      ...(restore === undefined ? {} : { restore }),
    }
    const way = isLocal ? Promise.resolve(directWay) : wayNow(this.#settings.network, this.#service)
    const link = new EngineLink(
      this.#parts.engineThread,
      way.then((way) => ({ ...options, way })),
      this.#events,
    )
    this.#events.onOpened(link)
    return link
  }

  /** What is asked of the engine while another one takes its place waits for that one. */
  async opened(): Promise<void> {
    await this.#opening.catch(() => undefined)
  }

  /** Closes the engine and opens it anew, as the settings and the folders are now. */
  #reopen(restore?: string): Promise<void> {
    // One after the other: two at once would leave an engine that nobody closes. One that failed is no reason for the next.
    this.#opening = this.#opening
      .catch(() => undefined)
      .then(async () => {
        await this.link.close()
        this.#folders = this.#foldersNow()
        this.link = this.#open(restore)
      })
    return this.#opening
  }

  /** What was read from the copy stands in the file again: it is told once. */
  #putRight(): void {
    try {
      writeSettings(this.#settingsPath, this.#settings)
    } catch {
      // The disk says no: told again at the next start.
    }
  }

  #noticeOfSettings(): string | null {
    const said = [this.#settingsProblem, this.#status.notice].filter((words) => words !== null)
    return said.length === 0 ? null : said.join(' ')
  }

  /** On disk first: what could not be kept holds nowhere. */
  #choose(change: Partial<Settings>): void {
    const settings = { ...this.#settings, ...change }
    writeSettings(this.#settingsPath, settings)
    this.#settings = settings
  }

  async #useService(service: string): Promise<void> {
    const leftServices = await this.#leftServices(service)
    this.#choose({ service, leftServices })
    this.#forThisRun = null
    this.#settingsProblem = null
    await this.#reopen()
  }

  /** With the service of now, where anything hangs on coming back to it. */
  async #leftServices(next: string): Promise<string[]> {
    // The environment's service was nobody's choice: what is left is the one that it stood in for.
    const { service } = this.#isOpenedForThisRun ? readNamed(this.#settings.service, 'the settings') : this.#openedFor
    const left = this.#settings.leftServices.filter((address) => address !== service && address !== next)
    if (service === null || service === practiceOrigin || service === next) return left
    return ((await this.#isInUse(service)) ? [service, ...left] : left).slice(0, mostLeftServices)
  }

  /** Whether there is a key or an open request. Where nobody says it the address is rather kept than lost. */
  async #isInUse(service: string): Promise<boolean> {
    if (service !== this.#openedFor.service) return true
    const held = await this.link.call('holdsKeyOf', { service })
    const status = await this.link.call('status', undefined)
    if (!held.ok || held.value || !status.ok) return true
    const { where, others } = status.value.key
    // A locked keychain gives no key out, and may hold one.
    return where === 'unreadable' || others.length > 0
  }

  /** Whether orders were made with a service in this home, here or in the terminal: whatever became of the settings. */
  get #hadService(): boolean {
    return holdsReceipts(join(foldersFor(this.#home, false).data, journalName))
  }

  async startPractice(): Promise<AppSnapshot> {
    await this.#useService(practiceOrigin)
    return this.snapshot()
  }

  /**
   * A new address means a new key: the engine, its receipts and its key belong to one origin.
   * @param withKeptKey only where this computer holds a key for that address already
   * @returns the snapshot of that very service, under the base that was taken
   * @throws SettingError in words, KeyFormError where there is no key; nothing is changed then
   */
  async useService(address: string, withKeptKey = false): Promise<AppSnapshot> {
    const read = readServiceAddress(address)
    if ('problem' in read) throw new SettingError(read.problem)
    // Opened anew it would lose a key that is held for this session only.
    if (withKeptKey && read.base === this.#settings.service && read.base === this.#openedFor.service)
      return this.snapshot()
    if (withKeptKey && !(await this.holdsKeyOf(read.base)))
      throw new KeyFormError('This computer holds no key for this address. Paste the key of your account.')
    await this.#useService(read.base)
    const snapshot = await this.snapshot()
    if (snapshot.service !== read.base)
      throw new SettingError('Another service was chosen meanwhile. Nothing was sent to this one.')
    return snapshot
  }

  /** Whether this computer holds a key for that address. */
  async holdsKeyOf(service: string): Promise<boolean> {
    const held = await this.link.call('holdsKeyOf', { service })
    return held.ok && held.value
  }

  setTheme(change: Partial<Pick<Settings, 'theme' | 'contrast' | 'language'>>): Promise<AppSnapshot> {
    this.#choose(change)
    nativeTheme.themeSource = this.#settings.theme
    return this.snapshot()
  }

  setAskAbove(askAbove: number): Promise<AppSnapshot> {
    this.#choose({ askAbove })
    return this.snapshot()
  }

  /** @throws SettingError in words; nothing is changed then */
  async setNetwork(change: Partial<Network>): Promise<AppSnapshot> {
    this.#choose({ network: checkNetwork({ ...this.#settings.network, ...change }) })
    await this.#reopen()
    return this.snapshot()
  }

  /** @returns what became of it, in words */
  async restoreBackup(name: string): Promise<CallAnswer<string>> {
    await this.#reopen(name)
    return this.link.call('restored', undefined)
  }

  get language(): Language {
    return this.#settings.language
  }

  /** The one that the engine of now was opened for; null where none was chosen yet. */
  get service(): string | null {
    return this.#openedFor.service
  }

  /** To a file that the person chose in a dialog, which asked before one is replaced; never to one of the app's own. */
  writeOut(path: string, text: string): void {
    const library = this.#status.library
    writeOut(path, text, true, ownPlaces(this.#home, library === null ? [] : [library]))
  }

  get folders(): Folders {
    return this.#folders
  }

  get updates(): UpdateChoices {
    return this.#settings.updates
  }

  setUpdates(updates: UpdateChoices): void {
    this.#choose({ updates })
  }

  /** The way that was chosen, to an address beside the service's. */
  wayTo(address: string): Promise<Way> {
    return wayNow(this.#settings.network, address)
  }

  async snapshot(): Promise<AppSnapshot> {
    const { link } = this
    const status = await link.call('status', undefined)
    // One engine's words must not stand under another one's name: the window reads everything anew by it, once.
    if (link !== this.link) return this.snapshot()
    if (status.ok) this.#status = status.value
    const { service: chosen, problem } = this.#openedFor
    const { data } = this.#folders
    const library = this.#status.library ?? this.#folders.library
    return {
      version: app.getVersion(),
      platform: process.platform,
      mode: chosen === null ? 'first-run' : chosen === practiceOrigin ? 'practice' : 'service',
      service: chosen,
      leftServices: this.#settings.leftServices.filter((address) => address !== chosen),
      hadService: chosen === null && this.#hadService,
      theme: this.#settings.theme,
      contrast: this.#settings.contrast,
      language: this.#settings.language,
      network: this.#settings.network,
      askAbove: this.#settings.askAbove,
      ...this.#status,
      notice: this.#failure ?? problem ?? this.#noticeOfSettings(),
      folders: { home: data, library, database: `${data}/${databaseName}`, journal: `${data}/${journalName}` },
    }
  }
}

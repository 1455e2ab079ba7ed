import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { app, nativeTheme } from 'electron'
import type { AppSnapshot, KeyStatus } from '../contract/app.ts'
import type { CallAnswer } from '../contract/ipc.ts'
import type { Language, Network } from '../contract/settings.ts'
import type { UpdateChoices } from '../contract/updates.ts'
import type { EngineStatus } from '../engine/engine.ts'
import { KeyFormError } from '../engine/key/key-form.ts'
import { CallError } from '../engine/platform/call-error.ts'
import { databaseName, journalName } from '../engine/platform/file-names.ts'
import { type Folders, foldersFor } from '../engine/platform/home.ts'
import { noBackupWords } from '../engine/platform/no-backup.ts'
import { ownPlaces } from '../engine/platform/own-place.ts'
import { type AppSettings, readSettings, SettingError, writeSettings } from '../engine/platform/settings.ts'
import { writeOut } from '../engine/platform/write-out.ts'
import { practiceOrigin, readServiceAddress } from '../engine/remote/address.ts'
import { checkNetwork, directRoute, type ProxyRoute } from '../engine/remote/network.ts'
import { holdsReceipts } from '../engine/store/holds-receipts.ts'
import { type AnyCall, EngineLink, type EngineLinkEvents, type InputOf, isCutOff } from './engine-link.ts'
import { utilityImageWorkers } from './image-workers.ts'
import { isHere, type NamedService, readNamed } from './named-service.ts'
import { type MadeKey, NewKey } from './new-key.ts'
import { engineThread, entries, nodeBinary } from './paths.ts'
import { utilityPractice } from './practice-process.ts'
import { currentRoute } from './proxy-route.ts'
import { RunKeys } from './run-keys.ts'
import type { ThreadOutput } from './thread-messages.ts'

const asleep: EngineStatus = {
  connection: 'unknown',
  notice: null,
  key: { where: 'none', fingerprint: null, words: '', checked: null, open: 0, others: [] },
  balance: null,
  paused: false,
  library: null,
}

type AppStateEvents = Omit<EngineLinkEvents, 'onFailure' | 'onKeys'> & {
  /** An engine was opened, at the start and with every change of service. */
  onOpened: (link: EngineLink) => void
}

const mostLeftServices = 3

/** What main asks only to know it. */
type Asked = Extract<
  AnyCall,
  | 'backups.list'
  | 'queue.caps'
  | 'requests.list'
  | 'watch.list'
  | 'tokens.list'
  | 'trashedFiles'
  | 'holdsKeyOf'
  | 'keyNow'
>

/** What is started as a thread or a process of its own, by the files it is started from. */
interface Parts {
  engineThread: URL
  entries: typeof entries
}

/** Which service the app works with, and the engine for it. A change of service is a change of engine. */
export class AppState {
  readonly #home = process.env.PRINTROOM_HOME
  readonly #events: AppStateEvents
  readonly #parts: Parts
  readonly #settingsPath: string
  #settings: AppSettings
  /** Why nobody knows what was chosen; null again as soon as somebody chooses. */
  #settingsProblem: string | null
  /** From the environment: never written down, and over as soon as somebody chooses. */
  #forThisRun: NamedService | null = null
  #folders: Folders
  #status = asleep
  #failure: string | null = null
  readonly #runKeys = new RunKeys()
  readonly newKey = new NewKey()
  /** What the engine of now was opened for. */
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
    this.#events = events
    nativeTheme.themeSource = this.#settings.theme
    this.#folders = this.#foldersNow()
    this.link = this.#open()
  }

  /** Before anything was chosen practice's engine waits behind the first-run page; it starts nothing by itself. */
  get #service(): string {
    return this.#named.service ?? practiceOrigin
  }

  /** How many times as fast a service on this computer lives; one elsewhere lives as we do. */
  get timeScale(): number {
    return isHere(this.#service) ? Math.max(1, Number(process.env.PRINTROOM_TIME_SCALE) || 1) : 1
  }

  get #named(): NamedService {
    return this.#forThisRun ?? readNamed(this.#settings.service, 'the settings')
  }

  #foldersNow(): Folders {
    return foldersFor(this.#home, this.#service === practiceOrigin)
  }

  /** @param ended settled as soon as nothing has the home open any more */
  #open(ended: Promise<void> = Promise.resolve(), restore?: string): EngineLink {
    const service = this.#service
    this.#failure = null
    this.#status = asleep
    this.#openedFor = this.#named
    this.#isOpenedForThisRun = this.#forThisRun !== null
    const isLocal = isHere(service)
    const imageWorkers = utilityImageWorkers()
    const practiceStarts = utilityPractice()
    const options = {
      service,
      folders: this.#folders,
      timeScale: this.timeScale,
      nodePath: nodeBinary(),
      entries: this.#parts.entries,
      // The terminal's alone (given-key.ts).
      environmentKey: null,
      by: 'window' as const,
      ...(imageWorkers === null ? {} : { imageWorkers }),
      ...(practiceStarts === null ? {} : { practiceStarts }),
      ...(restore === undefined ? {} : { restore }),
    }
    const way = isLocal ? Promise.resolve(directRoute) : currentRoute(this.#settings.network, service)
    const link: EngineLink = new EngineLink(
      this.#parts.engineThread,
      Promise.all([way, ended]).then(([route]) => ({ ...options, ...this.#runKeys.optionOf(service), way: route })),
      {
        ...this.#events,
        onKeys: (keys) => this.#runKeys.has(service, keys),
        onFailure: (message) => this.#failed(link, message),
      },
    )
    this.#events.onOpened(link)
    return link
  }

  /** What becomes of one that another has taken the place of is nobody's trouble. */
  #failed(link: EngineLink, message: string): void {
    if (link !== this.link) return
    this.#failure = message
    this.#events.onStatus()
  }

  /**
   * Closes the engine and opens it anew, as the settings and the folders are now. The line to the new one is there at
   * once: whatever is asked from now on waits for it, and nothing is asked of one that is being closed. Of several in a
   * row each begins when the one before it has ended.
   */
  #reopen(restore?: string): EngineLink {
    const { service } = this.#openedFor
    const ended = this.link.close().then((left) => this.#runKeys.ended(service, left))
    this.#folders = this.#foldersNow()
    this.link = this.#open(ended, restore)
    return this.link
  }

  /** For questions alone: asked once more where another engine took the place of the one that was asked. */
  async read<N extends Asked>(name: N, input: InputOf<N>): Promise<CallAnswer<ThreadOutput<N>>> {
    const { link } = this
    const answer = await link.call(name, input)
    return isCutOff(answer) && link !== this.link ? this.read(name, input) : answer
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
    const said = [this.#settingsProblem, this.#status.notice].filter((message) => message !== null)
    return said.length === 0 ? null : said.join(' ')
  }

  /** On disk first: what could not be kept holds nowhere. */
  #choose(change: Partial<AppSettings>): void {
    const settings = { ...this.#settings, ...change }
    writeSettings(this.#settingsPath, settings)
    this.#settings = settings
  }

  async #useService(service: string): Promise<void> {
    const leftServices = await this.#leftServices(service)
    this.#choose({ service, leftServices })
    this.#forThisRun = null
    this.#settingsProblem = null
    this.newKey.forget()
    this.#reopen()
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

  /** Whether there is a key for that address. @throws CallError where that is not known */
  async holdsKeyOf(service: string): Promise<boolean> {
    const held = await this.read('holdsKeyOf', { service })
    if (!held.ok) throw new CallError(held.code, held.message, held.retryable)
    // The engine of now says it of its own service, where it may have been forgotten since.
    return held.value || (service !== this.service && this.#runKeys.holds(service))
  }

  /** What there is of a key for the service of now, once that is known; null where nobody says it. */
  async keyNow(): Promise<KeyStatus | null> {
    const answer = await this.read('keyNow', undefined)
    if (!answer.ok) return null
    this.#runKeys.saw(this.service, answer.value)
    return answer.value
  }

  /** Whether the service of now had a key since Printroom was opened, whatever its engine says by now. */
  get hadKey(): boolean {
    return this.#runKeys.had(this.service)
  }

  /** At hand for a minute, and refused in texts until Printroom closes, whichever service is used. */
  keyMade(made: MadeKey): void {
    this.newKey.set(made)
    this.#runKeys.made(made.value, made.service)
  }

  /** Whether it is known as one of another service than the one of now: what it spends is in an account there. */
  isKeyOfAnother(key: string): boolean {
    return this.#runKeys.isOfAnother(key, this.#openedFor.service)
  }

  setTheme(change: Partial<Pick<AppSettings, 'theme' | 'contrast' | 'language'>>): Promise<AppSnapshot> {
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
    const network = checkNetwork({ ...this.#settings.network, ...change })
    // A file that is chosen once more may hold others by now.
    if (typeof change.extraCa === 'string' || !isDeepStrictEqual(network, this.#settings.network)) {
      this.#choose({ network })
      this.#reopen()
    }
    return this.snapshot()
  }

  /** Closes nothing where there is no such backup. @returns what became of it, in words */
  async restoreBackup(name: string): Promise<CallAnswer<string>> {
    const { link } = this
    const list = await this.read('backups.list', undefined)
    // Another home may be open by now.
    if (link !== this.link) return this.restoreBackup(name)
    if (!list.ok) return list
    if (!list.value.some((backup) => backup.name === name)) return { ok: true, value: noBackupWords(name) }
    return this.#reopen(name).call('restored', undefined)
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
  routeTo(address: string): Promise<ProxyRoute> {
    return currentRoute(this.#settings.network, address)
  }

  async snapshot(): Promise<AppSnapshot> {
    const { link } = this
    const status = await link.call('status', undefined)
    // One engine's words must not stand under another one's name: the window reads everything anew by it, once.
    if (link !== this.link) return this.snapshot()
    const { service: chosen, problem } = this.#openedFor
    if (status.ok) {
      this.#status = status.value
      this.#runKeys.saw(chosen, status.value.key)
    }
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
      hasTestLanguages: !app.isPackaged && process.env.PRINTROOM_TEST_LANGUAGES === '1',
      network: this.#settings.network,
      askAbove: this.#settings.askAbove,
      ...this.#status,
      notice: this.#failure ?? problem ?? this.#noticeOfSettings(),
      folders: { home: data, library, database: `${data}/${databaseName}`, journal: `${data}/${journalName}` },
    }
  }
}

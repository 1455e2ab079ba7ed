import { app, nativeTheme } from 'electron'
import type { AppSnapshot } from '../contract/views.ts'
import type { EngineStatus } from '../engine/engine.ts'
import { type Folders, foldersFor } from '../engine/home.ts'
import { practiceOrigin, readServiceAddress } from '../engine/remote/address.ts'
import { readSettings, type Settings, writeSettings } from '../engine/settings.ts'
import { EngineLink, type EngineLinkEvents } from './engine-link.ts'
import { engineThread, entries, nodeBinary } from './paths.ts'

const asleep: EngineStatus = {
  connection: 'unknown',
  notice: null,
  key: { where: 'none', fingerprint: null, words: '', checked: null, open: 0, others: [] },
  balance: null,
  paused: false,
}

/** Which service the app works with, and the engine for it. A change of service is a change of engine. */
export class AppState {
  readonly #home = process.env.PRINTROOM_HOME
  readonly #environmentKey: string | null
  readonly #events: EngineLinkEvents
  readonly #settingsPath: string
  #settings: Settings
  #folders: Folders
  #status = asleep
  #failure: string | null = null
  link: EngineLink

  constructor(events: Omit<EngineLinkEvents, 'onFailure'>, environmentKey: string | null) {
    this.#environmentKey = environmentKey
    this.#settingsPath = foldersFor(this.#home, false).settings
    this.#settings = readSettings(this.#settingsPath)
    const fromEnvironment = process.env.PRINTROOM_SERVICE
    if (fromEnvironment) this.#settings.service = fromEnvironment
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
    return this.#settings.service ?? practiceOrigin
  }

  #foldersNow(): Folders {
    return foldersFor(this.#home, this.#service === practiceOrigin)
  }

  #open(): EngineLink {
    this.#failure = null
    this.#status = asleep
    const isLoopback = this.#service === practiceOrigin || this.#service.startsWith('http:')
    return new EngineLink(
      engineThread,
      {
        service: this.#service,
        folders: this.#folders,
        timeScale: isLoopback ? Math.max(1, Number(process.env.PRINTROOM_TIME_SCALE) || 1) : 1,
        nodePath: nodeBinary(),
        entries,
        environmentKey: this.#environmentKey,
        by: 'window',
      },
      this.#events,
    )
  }

  async #useService(service: string): Promise<void> {
    this.#settings = { ...this.#settings, service }
    writeSettings(this.#settingsPath, this.#settings)
    await this.link.close()
    this.#folders = this.#foldersNow()
    this.link = this.#open()
  }

  async startPractice(): Promise<AppSnapshot> {
    await this.#useService(practiceOrigin)
    return this.snapshot()
  }

  /** A new address means a new key: the engine, its receipts and its key belong to one origin. */
  async useService(address: string): Promise<AppSnapshot> {
    const read = readServiceAddress(address)
    if ('problem' in read) return { ...(await this.snapshot()), notice: read.problem }
    await this.#useService(read.base)
    return this.snapshot()
  }

  setTheme(theme: Settings['theme']): Promise<AppSnapshot> {
    this.#settings = { ...this.#settings, theme }
    writeSettings(this.#settingsPath, this.#settings)
    nativeTheme.themeSource = theme
    return this.snapshot()
  }

  async snapshot(): Promise<AppSnapshot> {
    const status = await this.link.call('status', undefined)
    if (status.ok) this.#status = status.value
    const chosen = this.#settings.service
    const { data, library } = this.#folders
    return {
      version: app.getVersion(),
      platform: process.platform,
      mode: chosen === null ? 'first-run' : chosen === practiceOrigin ? 'practice' : 'service',
      service: chosen,
      theme: this.#settings.theme,
      ...this.#status,
      notice: this.#failure ?? this.#status.notice,
      folders: { home: data, library, database: `${data}/printroom.db`, journal: `${data}/receipts.journal` },
    }
  }
}

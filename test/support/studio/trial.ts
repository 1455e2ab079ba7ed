import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Database } from '../../../src/engine/studio/database.ts'
import { setPerson } from '../../../src/engine/studio/people.ts'
import { disc } from '../../practice/support/images.ts'
import { Remote } from '../../proof/support/remote.ts'
import { printroom, program, type Ran, type RunOptions } from '../terminal.ts'
import { BlockingLine, type StatementWatch } from './blocking-line.ts'
import type { Server } from './postgres.ts'
import { type RequestWatch, ServiceLine } from './service-line.ts'
import { WireLog } from './wire-log.ts'

/** A worker in a process of its own, as an administrator starts it. */
export interface WorkerProcess {
  name: string
  child: ChildProcess
  home: string
  /** Its own line to the database. */
  line: BlockingLine
  /** Its own line to the service, where it has one. */
  serviceLine: ServiceLine | null
  lines: Record<string, unknown>[]
  stderr(): string
  ended: Promise<number | null>
}

/** What passes between a worker and the database, and between it and the service, is told. */
export interface Watches {
  /** One for each connection. */
  statements: () => StatementWatch
  requests: RequestWatch
}

/** What an import brought, and the places that it came by. */
interface ImportSaid {
  taken: string[]
  command: string | null
  left: { id: string; why: string }[]
  points: string[]
}

/** A command of the terminal, and whoever sits in front of it. */
interface Watched {
  ran: Promise<Ran>
  /** Waits until it has said that, so often. */
  says(text: string, times?: number): Promise<void>
  /** As Ctrl-C does. */
  stop(): void
}

const ownCable = join(import.meta.dirname, 'own-cable-main.ts')

export const isReady = ({ lines }: WorkerProcess): boolean => lines.some(({ event }) => event === 'ready')

/** By itself, or killed. */
export const hasEnded = ({ child }: WorkerProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** A studio of real processes: PostgreSQL, practice as its service behind a log of the wire, workers, and terminals. */
export class Trial {
  readonly log: WireLog
  readonly remote: Remote
  readonly database: Database
  /** For terminals; workers have lines of their own. */
  readonly address: string
  readonly workers: WorkerProcess[] = []
  readonly #folder: string
  readonly #timeScale: string
  readonly #port: number
  readonly #storage: Record<string, string>
  #homes = 0

  private constructor(parts: {
    log: WireLog
    remote: Remote
    database: Database
    address: string
    folder: string
    timeScale: string
    port: number
    storage: Record<string, string>
  }) {
    this.log = parts.log
    this.remote = parts.remote
    this.database = parts.database
    this.address = parts.address
    this.#folder = parts.folder
    this.#timeScale = parts.timeScale
    this.#port = parts.port
    this.#storage = parts.storage
  }

  /** @param storage S3 storage for its files, in place of a folder */
  static async open(
    server: Server,
    people: readonly string[],
    timeScale = 10,
    storage: { files: string; environment: Record<string, string> } | null = null,
  ): Promise<Trial> {
    const folder = mkdtempSync(join(tmpdir(), 'printroom-studio-'))
    const log = await WireLog.open()
    const remote = await Remote.open({ timeScale, knownAs: log.url })
    log.leadTo(remote.url)
    const owner = await server.newDatabase()
    const env = { PRINTROOM_STUDIO: owner, ...storage?.environment }
    const files = storage?.files ?? join(folder, 'files')
    const words = ['--home', join(folder, 'admin'), '--json', '--service', log.url]
    const ran = await printroom(
      [...words, 'studio', 'init', '--files', files, '--name', 'Harbour Studio', '--person', 'Mia'],
      { env },
    )
    if (ran.status !== 0) throw new Error(`studio init: ${ran.stderr}`)
    const address = String(ran.lines[0]?.worker)
    const trial = new Trial({
      log,
      remote,
      database: Database.open(address),
      address,
      folder,
      timeScale: String(timeScale),
      port: server.port,
      storage: storage?.environment ?? {},
    })
    // The terminal's own way of it has its tests: here it would be a program's start for each.
    await trial.database.transaction(async (transaction) => {
      for (const name of people) await setPerson(transaction, name, 'designer')
    })
    return trial
  }

  /** A command of the administrator. */
  async administer(words: string[]): Promise<Ran> {
    return this.run([
      '--json',
      'studio',
      ...words,
      ...(words[0] === 'people' || words[0] === 'budget' || words.includes('--mend') ? ['--person', 'Mia'] : []),
    ])
  }

  /** Any command of the terminal, in a home of its own. @param key with which that home itself orders */
  run(
    words: string[],
    home = this.#newHome(),
    key: string | null = null,
    { env, ...more }: RunOptions = {},
  ): Promise<Ran> {
    const keyed: Record<string, string> =
      key === null ? {} : { PRINTROOM_API_KEY: key, PRINTROOM_SERVICE: this.log.url }
    return printroom(['--home', home, ...words], {
      env: {
        PRINTROOM_STUDIO: this.address,
        PRINTROOM_TIME_SCALE: this.#timeScale,
        ...this.#storage,
        ...keyed,
        ...env,
      },
      ...more,
    })
  }

  /** The same in front of a person, who sees what it says and may stop it. */
  inFrontOf(words: string[], address = this.address, home?: string, key?: string): Watched {
    let child: ChildProcess | null = null
    let said = ''
    const begun = (started: ChildProcess): void => {
      child = started
      started.stderr?.on('data', (chunk) => {
        said += chunk
      })
    }
    const ran = this.run(words, home, key, { begun, env: { PRINTROOM_STUDIO: address } })
    return {
      ran,
      says: async (text, times = 1) => {
        const end = performance.now() + 60_000
        while (said.split(text).length <= times) {
          if (performance.now() > end || (child !== null && child.exitCode !== null))
            throw new Error(`it never said “${text}”: ${said}`)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
      stop: () => void child?.kill('SIGINT'),
    }
  }

  /** Pictures for an order, each another one. */
  async pictures(name: string, count: number): Promise<string[]> {
    const folder = this.#newHome()
    mkdirSync(folder)
    return Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const path = join(folder, `${name}-${n}.png`)
        writeFileSync(path, await disc(90 + n, 70 + name.length))
        return path
      }),
    )
  }

  /** Cuts pictures out. */
  order(person: string, pictures: readonly string[], more: readonly string[] = []): Promise<Ran> {
    return this.orderAny(person, ['skill', 'remove-bg', ...pictures, ...more])
  }

  /** @param words what is ordered, as one says it at the terminal */
  orderAny(person: string, words: readonly string[]): Promise<Ran> {
    return this.run(['--json', '--yes', ...words, '--studio', '--person', person])
  }

  async work(name: string, home = this.#newHome()): Promise<WorkerProcess> {
    const worker = await this.begin(name, { home })
    await this.until(() => isReady(worker) || hasEnded(worker), 60_000)
    if (hasEnded(worker)) throw new Error(`the worker ${name} ended: ${worker.stderr()}`)
    return worker
  }

  /** Starts a worker and does not wait until it works. @param watches it has a line to the service of its own, too */
  async begin(
    name: string,
    {
      home = this.#newHome(),
      watches = null,
      key = this.remote.key,
    }: { home?: string; watches?: Watches | null; key?: string } = {},
  ): Promise<WorkerProcess> {
    const line = await BlockingLine.open(this.#port, watches?.statements)
    const serviceLine = watches === null ? null : await ServiceLine.open(this.log.url, watches.requests)
    const url = new URL(this.address)
    url.port = String(line.port)
    const { PRINTROOM_HOME: _home, PRINTROOM_SERVICE: _service, ...env } = process.env
    const cable = serviceLine === null ? [] : ['--import', pathToFileURL(ownCable).href]
    const words = [...cable, program, '--home', home, '--json', 'studio', 'serve', '--name', name]
    const child = spawn(process.execPath, words, {
      env: {
        ...env,
        PRINTROOM_STUDIO: url.href,
        PRINTROOM_API_KEY: key,
        PRINTROOM_SERVICE: this.log.url,
        PRINTROOM_TIME_SCALE: this.#timeScale,
        PRINTROOM_TEST_CABLE: `${new URL(this.log.url).port} ${serviceLine?.port}`,
        ...this.#storage,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const worker: WorkerProcess & { text: string; said: string } = {
      name,
      child,
      home,
      line,
      serviceLine,
      lines: [],
      text: '',
      said: '',
      stderr: () => worker.said,
      ended: new Promise((resolve) => child.once('close', (code) => resolve(code))),
    }
    child.stdout?.on('data', (chunk) => {
      worker.text += chunk
      const whole = worker.text.split('\n')
      worker.text = whole.pop() ?? ''
      worker.lines.push(...whole.filter(Boolean).map((one) => JSON.parse(one) as Record<string, unknown>))
    })
    child.stderr?.on('data', (chunk) => {
      worker.said += chunk
    })
    this.workers.push(worker)
    return worker
  }

  /** Waits until it is so, and says what was waited for where it never is. */
  async until(is: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
    const end = performance.now() + limitMs
    while (!(await is())) {
      if (performance.now() > end)
        throw new Error(
          `waited in vain; ${JSON.stringify(await this.database.rows('SELECT id, phase, partition FROM requests'))} ${this.workers.map(({ name, stderr }) => `${name}: ${stderr().slice(-1500)}`).join('\n')}`,
        )
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  /**
   * Imports a home in a process that is killed at a place of its own (import-main.ts). @returns null: it was killed
   */
  importKilledAt(home: string, person: string, place: string | null): Promise<ImportSaid | null> {
    const { PRINTROOM_HOME: _home, PRINTROOM_SERVICE: _service, ...env } = process.env
    const words = [join(import.meta.dirname, 'import-main.ts'), home, this.address, person, this.remote.key]
    const child = spawn(process.execPath, words, {
      env: { ...env, ...(place === null ? {} : { KILL_AT: place }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [text, said] = ['', '']
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    return new Promise((resolve, failed) =>
      child.once('close', (code, signal) => {
        if (signal === 'SIGKILL') resolve(null)
        else if (code === 0) resolve(JSON.parse(text) as ImportSaid)
        else failed(new Error(`the import ended with ${code}: ${said}`))
      }),
    )
  }

  /** A program that drives a home whose queue is paused, until it is ended. */
  drive(home: string): { begun: Promise<void>; ended: Promise<unknown>; end: () => void } {
    const begun = Promise.withResolvers<void>()
    let child: ChildProcess | null = null
    const ended = printroom(['--home', home, '--json', '--yes', '--service', this.log.url, 'resume', '--wait'], {
      env: {
        PRINTROOM_TIME_SCALE: this.#timeScale,
        PRINTROOM_API_KEY: this.remote.key,
        PRINTROOM_SERVICE: this.log.url,
      },
      begun: (started) => {
        child = started
      },
      watch: () => begun.resolve(),
    })
    return { begun: begun.promise, ended, end: () => void child?.kill('SIGTERM') }
  }

  /** Whether all that was ordered has ended. */
  async isDone(count: number): Promise<boolean> {
    const [row] = await this.database.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM requests WHERE phase = 'completed'`,
    )
    return row?.count === count
  }

  /** As a share that is not mounted any more, with a file in its place. @returns brings it back */
  takeFilesAway(): () => void {
    const files = join(this.#folder, 'files')
    renameSync(files, `${files}-away`)
    writeFileSync(files, '')
    return () => {
      rmSync(files)
      renameSync(`${files}-away`, files)
    }
  }

  /** As a share that is not mounted any more: in its place lies the folder that it is mounted over. @returns brings it back, and what lies under it then */
  unmountFiles(): () => string[] {
    const files = join(this.#folder, 'files')
    renameSync(files, `${files}-away`)
    mkdirSync(files)
    return () => {
      renameSync(files, `${files}-under`)
      renameSync(`${files}-away`, files)
      return readdirSync(`${files}-under`)
    }
  }

  /** Where the files of the studio lie. */
  get files(): string {
    return join(this.#folder, 'files')
  }

  /** How many times each request was charged, by the service's own ledger. */
  async charges(): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for (const { requestId, kind } of (await this.remote.ledger()).entries)
      if (kind === 'charge') counts.set(requestId ?? '', (counts.get(requestId ?? '') ?? 0) + 1)
    return counts
  }

  async close(): Promise<void> {
    for (const { child } of this.workers) {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
    }
    await Promise.all(this.workers.map(({ ended }) => ended))
    await Promise.all(this.workers.flatMap(({ line, serviceLine }) => [line.close(), serviceLine?.close()]))
    await this.database.close()
    await this.remote.close()
    await this.log.close()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  #newHome(): string {
    this.#homes += 1
    return join(this.#folder, `home-${this.#homes}`)
  }
}

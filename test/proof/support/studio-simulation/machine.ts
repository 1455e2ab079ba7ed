import { timingFor } from '../../../../src/domain/request/events.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import type { SharedStore } from '../../../../src/engine/queue/shared-store.ts'
import type { Database } from '../../../../src/engine/studio/database.ts'
import type { FileStore } from '../../../../src/engine/studio/file-store.ts'
import { Worker } from '../../../../src/engine/studio/worker.ts'
import type { Clocks } from './clocks.ts'
import { Computer } from './computer.ts'
import { runAs } from './edges.ts'
import { Flow } from './flow.ts'
import { ModelHome } from './home.ts'
import type { ServiceLine } from './service-line.ts'
import type { World } from './world.ts'

const studio = { id: 'studio', name: 'Studio', service: 'https://service.test', files: 'files', salt: 'salt' }
export const key = '00112233aabbccdd'
const againMs = 3000

/** Every file is there. */
const files = {
  address: 'files',
  owner: async () => studio.id,
  put: async () => undefined,
  has: async () => true,
  fetch: async () => null,
} as unknown as FileStore

/** Nobody changes a price here. */
const prices = {
  facts: ({ quote }: Receipt) => ({ price: { quote, ageMs: 0 }, askedForPriceMs: 0, overchargedForMs: null }),
  read: async () => undefined,
  forChoice: async ({ quote }: Receipt) => ({ credits: quote.credits }),
}

/** A computer with a worker's home: its program is started, killed, frozen and started again. */
export class Machine {
  readonly name: string
  readonly clocks: Clocks
  readonly #world: World
  readonly #home = new ModelHome()
  #run: { computer: Computer; worker: Worker | null; flow: Flow | null } | null = null

  constructor(name: string, clocks: Clocks, world: World) {
    this.name = name
    this.clocks = clocks
    this.#world = world
  }

  sessionOf(computer: Computer): string | null {
    return this.#run?.computer === computer ? (this.#run.worker?.session ?? null) : null
  }

  get isUp(): boolean {
    return this.#run !== null
  }

  start(): void {
    if (this.#run !== null) return
    this.clocks.wake()
    const computer = new Computer(this.name, this.clocks, this.#world.time)
    this.#run = { computer, worker: null, flow: null }
    computer.inWorld(0, () => void this.#begin(computer))
  }

  async #begin(computer: Computer): Promise<void> {
    const database = this.#world.databaseLineOf(computer) as unknown as Database
    const line = this.#world.serviceLineOf(computer)
    try {
      const worker = await Worker.start({
        database,
        studio,
        files,
        name: this.name,
        folders: { sources: '', bodies: '' },
        timeScale: 1,
        openEngine: async (shared) => this.#engine(shared, line, computer),
      })
      if (this.#run?.computer === computer) this.#run.worker = worker
    } catch (error) {
      this.#world.note(`${this.name} cannot start: ${error instanceof Error ? error.message : String(error)}`)
      computer.after(againMs, () => {
        this.kill()
        this.start()
      })
    }
  }

  /** The parts of an engine that a worker asks. */
  #engine(shared: SharedStore, line: ServiceLine, computer: Computer): Engine {
    const timing = timingFor(1)
    const flow = new Flow({ computer, home: this.#home, shared, line, timing, prices: prices as never, key })
    if (this.#run?.computer === computer) this.#run.flow = flow
    const engine = {
      driver: {
        start: () => undefined,
        drives: true,
        added: () => flow.takeUp(),
        cancel: (id: string) => flow.cancel(id),
      },
      key: { load: async () => undefined, key: 'key', fingerprint: key },
      status: () => ({ connection: line.isReachable ? 'reachable' : 'unreachable', notice: null }),
      listen: () => () => undefined,
      models: { get: () => line.knock() },
      store: { receipts: this.#home, assets: { ofRequest: resultsOf } },
      pathOf: () => 'result.png',
      prices,
      origin: studio.service,
      timing,
      options: { by: 'terminal' },
      close: async () => flow.close(),
    }
    return engine as unknown as Engine
  }

  /** SIGKILL: nothing more of it happens. */
  kill(): void {
    if (this.#run === null) return
    this.#run.computer.isDead = true
    this.#run = null
  }

  /** In order; then it is started again. */
  end(): void {
    const { worker, computer } = this.#run ?? {}
    if (!worker || !computer || computer.isFrozen) return
    runAs(computer, () => {
      void worker.end().then(() => {
        if (this.#run?.computer !== computer) return
        this.kill()
        this.start()
      })
    })
  }

  freeze(isAsleep: boolean): void {
    this.#run?.computer.freeze(isAsleep)
  }

  thaw(): void {
    if (this.#run?.computer.isFrozen) this.#run.computer.thaw()
  }
}

/** One result of each request, as the engine's library has it. */
const resultsOf = (id: string) => [{ id: `${id} 0 0`, sizeBytes: 1000, name: 'result.png', width: 10, height: 10 }]

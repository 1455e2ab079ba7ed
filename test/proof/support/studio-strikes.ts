import type { Trial, Watches, WorkerProcess } from '../../support/studio/trial.ts'
import { longerThanALeaseMs } from './studio-judge.ts'
import { type Point, requestName, statementNamer } from './studio-points.ts'

/** What happens to a worker at a point. For as long as it takes, what is on that line stands still. */
interface Blow {
  begin(worker: WorkerProcess): unknown
  /** After longer than a lease. Null: there is no after. */
  end: ((worker: WorkerProcess) => void) | null
  /** Whether others take its leases over meanwhile. */
  losesLeases: boolean
}

export const blows: Record<string, Blow> = {
  SIGKILL: {
    begin: ({ child, ended }) => {
      child.kill('SIGKILL')
      return ended
    },
    end: null,
    losesLeases: true,
  },
  'SIGSTOP for longer than a lease': {
    begin: ({ child }) => child.kill('SIGSTOP'),
    // What it said last is on its way before it wakes up and can think better of it.
    end: ({ child }) => setImmediate(() => child.kill('SIGCONT')),
    losesLeases: true,
  },
  'a cut line to the database': {
    begin: ({ line }) => line.block(),
    end: ({ line }) => line.mend(),
    losesLeases: true,
  },
  'a cut line to the service': {
    begin: ({ serviceLine }) => serviceLine?.block(),
    end: ({ serviceLine }) => serviceLine?.mend(),
    losesLeases: false,
  },
}

/** One blow at one point, the n-th time that a worker comes to it. */
export class Strike {
  /** All points that it came by while it was watched, in their order. */
  readonly seen: string[] = []
  readonly #point: Point | null
  readonly #blow: Blow | null
  readonly #look: (worker: WorkerProcess) => Promise<void>
  readonly #worker = Promise.withResolvers<WorkerProcess>()
  readonly #begun = Promise.withResolvers<void>()
  readonly #over = Promise.withResolvers<void>()
  #left: number
  #isWatched = false
  #hasBegun = false

  /** @param look at what others have done meanwhile, before the worker goes on */
  constructor(
    struck: { point: Point; blow: Blow; nth: number } | null,
    look: (worker: WorkerProcess) => Promise<void>,
  ) {
    this.#point = struck?.point ?? null
    this.#blow = struck?.blow ?? null
    this.#left = struck?.nth ?? 0
    this.#look = look
    // A blow that fails is told of where it is waited for.
    this.#over.promise.catch(() => undefined)
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  get begun(): Promise<void> {
    return this.#begun.promise
  }

  get over(): Promise<void> {
    return this.#over.promise
  }

  /** From now on times are counted. */
  watch(): void {
    this.#isWatched = true
  }

  /** The worker whose lines are watched. */
  readonly watches: Watches = {
    statements: () => {
      const nameOf = statementNamer()
      let name = ''
      return (statement, when) => {
        if (when === 'before') name = nameOf(statement)
        return this.#pass(name, when)
      }
    },
    requests: (request, when) => this.#pass(requestName(request), when),
  }

  async begin(trial: Trial, name: string): Promise<WorkerProcess> {
    const worker = await trial.begin(name, { watches: this.watches })
    this.#worker.resolve(worker)
    return worker
  }

  #pass(name: string, when: Point['when']): Promise<boolean> | null {
    if (!this.#isWatched) return null
    if (when === 'before') this.seen.push(name)
    if (this.#hasBegun || name !== this.#point?.name || when !== this.#point.when) return null
    this.#left -= 1
    if (this.#left > 0) return null
    this.#hasBegun = true
    this.#begun.resolve()
    return this.#strike()
  }

  /** @returns whether what stood still meanwhile goes its way then */
  async #strike(): Promise<boolean> {
    const end = this.#blow?.end ?? null
    try {
      const worker = await this.#worker.promise
      await this.#blow?.begin(worker)
      if (end === null) return false
      await new Promise((resolve) => setTimeout(resolve, longerThanALeaseMs))
      await this.#look(worker)
      end(worker)
      return true
    } catch (error) {
      this.#over.reject(error)
      return false
    } finally {
      this.#over.resolve()
    }
  }
}

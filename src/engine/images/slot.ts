import type { SpawnImageWorker, WorkerChannel } from './channel.ts'
import {
  answerSchema,
  type FailureCode,
  type LoneFormat,
  type Request,
  type Task,
  type WorkerAnswer,
} from './messages.ts'

export type SlotOutcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; code: FailureCode; reason: string }
  | { kind: 'lone'; format: LoneFormat }
  | { kind: 'died' | 'never-started' | 'timeout' | 'memory' | 'unavailable' | 'closed' }

export interface SlotOptions {
  spawn: SpawnImageWorker
  memoryLimitBytes: number
  startTimeoutMs: number
  /** A worker without work ends after this long. */
  idleMs: number
}

interface Running {
  request: Request
  timeoutMs: number
  timer: NodeJS.Timeout
  settle: (outcome: SlotOutcome) => void
}

interface Worker {
  channel: WorkerChannel
  ready: boolean
  gone: Promise<void>
}

/** A place for one worker process: started by the first task, replaced when it is lost. */
export class Slot {
  readonly #options: SlotOptions
  #worker: Worker | null = null
  #running: Running | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(options: SlotOptions) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#running !== null
  }

  get isAlive(): boolean {
    return this.#worker !== null
  }

  /** Starts its worker before there is a task, where it has none. */
  wake(): void {
    if (this.#worker) return
    this.#worker = this.#start()
    this.#rest(this.#worker)
  }

  /** Only when not busy. Never rejects. */
  run(task: Task, timeoutMs: number, loneFormat: LoneFormat | null = null): Promise<SlotOutcome> {
    const { memoryLimitBytes, startTimeoutMs } = this.#options
    return new Promise((settle) => {
      clearTimeout(this.#idleTimer)
      this.#lastId += 1
      const request: Request = { id: this.#lastId, memoryLimitBytes, task, loneFormat }
      const timer = setTimeout(() => this.#giveUp({ kind: 'never-started' }), startTimeoutMs)
      const call: Running = { request, timeoutMs, timer, settle }
      this.#running = call
      this.#worker ??= this.#start()
      this.#worker.channel.hold(true)
      if (this.#worker.ready) {
        clearTimeout(timer)
        this.#submit(this.#worker, call)
      }
    })
  }

  stop(): Promise<void> {
    const gone = this.#discard()
    this.#finish({ kind: 'closed' })
    return gone
  }

  #start(): Worker {
    const channel = this.#options.spawn()
    const gone = Promise.withResolvers<void>()
    const started: Worker = { channel, ready: false, gone: gone.promise }
    channel.onMessage((message) => {
      if (this.#worker !== started) return
      const answer = answerSchema.safeParse(message)
      // A worker that talks nonsense was taken over or is broken: it goes like a dead one.
      if (answer.success) this.#receive(started, answer.data)
      else this.#giveUp({ kind: 'died' })
    })
    channel.onExit(() => {
      gone.resolve()
      if (this.#worker !== started) return
      this.#worker = null
      clearTimeout(this.#idleTimer)
      this.#finish({ kind: started.ready ? 'died' : 'never-started' })
    })
    return started
  }

  #submit(to: Worker, call: Running): void {
    call.timer = setTimeout(() => this.#giveUp({ kind: 'timeout' }), call.timeoutMs)
    to.channel.send(call.request)
  }

  #receive(from: Worker, answer: WorkerAnswer): void {
    if (answer.kind === 'ready') {
      from.ready = true
      if (!this.#running) return
      clearTimeout(this.#running.timer)
      this.#submit(from, this.#running)
    } else if (answer.id !== this.#running?.request.id) {
      // The answer of a call that was given up already.
    } else if (answer.kind === 'done') this.#finish({ kind: 'done', value: answer.value })
    else if (answer.kind === 'lone') this.#finish({ kind: 'lone', format: answer.format })
    else if (answer.kind === 'failed') this.#finish({ kind: 'failed', code: answer.code, reason: answer.reason })
    else if (answer.kind === 'unavailable') this.#giveUp({ kind: 'unavailable' })
    else this.#giveUp({ kind: 'memory' })
  }

  #finish(outcome: SlotOutcome): void {
    const ended = this.#running
    if (!ended) return
    this.#running = null
    clearTimeout(ended.timer)
    if (this.#worker) this.#rest(this.#worker)
    ended.settle(outcome)
  }

  #giveUp(outcome: SlotOutcome): void {
    void this.#discard()
    this.#finish(outcome)
  }

  #rest(idle: Worker): void {
    idle.channel.hold(false)
    this.#idleTimer = setTimeout(() => this.#discard(), this.#options.idleMs).unref()
  }

  /** Forgets the worker before killing it: its exit is then nobody's news. */
  #discard(): Promise<void> {
    const old = this.#worker
    this.#worker = null
    clearTimeout(this.#idleTimer)
    old?.channel.kill()
    // One that hangs in the system does not end for that, and must not keep this process from ending.
    old?.channel.hold(false)
    return old?.gone ?? Promise.resolve()
  }
}

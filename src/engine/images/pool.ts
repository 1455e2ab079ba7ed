import { createCallQueue } from './call-queue.ts'
import type { SpawnImageWorker } from './channel.ts'
import { createCrashQuarantine } from './crash-quarantine.ts'
import { ImageWorkerError } from './errors.ts'
import { type ImageCallFailure, sentenceFor } from './failure-sentences.ts'
import type { LoneFormat, Task } from './messages.ts'
import type { CallOptions, Priority } from './port.ts'
import { Slot, type SlotOutcome } from './slot.ts'

export interface PoolOptions {
  spawn: SpawnImageWorker
  workers: number
  memoryLimitBytes: number
  startTimeoutMs: number
  idleMs: number
}

interface Call {
  task: Task
  timeoutMs: number
  priority: Priority
  tries: number
  isAborted: boolean
  resolve: (value: unknown) => void
  reject: (error: ImageWorkerError) => void
}

const closeGraceMs = 2_000
/** Woken before there is work; a drag may turn away again, and each process costs some 60 MB. */
const wokenAtOnce = 2

/** Worker processes, and the calls that wait for one. */
export class Pool {
  readonly #options: PoolOptions
  readonly #slots: readonly Slot[]
  readonly #queue = createCallQueue<Call>()
  readonly #strikes = createCrashQuarantine()
  readonly #lone = new Set<Slot>()
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.workers }, () => new Slot(options))
  }

  /** The worker's value, still to be parsed; rejects with an `ImageWorkerError`. */
  async run(task: Task, timeoutMs: number, { priority = 'normal', signal, hurry }: CallOptions = {}): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const call: Call = { task, timeoutMs, priority, tries: 0, isAborted: false, resolve, reject }
    const abort = (): void => {
      call.isAborted = true
      this.#queue.remove(call)
      fail(call, 'aborted')
    }
    const bringForward = (): void => {
      const isWaiting = this.#queue.remove(call)
      call.priority = 'visible'
      if (isWaiting) this.#queue.push(call)
    }
    if (signal?.aborted) abort()
    else void this.#enqueue(call)
    signal?.addEventListener('abort', abort, { once: true })
    hurry?.addEventListener('abort', bringForward, { once: true })
    return promise.finally(() => {
      signal?.removeEventListener('abort', abort)
      hurry?.removeEventListener('abort', bringForward)
    })
  }

  /** Work is on its way: starts processes for its first tasks. They end again where none comes. */
  wake(): void {
    if (!this.#closed) for (const slot of this.#slots.slice(0, wokenAtOnce)) slot.wake()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const call of this.#queue.drain()) fail(call, 'closed')
    const gone = Promise.all([...this.#slots, ...this.#lone].map((slot) => slot.stop()))
    const timer = Promise.withResolvers<void>()
    const grace = setTimeout(timer.resolve, closeGraceMs)
    await Promise.race([gone, timer.promise])
    clearTimeout(grace)
  }

  async #enqueue(call: Call): Promise<void> {
    if (await this.#strikes.isBlocked(call.task)) return fail(call, 'given-up')
    if (this.#closed) return fail(call, 'closed')
    if (call.isAborted) return
    this.#queue.push(call)
    this.#pump()
  }

  #pump(): void {
    for (;;) {
      const free = this.#slots.filter((slot) => !slot.isBusy)
      if (free.length <= this.#lone.size) return
      const slot = free.find((candidate) => candidate.isAlive) ?? free[0]
      const call = slot && this.#queue.take()
      if (!call) return
      void this.#perform(slot, call)
    }
  }

  async #perform(slot: Slot, call: Call): Promise<void> {
    call.tries += 1
    const outcome = await slot.run(call.task, call.timeoutMs)
    await this.#settle(call, outcome.kind === 'lone' ? await this.#performAlone(call, outcome.format) : outcome)
    this.#pump()
  }

  /** In a process of its own that ends with it, counted like the others. */
  async #performAlone(call: Call, format: LoneFormat): Promise<SlotOutcome> {
    const slot = new Slot(this.#options)
    this.#lone.add(slot)
    const outcome = this.#closed ? ({ kind: 'closed' } as const) : await slot.run(call.task, call.timeoutMs, format)
    this.#lone.delete(slot)
    void slot.stop()
    return outcome
  }

  async #settle(call: Call, outcome: SlotOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        return call.resolve(outcome.value)
      case 'failed':
        return call.reject(new ImageWorkerError(outcome.code, outcome.reason))
      case 'lone':
        // It asked twice: the file changed in between.
        return fail(call, 'died')
      case 'closed':
      case 'unavailable':
        return fail(call, outcome.kind)
      case 'never-started':
        if (call.tries > 1 || this.#closed) return fail(call, 'unavailable')
        return this.#again(call)
      case 'timeout':
      case 'memory':
        // Tried again it would most likely cost the same time once more.
        await this.#strikes.add(call.task, outcome.kind)
        return fail(call, outcome.kind)
      case 'died':
        await this.#strikes.add(call.task, 'died')
        if (this.#closed) return fail(call, 'closed')
        // Something else may have killed it (the system, short of memory): one more try.
        if (call.tries > 1 || (await this.#strikes.isBlocked(call.task))) return fail(call, 'died')
        return this.#again(call)
    }
  }

  #again(call: Call): void {
    if (!call.isAborted) this.#queue.putBack(call)
  }
}

function fail(call: Call, code: ImageCallFailure): void {
  call.reject(new ImageWorkerError(code, sentenceFor(code, call.task.op)))
}

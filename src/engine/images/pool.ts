import { createCallQueue } from './call-queue.ts'
import type { SpawnImageWorker } from './channel.ts'
import { createCrashQuarantine } from './crash-quarantine.ts'
import { ImageWorkerError } from './errors.ts'
import { type CallError, sentenceFor } from './failure-sentences.ts'
import type { LoneFormat, Task } from './messages.ts'
import type { CallOptions, Priority } from './port.ts'
import { createSlot, type Outcome, type Slot } from './slot.ts'

export interface PoolOptions {
  spawn: SpawnImageWorker
  workers: number
  memoryLimitBytes: number
  startTimeoutMs: number
  idleMs: number
}

export interface Pool {
  /** The worker's value, still to be parsed; rejects with an `ImageWorkerError`. */
  run(task: Task, timeoutMs: number, options?: CallOptions): Promise<unknown>
  /** Work is on its way: starts processes for its first tasks. They end again where none comes. */
  wake(): void
  close(): Promise<void>
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

export function createPool(options: PoolOptions): Pool {
  const slots = Array.from({ length: options.workers }, () => createSlot(options))
  const queue = createCallQueue<Call>()
  const strikes = createCrashQuarantine()
  const lone = new Set<Slot>()
  let closed = false

  const fail = (call: Call, code: CallError) => call.reject(new ImageWorkerError(code, sentenceFor(code, call.task.op)))

  const again = (call: Call) => {
    if (!call.isAborted) queue.putBack(call)
  }

  const settle = async (call: Call, outcome: Outcome) => {
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
        if (call.tries > 1 || closed) return fail(call, 'unavailable')
        return again(call)
      case 'timeout':
      case 'memory':
        // Tried again it would most likely cost the same time once more.
        await strikes.add(call.task, outcome.kind)
        return fail(call, outcome.kind)
      case 'died':
        await strikes.add(call.task, 'died')
        if (closed) return fail(call, 'closed')
        // Something else may have killed it (the system, short of memory): one more try.
        if (call.tries > 1 || (await strikes.isBlocked(call.task))) return fail(call, 'died')
        return again(call)
    }
  }

  /** In a process of its own that ends with it, counted like the others. */
  const performAlone = async (call: Call, format: LoneFormat): Promise<Outcome> => {
    const slot = createSlot(options)
    lone.add(slot)
    const outcome = closed ? ({ kind: 'closed' } as const) : await slot.run(call.task, call.timeoutMs, format)
    lone.delete(slot)
    void slot.stop()
    return outcome
  }

  const perform = async (slot: Slot, call: Call) => {
    call.tries += 1
    const outcome = await slot.run(call.task, call.timeoutMs)
    await settle(call, outcome.kind === 'lone' ? await performAlone(call, outcome.format) : outcome)
    pump()
  }

  const pump = () => {
    for (;;) {
      const free = slots.filter((slot) => !slot.busy())
      if (free.length <= lone.size) return
      const slot = free.find((candidate) => candidate.alive()) ?? free[0]
      const call = slot && queue.take()
      if (!call) return
      void perform(slot, call)
    }
  }

  const enqueue = async (call: Call) => {
    if (await strikes.isBlocked(call.task)) return fail(call, 'given-up')
    if (closed) return fail(call, 'closed')
    if (call.isAborted) return
    queue.push(call)
    pump()
  }

  return {
    run: async (task, timeoutMs, { priority = 'normal', signal, hurry } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const call: Call = { task, timeoutMs, priority, tries: 0, isAborted: false, resolve, reject }
      const abort = () => {
        call.isAborted = true
        queue.remove(call)
        fail(call, 'aborted')
      }
      const bringForward = () => {
        const isWaiting = queue.remove(call)
        call.priority = 'visible'
        if (isWaiting) queue.push(call)
      }
      if (signal?.aborted) abort()
      else void enqueue(call)
      signal?.addEventListener('abort', abort, { once: true })
      hurry?.addEventListener('abort', bringForward, { once: true })
      return promise.finally(() => {
        signal?.removeEventListener('abort', abort)
        hurry?.removeEventListener('abort', bringForward)
      })
    },
    wake: () => {
      if (!closed) for (const slot of slots.slice(0, wokenAtOnce)) slot.wake()
    },
    close: async () => {
      closed = true
      for (const call of queue.drain()) fail(call, 'closed')
      const gone = Promise.all([...slots, ...lone].map((slot) => slot.stop()))
      const timer = Promise.withResolvers<void>()
      const grace = setTimeout(timer.resolve, closeGraceMs)
      await Promise.race([gone, timer.promise])
      clearTimeout(grace)
    },
  }
}

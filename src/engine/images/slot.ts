import type { SpawnImageWorker, WorkerChannel } from './channel.ts'
import { type Answer, answerSchema, type FailureCode, type LoneFormat, type Request, type Task } from './messages.ts'

export type Outcome =
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

/** A place for one worker process: started by the first task, replaced when it is lost. */
export interface Slot {
  busy(): boolean
  alive(): boolean
  /** Starts its worker before there is a task, where it has none. */
  wake(): void
  /** Only when not busy. Never rejects. */
  run(task: Task, timeoutMs: number, loneFormat?: LoneFormat): Promise<Outcome>
  stop(): Promise<void>
}

interface Running {
  request: Request
  timeoutMs: number
  timer: NodeJS.Timeout
  settle: (outcome: Outcome) => void
}

interface Worker {
  channel: WorkerChannel
  ready: boolean
  gone: Promise<void>
}

export function createSlot(options: SlotOptions): Slot {
  let worker: Worker | null = null
  let running: Running | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  const rest = (idle: Worker) => {
    idle.channel.hold(false)
    idleTimer = setTimeout(discard, options.idleMs).unref()
  }

  const finish = (outcome: Outcome) => {
    const ended = running
    if (!ended) return
    running = null
    clearTimeout(ended.timer)
    if (worker) rest(worker)
    ended.settle(outcome)
  }

  /** Forgets the worker before killing it: its exit is then nobody's news. */
  const discard = (): Promise<void> => {
    const old = worker
    worker = null
    clearTimeout(idleTimer)
    old?.channel.kill()
    // One that hangs in the system does not end for that, and must not keep this process from ending.
    old?.channel.hold(false)
    return old?.gone ?? Promise.resolve()
  }

  const giveUp = (outcome: Outcome) => {
    void discard()
    finish(outcome)
  }

  const submit = (to: Worker, call: Running) => {
    call.timer = setTimeout(() => giveUp({ kind: 'timeout' }), call.timeoutMs)
    to.channel.send(call.request)
  }

  const receive = (from: Worker, answer: Answer) => {
    if (answer.kind === 'ready') {
      from.ready = true
      if (!running) return
      clearTimeout(running.timer)
      submit(from, running)
    } else if (answer.id !== running?.request.id) {
      // The answer of a call that was given up already.
    } else if (answer.kind === 'done') finish({ kind: 'done', value: answer.value })
    else if (answer.kind === 'lone') finish({ kind: 'lone', format: answer.format })
    else if (answer.kind === 'failed') finish({ kind: 'failed', code: answer.code, reason: answer.reason })
    else if (answer.kind === 'unavailable') giveUp({ kind: 'unavailable' })
    else giveUp({ kind: 'memory' })
  }

  const start = (): Worker => {
    const channel = options.spawn()
    const gone = Promise.withResolvers<void>()
    const started: Worker = { channel, ready: false, gone: gone.promise }
    channel.onMessage((message) => {
      if (worker !== started) return
      const answer = answerSchema.safeParse(message)
      // A worker that talks nonsense was taken over or is broken: it goes like a dead one.
      if (answer.success) receive(started, answer.data)
      else giveUp({ kind: 'died' })
    })
    channel.onExit(() => {
      gone.resolve()
      if (worker !== started) return
      worker = null
      clearTimeout(idleTimer)
      finish({ kind: started.ready ? 'died' : 'never-started' })
    })
    return started
  }

  return {
    busy: () => running !== null,
    alive: () => worker !== null,
    wake: () => {
      if (worker) return
      worker = start()
      rest(worker)
    },
    run: (task, timeoutMs, loneFormat) =>
      new Promise((settle) => {
        clearTimeout(idleTimer)
        lastId += 1
        const { memoryLimitBytes } = options
        const request: Request = { id: lastId, memoryLimitBytes, task, loneFormat: loneFormat ?? null }
        const timer = setTimeout(() => giveUp({ kind: 'never-started' }), options.startTimeoutMs)
        const call: Running = { request, timeoutMs, timer, settle }
        running = call
        worker ??= start()
        worker.channel.hold(true)
        if (worker.ready) {
          clearTimeout(timer)
          submit(worker, call)
        }
      }),
    stop: () => {
      const gone = discard()
      finish({ kind: 'closed' })
      return gone
    },
  }
}

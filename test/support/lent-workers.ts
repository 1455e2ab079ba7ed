import type { SpawnImageWorker, WorkerChannel } from '../../src/engine/images/channel.ts'
import type { LoneFormat, Request, WorkerAnswer } from '../../src/engine/images/messages.ts'
import { forkImageWorker } from '../../src/engine/images/spawn.ts'
import { imageWorkerEntry } from './image-worker.ts'

interface Borrower {
  hears: (message: unknown) => void
  hearsTheEnd: () => void
}

interface Process {
  readonly channel: WorkerChannel
  /** The one that it may read besides the common ones; chosen once, by its first task. */
  readonly format: LoneFormat | null
  isReady: boolean
  /** At a task, or with one that said of the worker itself that it cannot go on, or gone. */
  isBusy: boolean
  /** Its first task, until it is ready. */
  waiting: unknown
  borrower: Borrower
}

const nobody: Borrower = { hears: () => undefined, hearsTheEnd: () => undefined }
const fork = forkImageWorker({ nodePath: process.execPath, entry: imageWorkerEntry })
let resting: Process[] = []
/** Of a format: as many as an engine on two cores has, for pictures and for folders. */
const mostResting = 4

/**
 * Image workers for tests about something else. One that is killed while it rests waits for the next task of its kind in this
 * process instead, as does one that has read a TIFF or an AVIF: to start one costs more than most tests then ask of it.
 */
export const lentImageWorkers: SpawnImageWorker = () => {
  const own = { ...nobody }
  let one: Process | undefined
  let isKept = false
  return {
    send: (message) => {
      one ??= borrowed((message as Request).loneFormat, own)
      one.channel.hold(isKept)
      one.isBusy = true
      if (one.isReady) one.channel.send(message)
      else one.waiting = message
    },
    onMessage: (listener) => {
      own.hears = listener
      queueMicrotask(() => listener({ kind: 'ready' }))
    },
    onExit: (listener) => {
      own.hearsTheEnd = listener
    },
    kill: () => {
      if (one?.isBusy) return one.channel.kill()
      if (one?.borrower === own) giveBack(one)
      queueMicrotask(own.hearsTheEnd)
    },
    hold: (hold) => {
      isKept = hold
      if (one?.borrower === own) one.channel.hold(hold)
    },
  }
}

function borrowed(format: LoneFormat | null, borrower: Borrower): Process {
  const one = resting.find((other) => other.format === format) ?? started(format)
  resting = resting.filter((other) => other !== one)
  one.borrower = borrower
  return one
}

function giveBack(one: Process): void {
  one.borrower = nobody
  one.channel.hold(false)
  if (resting.filter(({ format }) => format === one.format).length < mostResting) resting.push(one)
  else one.channel.kill()
}

function started(format: LoneFormat | null): Process {
  const channel = fork()
  const one: Process = { channel, format, isReady: false, isBusy: false, waiting: null, borrower: nobody }
  channel.onMessage((message) => {
    const { kind } = message as WorkerAnswer
    if (kind === 'ready') {
      one.isReady = true
      return channel.send(one.waiting)
    }
    if (kind === 'done' || kind === 'failed' || kind === 'lone') one.isBusy = false
    one.borrower.hears(message)
  })
  channel.onExit(() => {
    resting = resting.filter((other) => other !== one)
    one.isBusy = true
    one.borrower.hearsTheEnd()
  })
  return one
}

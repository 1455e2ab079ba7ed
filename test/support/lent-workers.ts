import type { SpawnImageWorker, WorkerChannel } from '../../src/engine/images/channel.ts'
import type { Request, WorkerAnswer } from '../../src/engine/images/messages.ts'
import { forkImageWorker } from '../../src/engine/images/spawn.ts'
import { imageWorkerEntry } from './image-worker.ts'

interface Borrower {
  hears: (message: unknown) => void
  hearsTheEnd: () => void
}

interface Process {
  readonly channel: WorkerChannel
  isReady: boolean
  /** At a task, or with a task that said of the worker itself that it cannot go on. */
  isBusy: boolean
  /** It has read a format of its own, and reads no other. */
  isAlone: boolean
  borrower: Borrower
}

const nobody: Borrower = { hears: () => undefined, hearsTheEnd: () => undefined }
const fork = forkImageWorker({ nodePath: process.execPath, entry: imageWorkerEntry })
let resting: Process[] = []
/** As many as an engine on two cores has, for pictures and for folders. */
const mostResting = 4

/**
 * Image workers for tests about something else. One that is killed while it rests waits for the next engine of this process
 * instead: to start one costs more than most tests then ask of it.
 */
export const lentImageWorkers: SpawnImageWorker = () => {
  const one = resting.pop() ?? started()
  const own = { ...nobody }
  one.borrower = own
  return {
    send: (message) => {
      one.isBusy = true
      one.isAlone ||= (message as Request).loneFormat !== null
      one.channel.send(message)
    },
    onMessage: (listener) => {
      own.hears = listener
      if (one.isReady) queueMicrotask(() => own.hears({ kind: 'ready' }))
    },
    onExit: (listener) => {
      own.hearsTheEnd = listener
    },
    kill: () => {
      if (one.borrower !== own) return
      if (one.isBusy || one.isAlone || resting.length === mostResting) return one.channel.kill()
      one.borrower = nobody
      one.channel.hold(false)
      resting.push(one)
      queueMicrotask(own.hearsTheEnd)
    },
    hold: (hold) => {
      if (one.borrower === own) one.channel.hold(hold)
    },
  }
}

function started(): Process {
  const one: Process = { channel: fork(), isReady: false, isBusy: false, isAlone: false, borrower: nobody }
  one.channel.onMessage((message) => {
    const { kind } = message as WorkerAnswer
    if (kind === 'ready') one.isReady = true
    if (kind === 'done' || kind === 'failed' || kind === 'lone') one.isBusy = false
    one.borrower.hears(message)
  })
  one.channel.onExit(() => {
    resting = resting.filter((other) => other !== one)
    one.borrower.hearsTheEnd()
  })
  return one
}

import type { MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import type { SpawnImageWorker } from './channel.ts'

/**
 * Electron starts utility processes from main only, and the engine lives in a thread of it: the engine's wishes and the
 * workers' messages cross over a port between the two. What a worker says is not looked into here; the pool parses it.
 */

const wish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), worker: z.int() }),
  z.object({ kind: z.literal('send'), worker: z.int(), message: z.unknown() }),
  z.object({ kind: z.literal('kill'), worker: z.int() }),
])
type Wish = z.infer<typeof wish>

const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), worker: z.int(), message: z.unknown() }),
  z.object({ kind: z.literal('exit'), worker: z.int() }),
])
type News = z.infer<typeof news>

/** What is needed of Electron's `UtilityProcess`. */
export interface UtilityProcessLike {
  readonly pid?: number | undefined
  postMessage(message: unknown): void
  kill(): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  on(event: 'error', listener: () => void): unknown
}

/** Main's end. The processes end with the port, or with the app. */
export function serveImageWorkers(port: MessagePort, fork: () => UtilityProcessLike): void {
  const children = new Map<number, UtilityProcessLike>()
  const tell = (message: News): void => port.postMessage(message)
  const start = (worker: number): void => {
    const ended = (): void => {
      if (children.delete(worker)) tell({ kind: 'exit', worker })
    }
    const child = fork()
    children.set(worker, child)
    child.on('message', (message) => tell({ kind: 'message', worker, message }))
    child.on('exit', ended)
    // A fault of the process's own is followed by its exit; one of starting it may not be.
    child.on('error', () => {
      end(child)
      ended()
    })
  }
  port.on('message', (received: unknown) => {
    const asked = wish.parse(received)
    const child = children.get(asked.worker)
    if (asked.kind === 'start') start(asked.worker)
    else if (asked.kind === 'send') child?.postMessage(asked.message)
    else if (child) end(child)
  })
  port.on('close', () => {
    for (const child of children.values()) end(child)
    children.clear()
  })
}

/** `kill` asks politely, which a process that hangs in a decoder may not hear. */
function end(child: UtilityProcessLike): void {
  try {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
  child.kill()
}

/** The engine's end. */
export function relayedImageWorkers(port: MessagePort): SpawnImageWorker {
  const workers = new Map<number, { onMessage: (message: unknown) => void; onExit: () => void }>()
  let lastWorker = 0
  const ask = (message: Wish): void => port.postMessage(message)
  port.on('message', (received: unknown) => {
    const told = news.parse(received)
    if (told.kind === 'message') return workers.get(told.worker)?.onMessage(told.message)
    workers.get(told.worker)?.onExit()
    workers.delete(told.worker)
  })
  // Whoever waits for a worker does so by its task; an idle line keeps nobody alive.
  port.unref()
  return () => {
    lastWorker += 1
    const worker = lastWorker
    const messageListeners: ((message: unknown) => void)[] = []
    const exitListeners: (() => void)[] = []
    workers.set(worker, {
      onMessage: (message) => {
        for (const listener of messageListeners) listener(message)
      },
      onExit: () => {
        for (const listener of exitListeners) listener()
      },
    })
    ask({ kind: 'start', worker })
    return {
      send: (message) => ask({ kind: 'send', worker, message }),
      onMessage: (listener) => void messageListeners.push(listener),
      onExit: (listener) => void exitListeners.push(listener),
      kill: () => ask({ kind: 'kill', worker }),
      // Main keeps them and ends them.
      hold: () => undefined,
    }
  }
}

import { MessageChannel, MessagePort } from 'node:worker_threads'
import type { SpawnImageWorker } from './channel.ts'

/**
 * Electron starts utility processes from main only, and the engine lives in a thread of it. For each worker the engine sends
 * main one end of a new line: what goes into it goes to the process, what the process says comes out of it, and it closes
 * as the process ends. What a worker says is not looked into here; the pool parses it.
 */

/** In place of a message: the process is to end. */
const kill = null

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
  const children = new Set<UtilityProcessLike>()
  port.on('message', (line: unknown) => {
    if (!(line instanceof MessagePort)) return
    const child = fork()
    children.add(child)
    const ended = (): void => {
      children.delete(child)
      line.close()
    }
    child.on('message', (message) => line.postMessage(message))
    child.on('exit', ended)
    // A fault of the process's own is followed by its exit; one of starting it may not be.
    child.on('error', () => {
      end(child)
      ended()
    })
    line.on('message', (message: unknown) => (message === kill ? end(child) : child.postMessage(message)))
    line.on('close', () => {
      if (children.has(child)) end(child)
    })
  })
  port.on('close', () => {
    for (const child of children) end(child)
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
  return () => {
    const { port1: line, port2: theirs } = new MessageChannel()
    port.postMessage(theirs, [theirs])
    return {
      send: (message) => line.postMessage(message),
      onMessage: (listener) => {
        line.on('message', listener)
        // Whoever waits for a worker does so by its task; an idle line keeps nobody alive.
        line.unref()
      },
      onExit: (listener) => void line.on('close', listener),
      kill: () => line.postMessage(kill),
      // Main keeps them and ends them.
      hold: () => undefined,
    }
  }
}

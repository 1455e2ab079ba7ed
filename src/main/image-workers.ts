import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { utilityProcess } from 'electron'
import { cleanEnvironment } from '../engine/images/clean-environment.ts'
import { serveImageWorkers } from '../engine/images/relay.ts'
import { withoutNativeFlag } from '../engine/images/worker/native-ban.ts'
import { entries, plainNode } from './paths.ts'

/**
 * A line for the engine on which utility processes decode its pictures; null where it starts plain Node itself, which
 * is so on Linux, whose Electron clashes with native sharp, and outside of Electron. Where a Linux app has lost its
 * Node, sharp comes as WASM.
 */
export function utilityImageWorkers(): MessagePort | null {
  const args = argumentsHere()
  if (args === null) return null
  const { port1, port2 } = new MessageChannel()
  serveImageWorkers(port1, () =>
    utilityProcess.fork(entries.imageWorker, args, {
      env: cleanEnvironment(process.env),
      stdio: 'ignore',
      serviceName: 'Printroom pictures',
    }),
  )
  return port2
}

function argumentsHere(): string[] | null {
  if (process.versions.electron === undefined) return null
  if (process.platform !== 'linux') return []
  return plainNode() === null ? [withoutNativeFlag] : null
}

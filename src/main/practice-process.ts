import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { utilityProcess } from 'electron'
import { servePractice } from '../engine/practice/relay.ts'
import { announced, practiceArguments, practiceEnvironment } from '../engine/practice/start.ts'
import { entries } from './paths.ts'

/**
 * A line for the engine on which practice is started as a utility process; null where the engine starts it by a plain
 * Node itself. The packages for macOS and Windows carry none, and what Finder starts finds none; on Linux practice, which
 * makes pictures, may not run in Electron's own binary (toolchain.md, "Images").
 */
export function utilityPractice(): MessagePort | null {
  if (process.versions.electron === undefined || process.platform === 'linux') return null
  const { port1, port2 } = new MessageChannel()
  servePractice(port1, (options) =>
    announced(
      utilityProcess.fork(entries.practice, practiceArguments(options), {
        env: practiceEnvironment(options),
        stdio: 'pipe',
        serviceName: 'Printroom practice',
      }),
    ),
  )
  return port2
}

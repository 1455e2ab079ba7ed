import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Engine } from '../../engine/engine.ts'
import { lookTools } from './look-tools.ts'
import { orderTools } from './order-tools.ts'

const instructions =
  'Printroom makes images and videos with a paid service. Quote before you order. An order is sent by itself only within the budget that its owner set; else it waits in the Queue for a person, and you cannot approve it. Results are files: their paths are in assets.'

export interface ServeOptions {
  /** Of Printroom. */
  version: string
  /** An order of more credits waits for a person whatever the budget says; null: no such word. */
  waitsAbove: number | null
  signal: AbortSignal
  onTrouble: (message: string) => void
}

/**
 * Serves one agent over standard input and output until it closes them or `signal` ends it. Nothing else may write to
 * standard output meanwhile.
 */
export async function serveAgent(engine: Engine, options: ServeOptions): Promise<void> {
  const { version, waitsAbove, signal, onTrouble } = options
  const make = (): McpServer => {
    const server = new McpServer({ name: 'printroom', title: 'Printroom', version }, { instructions })
    lookTools(server, engine)
    orderTools(server, engine, waitsAbove)
    return server
  }
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    process.stdout.once('error', () => resolve())
    signal.addEventListener('abort', () => resolve())
  })
  const handle = serveStdio(make, { onerror: ({ message }) => onTrouble(message) })
  await ended
  await handle.close()
}

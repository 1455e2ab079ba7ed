import about from '../../../package.json' with { type: 'json' }
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { onStop } from '../stop-signals.ts'

/** Serves an agent over standard input and output, and drives the queue meanwhile. */
export async function mcp({ args, output, engineToChange }: Context): Promise<ExitStatus> {
  if (args.values.json || args.values.yes)
    throw new UsageError('mcp takes neither --json nor --yes: what agents may spend is set with “settings budget N”.')
  const engine = await engineToChange()
  await engine.key.load()
  engine.driver.start()
  const stopped = new AbortController()
  const stopping = onStop(() => stopped.abort())
  // Loaded here alone: every other command starts without it.
  const { serveAgent } = await import('../mcp/serve.ts')
  const { version } = about
  await serveAgent(engine, {
    version,
    waitsAbove: args.maxCredits,
    signal: stopped.signal,
    onTrouble: output.say,
  })
  stopping.end()
  return exitStatus.done
}

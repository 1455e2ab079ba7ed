import { spawn } from 'node:child_process'
import { practiceEnvironment } from '../../engine/practice/start.ts'
import { practiceOrigin } from '../../engine/remote/address.ts'
import { readLedger } from '../../practice/ledger.ts'
import { UsageError } from '../arguments.ts'
import { type Context, entryFiles } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { timeScaleFor } from '../time-scale.ts'

export async function practice(context: Context): Promise<ExitStatus> {
  switch (context.args.words[1]) {
    case 'serve':
      return serve(context)
    case 'ledger':
      return ledger(context)
    default:
      throw new UsageError('practice needs serve --port N or ledger.')
  }
}

/** Runs the practice service alone until it is told to stop. Its one line of output is its own. */
function serve({ args, folders }: Context): Promise<ExitStatus> {
  const { port } = args.values
  if (port === undefined || !/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError('practice serve needs --port N, a number up to 65535 (0 takes a free one).')
  return new Promise((resolve) => {
    // Its standard input ends with this program, however that ends, and practice with it.
    const words = [entryFiles.practice, '--home', folders().practice, '--port', port, '--until-input-ends']
    const child = spawn(process.execPath, words, {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: practiceEnvironment({ timeScale: timeScaleFor(practiceOrigin) }),
    })
    const stop = (signal: NodeJS.Signals) => child.kill(signal)
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    child.on('exit', (code) => resolve(code === 0 || code === null ? exitStatus.done : exitStatus.failed))
  })
}

/** What practice has charged and given back, whether it runs or not. */
function ledger({ output, folders }: Context): ExitStatus {
  const { entries: lines, totals } = readLedger(folders().practice)
  for (const { account, requestId, generationId, credits, kind } of lines) {
    output.line({ account, requestId, generationId, credits, kind })
    output.say(
      `${kind.padEnd(7)} ${String(credits).padStart(6)}  ${account}  ${requestId ?? 'without a number'}  ${generationId}`,
    )
  }
  output.line({ totals })
  output.say(`Charged ${totals.charged}, refunded ${totals.refunded}`)
  return exitStatus.done
}

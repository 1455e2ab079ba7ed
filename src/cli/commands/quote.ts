import { QuoteService } from '../../engine/quoting/quote-service.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus, leftOutStatus } from '../exit-status.ts'
import { tellQuote } from '../spend.ts'
import { quoteGeneration } from './generate.ts'
import { quoteSkill } from './skill.ts'

/** The price and its lines; nothing is sent. */
export async function quoteCommand(context: Context): Promise<ExitStatus> {
  const { words } = context.args
  if (words[1] !== 'generate' && words[1] !== 'skill') throw new UsageError('quote needs “generate …” or “skill ID …”.')
  if (words[1] === 'generate' && context.args.values.reencode === true)
    throw new UsageError('--reencode does not go with a generation.')
  if (words[1] === 'generate' && context.args.values.twice === true)
    throw new UsageError('--twice does not go with a generation.')
  const engine = await context.engine()
  const quotes = new QuoteService(engine)
  const view =
    words[1] === 'generate'
      ? await quoteGeneration(context, engine, quotes)
      : await quoteSkill(context, engine, quotes, words.slice(2))
  const status = tellQuote(context, view)
  context.output.result([])
  return status ?? leftOutStatus(view.leftOut) ?? exitStatus.done
}

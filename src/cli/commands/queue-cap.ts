import type { CapsView } from '../../contract/app.ts'
import { mostCredits } from '../../contract/limits.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import { engineCalls } from '../../engine/api/calls.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { plainNumber } from '../numbers.ts'

/** `queue cap`, `queue cap day N|none`, `queue cap batch N|none`: what may be spent at most, and what is. */
export async function queueCap({ args, output, engine, engineToChange }: Context): Promise<ExitStatus> {
  const [, , which, amount] = args.words
  if (which !== undefined && which !== 'day' && which !== 'batch')
    throw new UsageError('queue cap takes day or batch, and a number of credits or none.')
  const cap = which === undefined ? null : { [which]: readCap(amount) }
  const opened = await (cap === null ? engine : engineToChange)()
  await opened.key.load()
  const calls = engineCalls(opened)
  const view = cap === null ? await calls['queue.caps'](undefined) : await calls['queue.setCaps'](cap)
  output.line({ event: 'cap', ...view })
  for (const line of inWords(view)) output.say(line)
  return exitStatus.done
}

function readCap(text: string | undefined): number | null {
  if (text === 'none') return null
  const credits = plainNumber(text)
  if (credits === null || credits > mostCredits)
    throw new UsageError('A limit is a number of credits, such as 100, or none.')
  return credits
}

function inWords({ day, batch, spent, reserved, left }: CapsView): string[] {
  const sum = (credits: number | null) => (credits === null ? 'an amount not known yet' : creditsInWords(credits))
  return [
    `In 24 hours: ${day === null ? 'no limit' : `at most ${creditsInWords(day)}`}. Spent ${sum(spent)}, reserved for orders under way ${sum(reserved)}${day === null ? '' : `, left ${sum(left)}`}.`,
    `A batch: ${batch === null ? 'no limit' : `at most ${creditsInWords(batch)}`}.`,
  ]
}

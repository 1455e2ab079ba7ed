import { mostCredits } from '../../contract/limits.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import { type AgentsView, agentsView } from '../../engine/api/agents.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { plainNumber } from '../numbers.ts'

/** `settings budget [N|none]`: what agents may spend at this service without a person, in all. */
export async function settingsBudget({ args, output, engine, engineToChange }: Context): Promise<ExitStatus> {
  const [, , amount, stray] = args.words
  if (stray !== undefined) throw new UsageError(`settings budget takes no “${stray}”.`)
  const credits = amount === undefined ? undefined : readBudget(amount)
  const opened = await (credits === undefined ? engine : engineToChange)()
  if (credits !== undefined) opened.budget.setAgents(credits)
  const view = agentsView(opened)
  output.line({ event: 'budget', service: opened.origin, ...view })
  output.say(inWords(view))
  return exitStatus.done
}

function readBudget(text: string): number | null {
  if (text === 'none') return null
  const credits = plainNumber(text)
  if (credits === null || credits > mostCredits)
    throw new UsageError('A budget is a number of credits, such as 100, or none.')
  return credits
}

function inWords({ credits, spent, reserved, left }: AgentsView): string {
  if (credits === null) return 'Agents may spend nothing. What they order waits in the Queue for you.'
  const known = (sum: number | null) => (sum === null ? 'an amount not known yet' : creditsInWords(sum))
  return `Agents may spend ${creditsInWords(credits)} in all: ${known(spent)} spent, ${known(reserved)} reserved, ${known(left)} left. Anything above waits in the Queue for you.`
}

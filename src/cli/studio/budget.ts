import { randomUUID } from 'node:crypto'
import { mostCredits } from '../../contract/limits.ts'
import { reservedOf } from '../../domain/quote/cap.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import { type BudgetScope, scopes } from '../../domain/studio/budget.ts'
import { readBudgets, setBudget } from '../../engine/studio/budgets.ts'
import { actAtOnce } from '../../engine/studio/commands.ts'
import { personNamed } from '../../engine/studio/people.ts'
import { RefusedError, readName, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { plainNumber } from '../numbers.ts'
import { whoActs } from './who.ts'

interface Change {
  scope: BudgetScope
  name: string
  changes: { perDay?: number | null; perOrder?: number | null }
}

/** `studio budget`: what may be spent, and what is held. `studio|project|person [NAME] day|order N|none` changes one. */
export async function budget(context: Context): Promise<ExitStatus> {
  const { args, output } = context
  const words = args.words.slice(2)
  const change = words.length === 0 ? null : readChange(words)
  const { database } = await context.studio()
  if (change !== null) {
    const actor = await whoActs(context, database, ['lead', 'admin'])
    if (change.scope === 'person') {
      const person = await personNamed(database, change.name)
      if (person === null) throw new RefusedError(`Nobody in this studio is named ${change.name}. Nothing was changed.`)
      change.name = person.name
    }
    await actAtOnce(
      database,
      { id: randomUUID(), person: actor.id, kind: 'budget', payload: JSON.stringify(change) },
      (transaction) => setBudget(transaction, change.scope, change.name, change.changes),
    )
  }
  const budgets = await readBudgets(database)
  for (const { scope, name, perDay, perOrder, held } of budgets) {
    const reserved = reservedOf(held)
    output.line({ event: 'budget', scope, name: name || null, perDay, perOrder, spent: held.spent, reserved })
    const known = (credits: number | null): string => (credits === null ? 'not known' : creditsInWords(credits))
    const most = (credits: number | null): string => (credits === null ? 'no limit' : creditsInWords(credits))
    output.say(
      `  ${scope}${name === '' ? '' : ` ${name}`}: ${most(perDay)} in 24 hours, ${most(perOrder)} with one order; spent ${known(held.spent)}, reserved ${known(reserved)}`,
    )
  }
  if (budgets.length === 0) output.say('There is no budget: nothing holds the studio’s orders back.')
  return exitStatus.done
}

const usage =
  'studio budget takes studio day|order N|none, or project NAME day|order N|none, or person NAME day|order N|none.'

/** @throws UsageError */
function readChange(words: readonly string[]): Change {
  const [first = '', ...rest] = words
  const scope = scopes.find((known) => known === first)
  if (scope === undefined) throw new UsageError(usage)
  const [name, which, amount, stray] = scope === 'studio' ? ['', ...rest] : rest
  if (name === undefined || amount === undefined || stray !== undefined || (which !== 'day' && which !== 'order'))
    throw new UsageError(usage)
  const credits = amount === 'none' ? null : plainNumber(amount)
  if (amount !== 'none' && (credits === null || credits > mostCredits))
    throw new UsageError('A budget is a number of credits, such as 100, or none.')
  return {
    scope,
    name: scope === 'project' ? readName(name) : name,
    changes: which === 'day' ? { perDay: credits } : { perOrder: credits },
  }
}

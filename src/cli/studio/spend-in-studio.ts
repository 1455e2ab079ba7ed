import { randomUUID } from 'node:crypto'
import type { QuoteView } from '../../contract/quotes.ts'
import type { RequestView } from '../../contract/views.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../../engine/engine.ts'
import { OrderError } from '../../engine/quoting/order-error.ts'
import type { QuoteService } from '../../engine/quoting/quote-service.ts'
import { type CommandOutcome, commandOf, outcomeOfCommand, type StudioCommand } from '../../engine/studio/commands.ts'
import type { Person } from '../../engine/studio/people.ts'
import { placeOrder } from '../../engine/studio/place-order.ts'
import { StudioError } from '../../engine/studio/studio-error.ts'
import { RefusedError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus, leftOutStatus, statusOf, statusOfRefusal } from '../exit-status.ts'
import { commandNumber } from './command-number.ts'
import { copyFromStudio } from './copy-from-studio.ts'
import { followInStudio } from './follow-in-studio.ts'
import { countOf, isOtherOrder } from './other-order.ts'
import { tellUnknown } from './sent-commands.ts'
import { NotKnownError, Waiting } from './waiting.ts'
import { whoActs } from './who.ts'

/** An order from the command line. */
interface Spending {
  context: Context
  engine: Engine
  quotes: QuoteService
  quote: QuoteView
}

/** As it stands in the studio, or is about to. */
interface Given {
  id: string
  person: Person
  out: string | null
}

/**
 * What became of the order that `--command` names, whatever stands in the way of making it now: its price, a picture, a consent.
 * @returns null where none is named, or none of that number was given
 */
export async function spentBefore(
  spending: Spending,
  openOut: () => Promise<string | null>,
): Promise<ExitStatus | null> {
  const { context } = spending
  const id = commandNumber(context)
  if (id === null) return null
  const { database } = await context.studio()
  const person = await whoActs(context, database, ['designer', 'lead', 'admin'])
  const before = await commandOf(database, id)
  if (before === null) return null
  if (before.kind !== 'order' || before.person !== person.id)
    throw new RefusedError(
      `The command ${id} is somebody else’s, or no order. Nothing was ordered. Leave --command out.`,
    )
  context.output.say('This command was given before: nothing more is ordered for it.')
  if (await isAnother(spending, before))
    context.output.say(
      `It was another order than this one: other pictures, settings or another project. What became of that one is told here, and nothing of this one was ordered. To order this one, leave --command out.`,
    )
  const out = await openOut()
  const waiting = new Waiting(context)
  try {
    return await toItsEnd(spending, { id, person, out }, waiting)
  } finally {
    waiting.end()
  }
}

/** By what would be ordered now. Where that cannot be made any more, by how many requests it is. */
async function isAnother({ context, quotes, quote }: Spending, before: StudioCommand): Promise<boolean> {
  const { maxCredits, project } = context.args
  let now: readonly Receipt[] | null = null
  const takenBy = async (receipts: readonly Receipt[]): Promise<void> => {
    now = receipts
  }
  await quotes.approve(quote.id, quote.credits, { ceilingCredits: maxCredits, takenBy }).catch(() => undefined)
  return now === null ? countOf(before) !== quote.requests : isOtherOrder(before, { project, receipts: now })
}

/** An accepted quote becomes an order of the studio: its key and its budgets pay. */
export async function spendInStudio(spending: Spending, out: string | null): Promise<ExitStatus> {
  const { context, quotes, quote } = spending
  const { args, output } = context
  const id = commandNumber(context) ?? randomUUID()
  const { database, files } = await context.studio()
  const person = await whoActs(context, database, ['designer', 'lead', 'admin'])
  await files.mustBeThere()
  let waiting: Waiting | null = null
  // Up to here nothing of the order has left: a signal ends the program at once.
  const send = (command: StudioCommand): Promise<void> => {
    waiting = new Waiting(context)
    return waiting.send([command], { what: 'order', person: person.name })
  }
  const takenBy = (receipts: Receipt[]): Promise<void> =>
    placeOrder({ database, files }, { id, person, project: args.project, receipts, send })
  try {
    await quotes.approve(quote.id, quote.credits, { ceilingCredits: args.maxCredits, takenBy })
    return await toItsEnd(spending, { id, person, out }, waiting ?? new Waiting(context))
  } catch (error) {
    if (error instanceof NotKnownError) {
      tellUnknown(output, error.cause, { ids: error.sent, person: person.name, what: 'order' })
      output.result([])
      return exitStatus.running
    }
    if (error instanceof StudioError) throw new RefusedError(`${error.message} Nothing was ordered or charged.`)
    if (!(error instanceof OrderError && error.code === 'price-differs')) throw error
    output.say(error.message)
    output.result([])
    return exitStatus.decision
  } finally {
    endOf(waiting)
  }
}

const endOf = (waiting: Waiting | null): void => waiting?.end()

/** Whatever the database does from here on, the order is told by its number. */
async function toItsEnd(
  { context, engine, quote }: Spending,
  { id, person, out }: Given,
  waiting: Waiting,
): Promise<ExitStatus> {
  const { output } = context
  let isTaken = false
  let views: RequestView[] = []
  try {
    const { database } = await context.studio()
    const outcome = await outcomeOfCommand(database, id, waiting.within, waiting.ask)
    tellOutcome(context, id, person.name, outcome)
    if (outcome?.is !== 'done') {
      output.result([])
      return outcome === null ? exitStatus.running : statusOfRefusal(outcome.code)
    }
    isTaken = true
    const seen = (now: RequestView[]): void => {
      views = now
    }
    views = await followInStudio(context, outcome.requests, waiting.toTheEnd, { ask: waiting.ask, seen })
  } catch (error) {
    tellUnknown(output, error, { ids: [id], person: person.name, what: 'order' }, isTaken)
    output.result(views)
    return exitStatus.running
  }
  const isCopied = out === null || (await copied(context, engine, views, out))
  output.result(views)
  return statusOf(views, leftOutStatus(quote.leftOut) ?? (isCopied ? null : exitStatus.failed))
}

/** Files that cannot be fetched now take nothing from what became of the order. */
async function copied(context: Context, engine: Engine, views: RequestView[], out: string): Promise<boolean> {
  try {
    return await copyFromStudio(engine, views, out, context)
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    context.output.say(error.message)
    return false
  }
}

function tellOutcome({ output }: Context, id: string, person: string, outcome: CommandOutcome | null): void {
  output.line({
    event: 'command',
    id,
    person,
    outcome: outcome?.is ?? null,
    ...(outcome?.is === 'refused' ? { code: outcome.code, error: outcome.message } : {}),
  })
  if (outcome === null)
    output.say(
      `No worker has taken the order yet; it stands in the studio’s inbox, where one may take it at any time and charge it as agreed. What became of it: the same command with --command ${id}. Nothing is ordered twice by that.`,
    )
  else if (outcome.is === 'refused') output.say(outcome.message)
  else output.say(`The studio has taken it, as command ${id}.`)
}

import { randomUUID } from 'node:crypto'
import type { QuoteView } from '../../contract/quotes.ts'
import type { RequestView } from '../../contract/views.ts'
import type { Engine } from '../../engine/engine.ts'
import { OrderError } from '../../engine/quoting/order-error.ts'
import type { QuoteService } from '../../engine/quoting/quote-service.ts'
import { type CommandOutcome, commandOf, outcomeOfCommand } from '../../engine/studio/commands.ts'
import { placeOrder } from '../../engine/studio/place-order.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus, leftOutStatus, statusOf } from '../exit-status.ts'
import { onStop } from '../stop-signals.ts'
import { copyFromStudio } from './copy-from-studio.ts'
import { followInStudio } from './follow-in-studio.ts'
import { whoActs } from './who.ts'

/** Without --wait a worker has so long to take an order; it stands in the inbox all the same. */
export const takenWithinMs = 15_000

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** As the command line says; null: it says none. @throws UsageError */
export function commandNumber({ args }: Context): string | null {
  const id = args.values.command?.toLowerCase() ?? null
  if (id !== null && !uuid.test(id))
    throw new UsageError('--command takes the number of a command, a UUID as “studio audit” shows it.')
  return id
}

/** An accepted quote becomes an order of the studio: its key and its budgets pay. */
export async function spendInStudio(
  context: Context,
  engine: Engine,
  quotes: QuoteService,
  quote: QuoteView,
  out: string | null,
): Promise<ExitStatus> {
  const { args, output } = context
  const id = commandNumber(context) ?? randomUUID()
  const { database, files } = await context.studio()
  const person = await whoActs(context, database, ['designer', 'lead', 'admin'])
  const before = await commandOf(database, id)
  if (before !== null && (before.kind !== 'order' || before.person !== person.id))
    throw new RefusedError(
      `The command ${id} is somebody else’s, or no order. Nothing was ordered. Leave --command out.`,
    )
  if (before === null) {
    await files.mustBeThere()
    try {
      await quotes.approve(quote.id, quote.credits, {
        ceilingCredits: args.maxCredits,
        takenBy: (receipts) => placeOrder({ database, files }, { id, person, project: args.project, receipts }),
      })
    } catch (error) {
      if (!(error instanceof OrderError && error.code === 'price-differs')) throw error
      output.say(error.message)
      output.result([])
      return exitStatus.decision
    }
  } else output.say('This command was given before: nothing more is ordered for it.')
  const stopped = new AbortController()
  const stopping = onStop(() => stopped.abort())
  try {
    const isWaiting = args.values.wait === true
    const within = isWaiting ? stopped.signal : AbortSignal.any([stopped.signal, AbortSignal.timeout(takenWithinMs)])
    const outcome = await outcomeOfCommand(database, id, within)
    tellOutcome(context, id, person.name, outcome)
    if (outcome?.is !== 'done') return refusedStatus(outcome)
    const views = await followInStudio(context, outcome.requests, isWaiting ? stopped.signal : AbortSignal.abort())
    const isCopied = out === null || (await copyFromStudio(engine, views, out, context))
    output.result(views)
    return statusOf(views, leftOutStatus(quote.leftOut) ?? (isCopied ? null : exitStatus.failed))
  } finally {
    stopping.end()
  }

  function refusedStatus(outcome: Exclude<CommandOutcome, { is: 'done' }> | null): ExitStatus {
    output.result([] satisfies RequestView[])
    if (outcome === null) return exitStatus.running
    return outcome.code === 'cap' || outcome.code === 'price-differs' ? exitStatus.decision : exitStatus.failed
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
      `No worker has taken the order yet; it stands in the studio’s inbox. What became of it: the same command with --command ${id}. Nothing is ordered twice by that.`,
    )
  else if (outcome.is === 'refused') output.say(outcome.message)
  else output.say(`The studio has taken it, as command ${id}.`)
}

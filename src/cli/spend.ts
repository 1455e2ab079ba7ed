import { basename } from 'node:path'
import type { QuoteView } from '../contract/quotes.ts'
import type { RequestView } from '../contract/views.ts'
import { creditsInWords } from '../domain/request/money-words.ts'
import { fileOrdered, inheritedProject } from '../engine/api/projects.ts'
import type { Engine } from '../engine/engine.ts'
import { OrderError } from '../engine/quoting/order-error.ts'
import type { QuoteService } from '../engine/quoting/quote-service.ts'
import type { Context } from './context.ts'
import { openFolder } from './copies.ts'
import { copyOut } from './copy-out.ts'
import { type ExitStatus, exitStatus, leftOutStatus, statusOf } from './exit-status.ts'
import { follow } from './follow.ts'
import { reencodeLine } from './output.ts'
import { quoteNotes } from './quote-notes.ts'
import { sourceOf } from './settings.ts'

/** From a quote to results: consent, receipts, sending, waiting, copies. */
export async function spend(
  context: Context,
  engine: Engine,
  quotes: QuoteService,
  quote: QuoteView,
): Promise<ExitStatus> {
  const { output, args } = context
  const refused = tellQuote(context, quote)
  const openOut = async (): Promise<string | null> =>
    args.values.out === undefined ? null : openFolder(args.values.out, context.ownPlaces([engine.place.folder]))
  const inStudio = args.values.studio === true ? await import('./studio/spend-in-studio.ts') : null
  const before = (await inStudio?.spentBefore({ context, engine, quotes, quote }, openOut)) ?? null
  if (before !== null) return before
  if (refused !== null) {
    output.result([])
    return refused
  }
  const leftOut = args.values['skip-paid'] === true ? quote.alreadyPaid : []
  const held = consentMissing(context, askedFor(context, quote))
  if (held !== null) {
    output.say(`${held} Nothing was sent or charged.`)
    output.result([])
    return exitStatus.decision
  }
  const out = await openOut()
  if (inStudio !== null) return inStudio.spendInStudio({ context, engine, quotes, quote }, out)
  engine.driver.start()
  const ids = await approved(context, engine, quotes, quote)
  if (ids === null) return exitStatus.decision
  // What is under way already is this command's as well: it waits for it, and ends as that ends.
  const open = leftOut.flatMap(({ requestId, isOpen }) => (isOpen ? [requestId] : []))
  const followed = await follow(engine, [...new Set([...ids, ...open])], args.values.wait === true, output)
  const views = followed.filter(({ id }) => ids.includes(id))
  const earlier = leftOut.flatMap((paid) => earlierView(engine, paid))
  const isCopied = out === null || (await copyOut(engine, [...views, ...earlier], out, context))
  output.result(views, earlier)
  return statusOf(followed, leftOutStatus(quote.leftOut) ?? (isCopied ? null : exitStatus.failed))
}

/** What is to be paid: the whole quote, or with `--skip-paid` the rest of it. */
const askedFor = ({ args }: Context, quote: QuoteView): QuoteView =>
  args.values['skip-paid'] === true ? { ...quote, ...quote.rest } : quote

/** Numbers of the requests; null where they would pass a cap, or cost more by now, which was said then. */
async function approved(
  context: Context,
  engine: Engine,
  quotes: QuoteService,
  quote: QuoteView,
): Promise<string[] | null> {
  const { output, args } = context
  const leaveOut = args.values['skip-paid'] === true ? ('already-paid' as const) : undefined
  try {
    const terms = { leaveOut, ceilingCredits: args.maxCredits }
    const receipts = await quotes.approve(quote.id, askedFor(context, quote).credits, terms)
    fileOrdered(engine, receipts, args.project ?? inheritedProject(engine, receipts))
    if (args.project !== null) output.say(`Filed under ${args.project}.`)
    return receipts.map((receipt) => receipt.id)
  } catch (error) {
    if (!(error instanceof OrderError && (error.code === 'cap' || error.code === 'price-differs'))) throw error
    output.say(error.message)
    output.result([])
    return null
  }
}

/** The request that made it before, under the name of the picture as it was given now. */
function earlierView(engine: Engine, paid: QuoteView['alreadyPaid'][number]): RequestView[] {
  const receipt = engine.store.receipts.get(paid.requestId)
  if (!receipt) return []
  const view = engine.viewOf(receipt)
  return [paid.source === null ? view : { ...view, title: basename(paid.source) }]
}

/** Shows the price and what stands in its way. A status when nothing can be sent. */
export function tellQuote(context: Context, quote: QuoteView): ExitStatus | null {
  const { output, args } = context
  for (const { file, message, original } of quote.leftOut) {
    output.line({
      event: 'prepared',
      source: sourceOf(file),
      bytes: original?.sizeBytes ?? 0,
      width: original?.width ?? 0,
      height: original?.height ?? 0,
      format: '',
      decision: original === null ? 'refused' : 'needs-url',
      reason: message,
      ...(original?.reencode ? { reencode: reencodeLine(original.reencode) } : {}),
    })
    output.say(message.includes(basename(file)) ? message : `${basename(file)}: ${message}`)
  }
  if (quote.leftOut.some(({ original }) => original?.reencode)) output.say('--reencode accepts the copies named above.')
  const told = new Set(quote.leftOut.map(({ message }) => message))
  const problems = quote.problems.filter(({ message }) => !told.has(message))
  for (const { message } of problems) output.say(message)
  for (const note of quoteNotes(quote)) output.say(note)
  for (const paid of quote.alreadyPaid) output.say(paidWords(paid, args.values['skip-paid'] === true))
  if (quote.requests > 0) output.quote(askedFor(context, quote))
  if (quote.price === 'unavailable' && quote.requests > 0) return exitStatus.failed
  if (problems.length > 0) return exitStatus.usage
  if (quote.requests === 0) return leftOutStatus(quote.leftOut) ?? exitStatus.failed
  return null
}

function paidWords(paid: QuoteView['alreadyPaid'][number], isLeftOut: boolean): string {
  const what = paid.source === null ? 'This' : basename(paid.source)
  const cost = paid.credits === null ? '' : `, for ${creditsInWords(paid.credits)}`
  const now = isLeftOut ? 'It is not ordered again.' : 'It is ordered again; --skip-paid leaves it out.'
  if (paid.isOpen)
    return `${what} is ordered already with the same settings${cost}: receipt ${paid.requestId.slice(0, 8)}, which is not done yet. ${now}`
  return `${what} was made before with the same settings${cost}: receipt ${paid.requestId.slice(0, 8)}, ${paid.assets.join(', ')}. ${now}`
}

/** `--yes` accepts known prices only, up to `--max-credits`. Null: the consent is there. */
function consentMissing({ args }: Context, quote: QuoteView): string | null {
  if (quote.requests === 0) return null
  if (quote.credits === null) {
    const unseen = 'The price is not known yet, and --yes accepts known prices only.'
    if (!quote.takesCeiling) return `${unseen} The service holds this order to no sum, so that it is not sent unseen.`
    if (args.maxCredits === null)
      return `${unseen} Name the most that you pay with --max-credits N: the service holds it to that.`
    return args.values.yes === true ? null : `Accept ${creditsInWords(args.maxCredits)} at most with --yes.`
  }
  if (args.maxCredits !== null && quote.credits > args.maxCredits)
    return `The price of ${quote.credits} is above --max-credits ${args.maxCredits}.`
  return args.values.yes === true ? null : 'Accept the price with --yes.'
}

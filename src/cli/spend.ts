import type { QuoteView, RequestView } from '../contract/views.ts'
import { copyName } from '../domain/naming/file-name.ts'
import { isEndState } from '../domain/request/states.ts'
import type { Engine } from '../engine/engine.ts'
import type { Offers } from '../engine/offers.ts'
import type { Context } from './context.ts'
import { copyNew, openFolder } from './copies.ts'
import { type ExitStatus, exitStatus, statusOf } from './exit-status.ts'
import { follow } from './follow.ts'
import { sourceOf } from './settings.ts'

/** From a quote to results: consent, receipts, sending, waiting, copies. */
export async function spend(context: Context, engine: Engine, offers: Offers, quote: QuoteView): Promise<ExitStatus> {
  const { output, args } = context
  const refused = tellQuote(context, quote)
  if (refused !== null) {
    output.result([])
    return refused
  }
  const held = consentMissing(context, quote)
  if (held !== null) {
    output.say(`${held} Nothing was sent or charged.`)
    output.result([])
    return exitStatus.decision
  }
  const out = args.values.out === undefined ? null : openFolder(args.values.out)
  engine.driver.start()
  const receipts = await offers.approve(quote.id, quote.credits)
  const ids = receipts.map((receipt) => receipt.id)
  const views = await follow(engine, ids, args.values.wait === true, output)
  const isCopied = out === null || copyOut(views, out, context)
  output.result(views)
  return statusOf(views, quote.leftOut.length > 0 || !isCopied)
}

/** Shows the price and what stands in its way. A status when nothing can be sent. */
export function tellQuote({ output }: Context, quote: QuoteView): ExitStatus | null {
  for (const { path, message } of quote.leftOut) {
    output.line({
      event: 'prepared',
      source: sourceOf(path),
      bytes: 0,
      width: 0,
      height: 0,
      format: '',
      decision: 'refused',
      reason: message,
    })
    output.say(message)
  }
  for (const { message } of quote.problems) output.say(message)
  for (const note of quote.notes) output.say(note)
  if (quote.requests > 0) output.quote(quote)
  if (quote.price === 'unavailable' && quote.requests > 0) return exitStatus.failed
  if (quote.problems.length > 0) return exitStatus.usage
  if (quote.requests === 0) return exitStatus.failed
  return null
}

/** `--yes` accepts known prices only, up to `--max-credits`. Null: the consent is there. */
function consentMissing({ args }: Context, quote: QuoteView): string | null {
  if (quote.credits === null) return 'The price is not known yet, and --yes accepts known prices only.'
  if (args.maxCredits !== null && quote.credits > args.maxCredits)
    return `The price of ${quote.credits} is above --max-credits ${args.maxCredits}.`
  return args.values.yes === true ? null : 'Accept the price with --yes.'
}

/** Copies beside the library, under `{source}-{skill}`; a name that is taken gets a number. Whether all were made. */
function copyOut(views: RequestView[], folder: string, { output }: Context): boolean {
  let isWhole = true
  for (const view of views)
    for (const asset of view.assets) {
      const extension = asset.name.slice(asset.name.lastIndexOf('.') + 1)
      const name = (n: number) =>
        view.kind === 'skill'
          ? copyName(view.title, view.skill ?? '', extension, n)
          : copyName(asset.name, 'copy', extension, n)
      try {
        copyNew(asset.path, folder, name)
      } catch (error) {
        isWhole = false
        output.say(
          `${asset.name} could not be copied to ${folder}: ${error instanceof Error ? error.message : ''}. It is safe in the library.`,
        )
      }
    }
  if (views.some((view) => !isEndState(view.state)))
    output.say(`What is not home yet was not copied to ${folder}; with --wait it is. It will be in the library.`)
  return isWhole
}

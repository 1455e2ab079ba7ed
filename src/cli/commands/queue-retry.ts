import type { Engine } from '../../engine/engine.ts'
import { NotNowError } from '../../engine/platform/call-error.ts'
import { QuoteService } from '../../engine/quoting/quote-service.ts'
import { retryHere } from '../../engine/quoting/retry-here.ts'
import { RefusedError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, statusOf } from '../exit-status.ts'
import { followLook } from '../follow.ts'
import { spend } from '../spend.ts'
import { findReceipt } from './receipts.ts'

/** Fetches what is owed and looks now, or quotes the same order anew where it has come to nothing. */
export async function queueRetry(context: Context, name: string): Promise<ExitStatus> {
  const engine = await context.engineToChange()
  await engine.key.load()
  const receipt = findReceipt(engine, name)
  const retry = retryHere(engine, receipt)
  switch (retry.do) {
    case 'nothing':
      throw new RefusedError(`${receipt.id.slice(0, 8)} cannot be tried again. ${retry.why}`)
    case 'look':
      return look(context, engine, receipt.id)
    case 'order': {
      const quotes = new QuoteService(engine)
      try {
        return await spend(context, engine, quotes, await quotes.reorder(receipt, context.args.values.reencode))
      } catch (error) {
        if (error instanceof NotNowError) throw new RefusedError(error.message)
        throw error
      }
    }
  }
}

/** Looks and fetches; what waits to be sent waits on. */
async function look({ output }: Context, engine: Engine, id: string): Promise<ExitStatus> {
  const view = await followLook(engine, id, output)
  if (!engine.driver.drives) output.say('Another Printroom drives the queue. It was asked to look now.')
  output.result([view])
  return statusOf([view])
}

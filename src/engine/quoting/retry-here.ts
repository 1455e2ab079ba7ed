import type { Receipt } from '../../domain/request/receipt.ts'
import { type Retry, retryOf } from '../../domain/request/retry.ts'
import { ofAnotherService } from '../queue/driver.ts'
import type { QuoteContext } from './context.ts'

/** What “retry” means for a request in this engine: one of another service, or one set aside, is not driven here. */
export function retryHere({ origin, store, driver, viewOf }: QuoteContext, receipt: Receipt): Retry {
  if (receipt.origin !== origin) return { do: 'nothing', why: ofAnotherService }
  if (store.receipts.setAside().includes(receipt.id))
    return { do: 'nothing', why: 'Its receipt has two versions that disagree, so nothing is sent or fetched for it.' }
  // A pause of the account holds it too, and is what is said of it.
  const message = viewOf(receipt).next?.words
  const next =
    message === undefined ? receipt.next : { atMs: receipt.next?.atMs ?? receipt.updatedAtMs, words: message }
  return retryOf({ ...receipt, next }, driver.paused)
}

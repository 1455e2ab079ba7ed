import { isYoung } from '../../domain/request/clearance.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { payloadOf, type StudioCommand } from './commands.ts'
import { type Judged, orderPayload } from './orders.ts'

/**
 * The prices of an order, derived anew from the lists of now: what the command says of them is compared and not believed.
 * @returns null where the lists cannot be read now: the order waits
 */
export async function judgeOrder(engine: Engine, command: StudioCommand): Promise<Judged | null> {
  const judged = (refusal: string | null): Judged => ({
    service: engine.origin,
    keyFingerprint: engine.key.fingerprint,
    refusal,
  })
  const parsed = orderPayload.safeParse(payloadOf(command))
  // Said where it is taken.
  if (!parsed.success) return judged(null)
  for (const receipt of parsed.data.receipts) {
    // By the worker's own clock: that of whoever ordered may be wrong.
    const asked = { ...receipt, updatedAtMs: 0 }
    await engine.prices.read(asked)
    const { price } = engine.prices.facts(asked)
    if (price === null || !isYoung(price.ageMs, engine.timing.priceMaxAgeMs)) return null
    const refusal = differs(receipt, price.quote.credits)
    if (refusal !== null) return judged(refusal)
  }
  return judged(null)
}

function differs({ quote, consent }: Receipt, now: number | null): string | null {
  if (now === null)
    return 'The service shows no price for this order now, and a studio orders nothing at a price that nobody knows.'
  const said = quote.credits === null ? 'a price not known' : creditsInWords(quote.credits)
  if (quote.credits !== now || consent.credits !== now)
    return `A request of the order costs ${creditsInWords(now)} now, and the order says ${said}. Look at the price again.`
  if (consent.ceilingCredits !== null && consent.ceilingCredits < now)
    return 'A request of the order costs more than the most that was named for it.'
  return null
}

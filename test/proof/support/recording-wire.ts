import type { Json } from '../../../src/domain/json.ts'
import { type Exchange, type ExchangeOptions, Exchanger } from '../../../src/engine/remote/exchange.ts'
import { type Chance, chanceOf } from './random.ts'

export interface Sent {
  bytes: Buffer
  bearer: string | undefined
}

/** The lowest edge of the network: notes every paid POST and answers as chance has it, in the service's own words (§7). */
export class RecordingWire extends Exchanger {
  sent: Sent[] = []
  #chance: Chance = chanceOf(0)

  /** Forgets what was sent, and takes its chances from here on. */
  begin(chance: Chance): void {
    this.sent = []
    this.#chance = chance
  }

  override exchange({ method, bearer, body }: ExchangeOptions): Promise<Exchange> {
    if (method !== 'POST') return Promise.resolve({ type: 'notSent', reason: 'nobody is there' })
    this.sent.push({ bytes: Buffer.from(body ?? []), bearer })
    return Promise.resolve(this.#answer())
  }

  #answer(): Exchange {
    const chance = this.#chance
    const answer = (httpStatus: number, body: Json, retryAfterMs: number | null = null): Exchange => ({
      type: 'answer',
      httpStatus,
      body,
      retryAfterMs,
    })
    const error = (httpStatus: number, code: string, more: { [name: string]: Json } = {}): Exchange =>
      answer(httpStatus, { success: false, error: 'no', code, ...more })
    switch (chance.below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return { type: 'unknown', reason: 'the line broke' }
      case 4:
        return { type: 'notSent', reason: 'nobody is there' }
      case 5:
      case 6:
        return error(429, 'rate_limited', { retryAfterSeconds: chance.below(90) })
      case 7:
      case 8:
        return error(chance.percent(50) ? 503 : 409, 'in_progress', { retryAfterSeconds: chance.below(3) })
      case 9:
        return error(402, 'insufficient_credits')
      case 10:
        return chance.percent(50) ? answer(500, null) : answer(502, { error: 'bad gateway' })
      case 11:
        return error(401, 'invalid_key')
      case 12:
        return error(409, chance.oneOf(['idempotency_conflict', 'request_id_collision', 'price_changed']))
      case 13:
        return error(503, 'request_interrupted')
      case 14:
        return chance.percent(50) ? error(400, 'invalid') : error(410, 'generation_unavailable')
      default:
        return answer(200, { success: true, generationId: 'gen-1', status: 'processing', creditsUsed: 8 })
    }
  }
}

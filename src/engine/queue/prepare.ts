import type { Model } from '../../domain/catalogue/model.ts'
import { stalePrice } from '../../domain/request/questions.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { LiveList } from '../catalogue/live-list.ts'
import { ImageWorkerError } from '../images/errors.ts'
import { orderWithMovedPaths } from '../library/moved-paths.ts'
import type { CurrentPrices } from './current-price.ts'
import { outcomeOfWorker } from './prepare-failure.ts'
import { generationBody } from './prepare-generation.ts'
import type { PicturesDeps } from './prepare-picture.ts'
import { type SkillDeps, skillBody } from './prepare-skill.ts'
import { type Prepared, Stop } from './prepared.ts'

export type PrepareDeps = PicturesDeps &
  SkillDeps & {
    prices: CurrentPrices
    models: LiveList<Model[]>
    /** Of a source that lay in the library when it was ordered, and the library has moved since. */
    place?: Parameters<typeof orderWithMovedPaths>[1]
  }

/**
 * Turns an approved order into the exact bytes of its request: the price looked at again, pictures prepared and
 * uploaded, everything in place. Nothing of it costs credits, so all of it may be done again after a crash.
 * @throws trouble of this computer that no try will count
 */
export async function prepare(receipt: Receipt, deps: PrepareDeps): Promise<Prepared> {
  const prepared = await prepareOnce(receipt, deps)
  // Long after it was prepared a request is prepared anew, uploads and all (A15).
  if (prepared.type === 'prepared' || prepared.type === 'refused') deps.memory.forget(receipt.id)
  return prepared
}

async function prepareOnce(receipt: Receipt, deps: PrepareDeps): Promise<Prepared> {
  try {
    const price = await deps.prices.check(receipt)
    if (price.type === 'rose') return { type: 'priceRose', credits: price.credits }
    if (price.type === 'unreadable') return { type: 'delayed', reason: stalePrice, afterMs: null }
    const { quote } = receipt
    const order = deps.place ? await orderWithMovedPaths(receipt.order, deps.place) : receipt.order
    return order.kind === 'generation'
      ? { type: 'prepared', ...(await generationBody(receipt.id, order, deps)) }
      : { type: 'prepared', ...(await skillBody(receipt.id, order, quote.credits, deps)) }
  } catch (error) {
    if (error instanceof Stop) return error.outcome
    if (error instanceof ImageWorkerError) return outcomeOfWorker(error, () => deps.memory.failed(receipt.id))
    throw error
  }
}

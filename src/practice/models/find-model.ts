import type { Database } from 'better-sqlite3'
import { refuseHttp } from '../http/answer.ts'
import { type Market, marketOf, repriced } from '../market/market.ts'
import { imageModels } from './image-models.ts'
import type { PracticeModel, WireModel } from './model.ts'
import { videoModels } from './video-models.ts'

export const practiceModels: PracticeModel[] = [...imageModels, ...videoModels]

/** The models with the prices and offers of this moment. */
export function liveModels(db: Database): PracticeModel[] {
  const market = marketOf(db)
  return practiceModels.map((model) => ({
    ...model,
    retired: model.retired || market.retired?.includes(model.id) === true,
    credits_per_generation: repriced(market, model.id, model.credits_per_generation),
    extra_config: { ...model.extra_config, ...pricesOf(market, model) },
  }))
}

function pricesOf(market: Market, { id, extra_config }: PracticeModel): Partial<PracticeModel['extra_config']> {
  const { pricingPerSec, pricingPerCall, pricingPerSecWithVideo } = extra_config
  const tables = Object.entries({ pricingPerSec, pricingPerCall, pricingPerSecWithVideo })
  return Object.fromEntries(
    tables.filter(([, table]) => table !== undefined).map(([name, table]) => [name, repriced(market, id, table)]),
  )
}

/** The platform default is IMG-A (§1). */
const platformDefault = imageModels[0]?.id ?? ''

/** §4.1: an id of the list or IMG-B's predecessor; a retired one is rejected. */
export function requireModel(db: Database, modelId: unknown): PracticeModel {
  if (modelId !== undefined && typeof modelId !== 'string') throw refuseHttp(400, 'modelId must be a string')
  const wanted = modelId ?? platformDefault
  const model = liveModels(db).find(({ id, predecessors }) => id === wanted || predecessors.includes(wanted))
  if (model === undefined) throw refuseHttp(400, `unknown model: ${wanted}`)
  if (model.retired) throw refuseHttp(400, `the model ${wanted} is retired`)
  return model
}

export function toWireModel(model: PracticeModel): WireModel {
  const { id, name, provider, credits_per_generation, supported_ratios, max_reference_images, media_type } = model
  return {
    id,
    name,
    provider,
    credits_per_generation,
    supported_ratios,
    max_reference_images,
    media_type,
    extra_config: model.extra_config,
  }
}

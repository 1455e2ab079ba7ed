import type { Database } from 'better-sqlite3'
import { refuse } from '../http/answer.ts'
import { type Market, marketOf, repriced } from '../market/market.ts'
import { imageModels } from './image-models.ts'
import type { Model, WireModel } from './model.ts'
import { videoModels } from './video-models.ts'

export const models: Model[] = [...imageModels, ...videoModels]

/** The models with the prices and offers of this moment. */
export function liveModels(db: Database): Model[] {
  const market = marketOf(db)
  return models.map((model) => ({
    ...model,
    retired: model.retired || market.retired?.includes(model.id) === true,
    credits_per_generation: repriced(market, model.id, model.credits_per_generation),
    extra_config: { ...model.extra_config, ...pricesOf(market, model) },
  }))
}

function pricesOf(market: Market, { id, extra_config }: Model): Partial<Model['extra_config']> {
  const { pricingPerSec, pricingPerCall, pricingPerSecWithVideo } = extra_config
  const tables = Object.entries({ pricingPerSec, pricingPerCall, pricingPerSecWithVideo })
  return Object.fromEntries(
    tables.filter(([, table]) => table !== undefined).map(([name, table]) => [name, repriced(market, id, table)]),
  )
}

/** The platform default is IMG-A (§1). */
const platformDefault = imageModels[0]?.id ?? ''

/** §4.1: an id of the list or IMG-B's predecessor; a retired one is rejected. */
export function requireModel(db: Database, modelId: unknown): Model {
  if (modelId !== undefined && typeof modelId !== 'string') throw refuse(400, 'modelId must be a string')
  const wanted = modelId ?? platformDefault
  const model = liveModels(db).find(({ id, predecessors }) => id === wanted || predecessors.includes(wanted))
  if (model === undefined) throw refuse(400, `unknown model: ${wanted}`)
  if (model.retired) throw refuse(400, `the model ${wanted} is retired`)
  return model
}

export function wireModel(model: Model): WireModel {
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

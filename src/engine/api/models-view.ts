import type { ModelsView, ModelView } from '../../contract/catalogue.ts'
import { continuesVideo, durationsOf, type Model, resolutionsOf, tiersOf } from '../../domain/catalogue/model.ts'
import { saneCredits } from '../../domain/figures.ts'
import { isRecord, type Json } from '../../domain/json.ts'
import { listPrice } from '../../domain/quote/list-price.ts'
import type { Engine } from '../engine.ts'
import { iso } from '../views/request-view.ts'

/** The live list as the window draws its forms from it. */
export async function readModelsView(
  engine: Engine,
  media: string | undefined,
  fresh: boolean | undefined,
): Promise<ModelsView> {
  const list = await engine.models.get({ fresh })
  const models = (list.value ?? []).filter((model) => media === undefined || model.mediaType === media)
  const last = engine.store.keyValues.note(`last-model:${engine.origin}`)
  return {
    models: models.map(modelView),
    readAt: list.readAtMs === null ? null : iso(list.readAtMs),
    stale: list.stale,
    problem: list.problem,
    lastUsedId: models.some((model) => model.id === last) ? last : null,
  }
}

function modelView(model: Model): ModelView {
  const rates = model.extra.pricingPerSecWithVideo
  return {
    id: model.id,
    name: model.name,
    provider: model.provider,
    mediaType: model.mediaType,
    ratios: model.ratios,
    resolutions: resolutionsOf(model),
    tiers: tiersOf(model).map((name) => ({
      name,
      resolutions: resolutionsOf(model, name),
      continuing: isRecord(rates) ? resolutionsOf(model, name).filter((each) => hasRate(rates[name], each)) : [],
    })),
    durations: durationsOf(model),
    adapts: continuesVideo(model),
    continuesVideo: isRecord(rates),
    maxReferences: model.maxReferences,
    nominalCredits: saneCredits(model.nominalCredits),
    listPrice: listPrice(model),
  }
}

const hasRate = (rates: Json | undefined, resolution: string): boolean =>
  isRecord(rates) && typeof rates[resolution] === 'number'

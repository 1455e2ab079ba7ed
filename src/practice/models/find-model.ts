import { refuse } from '../http/answer.ts'
import { imageModels } from './image-models.ts'
import type { Model, WireModel } from './model.ts'
import { videoModels } from './video-models.ts'

export const models: Model[] = [...imageModels, ...videoModels]

/** The platform default is IMG-A (§1). */
const platformDefault = imageModels[0]?.id ?? ''

/** §4.1: an id of the list or IMG-B's predecessor; a retired one is rejected. */
export function requireModel(modelId: unknown): Model {
  if (modelId !== undefined && typeof modelId !== 'string') throw refuse(400, 'modelId must be a string')
  const wanted = modelId ?? platformDefault
  const model = models.find(({ id, predecessors }) => id === wanted || predecessors.includes(wanted))
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

import type { Practice } from '../context.ts'
import { refuseHttp } from '../http/answer.ts'
import type { Fields } from '../http/fields.ts'
import { requireModel } from '../models/find-model.ts'
import type { PracticeModel } from '../models/model.ts'
import { priceOf } from '../models/price.ts'
import type { Rgb } from '../pictures/recipe.ts'
import { checkImageOptions } from './image-options.ts'
import { filmSize, pixelsForRatio, ratioValue, resolveRatio } from './ratio.ts'
import { readReferences, type SeenReference } from './references.ts'
import { checkVideoOptions, clipSeconds } from './video-options.ts'

/** A generation that may be dispatched: everything checked, every default filled in. */
export interface DispatchedGeneration {
  model: PracticeModel
  prompt: string
  aspectRatio: string
  resolution: string | null
  tints: Rgb[]
  /** Pixels of the result. */
  size: { width: number; height: number }
  /** Length of a film; null for a still. */
  seconds: number | null
  credits: number
}

/** Every rule of §4.1, in the order of its table. */
export async function checkOrder(practice: Practice, body: Fields): Promise<DispatchedGeneration> {
  const { prompt } = body
  if (typeof prompt !== 'string' || prompt.trim() === '') throw refuseHttp(400, 'prompt is required')
  const model = requireModel(practice.db, body.modelId)
  checkRatio(model, body.aspectRatio)
  const video = checkVideoOptions(practice, model, body)
  const resolution = checkResolution(model, body.resolution, video.tier)
  checkImageOptions(model, body)
  const references = await readReferences(practice, model, body.referenceImages)
  const aspectRatio = resolveRatio(model, body.aspectRatio, prompt, references)
  const isFilm = model.media_type === 'video'
  return {
    model,
    prompt,
    aspectRatio,
    resolution,
    size: isFilm ? filmSize(shapeOf(aspectRatio, references), resolution) : pixelsForRatio(aspectRatio, resolution),
    seconds: isFilm ? clipSeconds(model, video) : null,
    tints: references.flatMap(({ tint }) => (tint === null ? [] : [tint])),
    credits: priceOf(model, { ...video, resolution }),
  }
}

/** §4.1: `adaptive` matches the reference; without one its behaviour is undefined, and here it is wide. */
function shapeOf(aspectRatio: string, references: SeenReference[]): number {
  if (aspectRatio !== 'adaptive') return ratioValue(aspectRatio)
  const first = references.find(({ width, height }) => width !== null && height !== null)
  return first?.width && first.height ? first.width / first.height : 16 / 9
}

function checkRatio(model: PracticeModel, ratio: unknown): void {
  if (ratio === undefined || ratio === 'auto' || model.role === 'VID-S') {
    if (ratio !== undefined && typeof ratio !== 'string') throw refuseHttp(400, 'aspectRatio must be a string')
    return
  }
  if (typeof ratio !== 'string' || !model.supported_ratios.includes(ratio)) {
    // §7.1: no code, but the list.
    throw refuseHttp(400, `aspect ratio ${String(ratio)} is not supported by ${model.name}`, {
      supportedRatios: model.supported_ratios,
    })
  }
}

/** §2.4: `tierResolutions` takes precedence over `resolutions`; §4.1: lower-case k for video, upper-case for images. */
function checkResolution(model: PracticeModel, resolution: unknown, tier: string | null): string | null {
  const { resolutions = [], tierResolutions } = model.extra_config
  const allowed = (tier === null ? undefined : tierResolutions?.[tier]) ?? resolutions
  if (resolution === undefined) return allowed[0] ?? null
  if (typeof resolution !== 'string' || !allowed.includes(resolution)) {
    const where = tier === null ? model.name : `${model.name}, tier ${tier}`
    throw refuseHttp(400, `resolution must be one of ${allowed.join(', ')} for ${where}`)
  }
  return resolution
}

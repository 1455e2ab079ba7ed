import type { Practice } from '../context.ts'
import { refuseHttp } from '../http/answer.ts'
import type { Fields } from '../http/fields.ts'
import { isPublicHost, parseUrl } from '../http/public-address.ts'
import { ownMedia } from '../media/media-address.ts'
import type { PracticeModel } from '../models/model.ts'

interface VideoChoices {
  tier: string | null
  /** Null when the caller left it out; the clip then has the model's default length. */
  durationSeconds: number | null
  referenceVideoSeconds: number | null
}

/** §4.1: tier, duration and reference video. */
export function checkVideoOptions(practice: Practice, model: PracticeModel, body: Fields): VideoChoices {
  const referenceVideoSeconds = checkReferenceVideo(practice, model, body)
  if (model.media_type === 'image') return { tier: null, durationSeconds: null, referenceVideoSeconds }
  return {
    tier: checkTier(model, body.tier),
    durationSeconds: checkDuration(model, body.duration),
    referenceVideoSeconds,
  }
}

function checkTier(model: PracticeModel, tier: unknown): string | null {
  const { tiers } = model.extra_config
  if (tiers === undefined) return null
  if (tier === undefined) return tiers[0] ?? null
  if (typeof tier !== 'string' || !tiers.includes(tier)) {
    throw refuseHttp(400, `tier must be one of ${tiers.join(', ')} for ${model.name}`)
  }
  return tier
}

function checkDuration(model: PracticeModel, duration: unknown): number | null {
  if (duration === undefined) return null
  const { durations = [] } = model.extra_config
  if (typeof duration !== 'number' || !durations.includes(duration)) {
    throw refuseHttp(400, `duration must be one of ${durations.join(', ')} seconds for ${model.name}`)
  }
  return duration
}

function checkReferenceVideo(practice: Practice, model: PracticeModel, body: Fields): number | null {
  const { referenceVideo, referenceVideoDuration } = body
  if (referenceVideo === undefined) return null
  if (model.role !== 'VID-S') throw refuseHttp(400, `referenceVideo is not accepted by ${model.name}`)
  const url = typeof referenceVideo === 'string' ? parseUrl(referenceVideo) : null
  const isOwn = typeof referenceVideo === 'string' && ownMedia(practice, referenceVideo) !== null
  if (!isOwn && (url === null || url.protocol !== 'https:' || !isPublicHost(url.hostname))) {
    throw refuseHttp(400, 'referenceVideo must be a publicly accessible HTTPS address', {
      code: 'invalid_reference_url',
      received: referenceVideo,
    })
  }
  // The table says both "required" and "treated as 0 if omitted": the latter is what a caller observes.
  if (referenceVideoDuration === undefined) return 0
  if (typeof referenceVideoDuration !== 'number' || !(referenceVideoDuration >= 0)) {
    throw refuseHttp(400, 'referenceVideoDuration must be a number of seconds')
  }
  return referenceVideoDuration
}

/** §4.1 "Duration by model": the default is 4 where that is offered, and else the only one. */
export function clipSeconds({ extra_config }: PracticeModel, { durationSeconds }: VideoChoices): number {
  const { durations = [] } = extra_config
  return durationSeconds ?? (durations.includes(4) ? 4 : (durations[0] ?? 4))
}

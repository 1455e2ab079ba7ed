import { z } from 'zod'
import { type Json, json } from '../../domain/json.ts'
import { isReadableList } from '../remote/answer-limits.ts'
import type { Service } from '../remote/service.ts'
import type { KeyValueStore } from '../store/key-value-store.ts'

const hourMs = 3_600_000
/** What is kept of one picture, far above what is said of any; UTF-16 units. */
const longestRecord = 256_000
const answer = z.object({ success: z.literal(true).optional(), data: z.record(z.string(), json) })

export type GalleryOutcome =
  | { type: 'found'; image: { [key: string]: Json }; readAtMs: number; stale: boolean }
  | { type: 'missing' }
  | { type: 'failed'; reason: string }

/** What its copy is called among the caches of a service. */
export const galleryCacheName = (id: string): string => `gallery:${id}`

/** One curated picture (§4.5), from the cache within its hour, and from an old copy where the service does not answer. */
export async function galleryImage(
  id: string,
  deps: { service: Service; keyValues: KeyValueStore; origin: string; now: () => number },
): Promise<GalleryOutcome> {
  const { service, keyValues, origin, now } = deps
  // Encoding leaves dots as they are: these would lead out of the path.
  if (['', '.', '..'].includes(id)) return { type: 'missing' }
  const name = galleryCacheName(id)
  const kept = keyValues.cached(origin, name, isReadableList)
  const read = answer.safeParse(kept?.value)
  const ageMs = kept ? now() - kept.readMs : 0
  // A copy from the future has no age: the clock was set back.
  if (kept && read.success && ageMs >= 0 && ageMs < hourMs)
    return { type: 'found', image: read.data.data, readAtMs: kept.readMs, stale: false }
  const outcome = await service.readPublic(`/api/images/${encodeURIComponent(id.toWellFormed())}`)
  if (outcome.type === 'body') {
    const fresh = answer.safeParse(outcome.body)
    if (fresh.success && JSON.stringify(outcome.body).length > longestRecord)
      return { type: 'failed', reason: 'The service says more of this picture than is kept of one.' }
    if (fresh.success) {
      keyValues.cache(origin, name, outcome.body, now())
      return { type: 'found', image: fresh.data.data, readAtMs: now(), stale: false }
    }
  } else if (outcome.httpStatus === 404) return { type: 'missing' }
  if (kept && read.success) return { type: 'found', image: read.data.data, readAtMs: kept.readMs, stale: true }
  return {
    type: 'failed',
    reason: outcome.type === 'body' ? 'The service’s answer could not be read.' : outcome.reason,
  }
}

import { jsonAnswer, refuseHttp } from '../http/answer.ts'
import type { Call } from '../http/router.ts'
import { liveModels, toWireModel } from './find-model.ts'

/** §4.4 */
export function listModels(call: Call) {
  const mediaType = call.query.get('media_type')
  const active = call.query.get('active') ?? 'true'
  if (mediaType !== null && mediaType !== 'image' && mediaType !== 'video') {
    throw refuseHttp(400, 'media_type must be image or video')
  }
  if (active !== 'true' && active !== 'false') throw refuseHttp(400, 'active must be true or false')
  const listed = liveModels(call.practice.db).filter(
    (model) => (mediaType === null || model.media_type === mediaType) && (active === 'false' || !model.retired),
  )
  return jsonAnswer(
    200,
    { success: true, models: listed.map(toWireModel) },
    { 'cache-control': 'public, max-age=3600, stale-while-revalidate=86400' },
  )
}

import type { Practice } from '../context.ts'
import { jsonAnswer, refuseHttp } from '../http/answer.ts'
import type { Call } from '../http/router.ts'
import { mediaUrl } from '../media/media-address.ts'
import type { Recipe } from '../pictures/recipe.ts'
import { findMedia, insertMedia, type MediaRow } from '../state/media-rows.ts'
import { galleryPictures, type PaintedGalleryPicture } from './pictures.ts'

const width = 1200
const height = 800

/** `GET /api/images/{id}`, §4.5, §2.6 */
export function serveGalleryImage(call: Call) {
  const picture = galleryPictures.find(({ id }) => id === call.params.id)
  if (picture === undefined) throw refuseHttp(404, 'no such image')
  const urls = Array.from({ length: picture.pictures }, (_, i) => mediaUrl(call.practice, mediaOf(call, picture, i)))
  return jsonAnswer(200, { success: true, data: dataOf(picture, urls) }, { 'cache-control': 'public, max-age=3600' })
}

function dataOf(picture: PaintedGalleryPicture, urls: string[]) {
  return {
    id: picture.id,
    text: picture.text,
    prompt_ready: picture.promptReady,
    prompt_segments: picture.segments,
    media_urls: urls,
    thumbnail_url: urls[0] ?? '',
    image_width: width,
    image_height: height,
    model: picture.model,
    sref: picture.sref,
    created_at: picture.createdAt,
    likes: picture.likes,
    views: picture.views,
    retweets: picture.retweets,
    author_username: picture.author.username,
    author_display_name: picture.author.name,
    author_avatar_url: urls[0] ?? '',
  }
}

function mediaOf({ practice }: { practice: Practice }, picture: PaintedGalleryPicture, position: number): MediaRow {
  const id = `gallery_${picture.id}_${position}`
  const known = findMedia(practice.db, id)
  if (known !== null) return known
  const recipe: Recipe = { kind: 'painting', prompt: picture.text, seed: id, tints: [] }
  const row: MediaRow = {
    id,
    job_id: null,
    position,
    content_type: 'image/jpeg',
    width,
    height,
    recipe: JSON.stringify(recipe),
    sha256: null,
    size_bytes: null,
  }
  insertMedia(practice.db, row)
  return row
}

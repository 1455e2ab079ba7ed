import type { Practice } from '../context.ts'
import { mediaUrl } from '../media/media-address.ts'
import { type PosterStyle, posterStyles, type Recipe } from '../pictures/recipe.ts'
import { findMedia, insertMedia, type MediaRow } from '../state/media-rows.ts'

const width = 480
const height = 600

/** A small poster in each style, by the style's id: how the catalogue shows them. The document gives no place for it. */
export function styleSamples(practice: Practice): Record<string, string> {
  return Object.fromEntries(posterStyles.map((style) => [style, mediaUrl(practice, sampleOf(practice, style))]))
}

function sampleOf(practice: Practice, style: PosterStyle): MediaRow {
  const id = `style_${style}`
  const known = findMedia(practice.db, id)
  if (known !== null) return known
  const copy = { headline: style.charAt(0).toUpperCase() + style.slice(1), points: [], closing: null }
  const recipe: Recipe = {
    kind: 'poster',
    style,
    copy,
    wishes: '',
    seed: id,
    products: [],
    styleImage: null,
    logo: null,
  }
  const row: MediaRow = {
    id,
    job_id: null,
    position: 0,
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

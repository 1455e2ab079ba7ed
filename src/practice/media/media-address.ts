import type { Practice } from '../context.ts'
import { parseUrl } from '../http/public-address.ts'
import { findMedia, type MediaRow, mediaFileName } from '../state/media-rows.ts'

export function mediaPath(row: MediaRow): string {
  return `/media/${mediaFileName(row)}`
}

export function mediaUrl(practice: Practice, row: MediaRow): string {
  return practice.origin() + mediaPath(row)
}

/** The picture behind an address that this service itself issued, at an earlier start too, when its port was another. */
export function ownMedia(practice: Practice, address: string): MediaRow | null {
  const url = parseUrl(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (!practice.wasOrigin(url.origin)) return null
  const file = /^\/media\/([A-Za-z0-9_]+\.[a-z0-9]+)$/.exec(url.pathname)?.[1]
  const row = file === undefined ? null : findMedia(practice.db, file.split('.')[0] ?? '')
  return row !== null && mediaFileName(row) === file ? row : null
}

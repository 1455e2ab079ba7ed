import { createHash } from 'node:crypto'
import type { GalleryItem, GalleryView } from '../../contract/gallery.ts'
import { galleryPicture, keptData } from '../../domain/gallery/picture.ts'
import { sanitizeText } from '../platform/text.ts'
import type { KeptPicture } from '../store/gallery-rows.ts'
import type { Store } from '../store/store.ts'
import { iso } from '../views/request-view.ts'
import type { GalleryPictures } from './pictures.ts'

const titleLength = 200

const named = (text: string | null): string | null => (text === null ? null : sanitizeText(text))

/** What the gallery's pictures are looked up in. */
export interface GalleryContext {
  readonly origin: string
  readonly store: Store
  readonly gallery: GalleryPictures
}

/**
 * Address of a picture in the app's own scheme. `n`: its place among the addresses that the service names. It is another
 * one with each reading of the service's word and wherever that names another file: the window keeps what it has shown,
 * and remembers what there was not.
 */
function ownAddress({ id, readMs }: KeptPicture, n: number | 'avatar', form: 'full' | 'thumbnail', of: string): string {
  const version = createHash('sha256').update(`${readMs} ${of}`).digest('hex').slice(0, 12)
  return `printroom://gallery/${encodeURIComponent(id)}/${n}/${form}?v=${version}`
}

export function galleryItemOf({ store, origin }: GalleryContext, kept: KeptPicture): GalleryItem {
  const picture = galleryPicture(kept.id, keptData(kept.value))
  const [first] = picture.media
  const isSized = picture.width !== null && picture.height !== null
  const file = isSized ? null : store.gallery.files(origin, kept.id).find(({ address }) => address === first)
  return {
    id: kept.id,
    title: sanitizeText((picture.prompt || picture.parts.map(({ text }) => text).join(', ')).slice(0, titleLength)),
    label: named(picture.label),
    author: named(picture.author.name ?? picture.author.username),
    width: file?.width ?? picture.width,
    height: file?.height ?? picture.height,
    thumbnail: first === undefined ? null : ownAddress(kept, 0, 'thumbnail', first),
    count: picture.media.length,
  }
}

export function galleryViewOf(context: GalleryContext, kept: KeptPicture): GalleryView {
  const picture = galleryPicture(kept.id, keptData(kept.value))
  const { prompt, isReady, parts, sref, createdAt, likes, views, retweets, author } = picture
  return {
    ...galleryItemOf(context, kept),
    prompt,
    isReady,
    parts: parts.map(({ label, text }) => ({ label: sanitizeText(label), text })),
    pictures: picture.media.map((address, n) => ({
      address,
      thumbnail: ownAddress(kept, n, 'thumbnail', address),
      full: ownAddress(kept, n, 'full', address),
    })),
    sref,
    createdAt,
    likes,
    views,
    retweets,
    username: named(author.username),
    avatar: author.avatar === null ? null : ownAddress(kept, 'avatar', 'thumbnail', author.avatar),
    others: picture.others.map(({ name, value }) => ({
      name: sanitizeText(name),
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
    keptAt: iso(kept.keptMs),
    readAt: iso(kept.readMs),
  }
}

/**
 * The file behind `gallery/<id>/<n or avatar>/<form>`. The address in the outer world is the service's own word, looked up
 * by place: the window names no host.
 * @throws DownloadError where it cannot be had
 */
export async function galleryFile(
  { store, origin, gallery }: GalleryContext,
  id: string,
  which: string,
  form: string,
): Promise<string | null> {
  const kept = store.gallery.get(origin, id)
  if (!kept) return null
  const { media, author } = galleryPicture(id, keptData(kept.value))
  const address = which === 'avatar' ? author.avatar : /^\d{1,3}$/.test(which) ? media[Number(which)] : null
  if (!address) return null
  return form === 'full' ? gallery.full(id, address) : gallery.thumbnail(id, address)
}

import type { GalleryFound } from '../../contract/gallery.ts'
import type { CallInput, CallOutput } from '../../contract/ipc.ts'
import { galleryId } from '../../domain/gallery/id.ts'
import { galleryPicture, searchWords } from '../../domain/gallery/picture.ts'
import { galleryCacheName, galleryImage } from '../catalogue/gallery.ts'
import type { Engine } from '../engine.ts'
import { galleryItemOf, galleryViewOf } from '../gallery/view.ts'
import { NotNowError } from '../platform/call-error.ts'
import { sanitizeText } from '../platform/text.ts'

type GalleryCall = 'gallery.look' | 'gallery.list' | 'gallery.get' | 'gallery.forget'
export type GalleryCalls = { [N in GalleryCall]: (input: CallInput<N>) => Promise<CallOutput<N>> }

const mostShown = 1000

/** What the window may ask of the gallery, one function a call. Only `gallery.look` asks the service, and only for a text. */
export function galleryCalls(engine: Engine): GalleryCalls {
  const { store, origin } = engine
  const now = engine.options.now ?? Date.now
  return {
    'gallery.look': async ({ typed }) => look(engine, typed, now),
    'gallery.list': async ({ search, label }) => {
      const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 20)
      return {
        items: store.gallery.list(origin, words, label ?? null, mostShown).map((kept) => galleryItemOf(engine, kept)),
        found: store.gallery.count(origin, words, label ?? null),
        total: store.gallery.count(origin, [], null),
        labels: store.gallery.labels(origin),
      }
    },
    'gallery.get': async ({ id }) => {
      const kept = store.gallery.get(origin, id)
      if (!kept) throw new NotNowError('This picture of the gallery is not kept here any more.')
      return galleryViewOf(engine, kept)
    },
    'gallery.forget': async ({ id }) => {
      writable(engine)
      store.gallery.forget(origin, id, galleryCacheName(id))
      await engine.gallery.forget(id)
      return undefined
    },
  }
}

function writable({ store }: Engine): void {
  if (store.readOnly) throw new NotNowError('This home can only be looked at now. Nothing was changed.')
}

/** Asks the service for one picture and keeps it. The look-up is public and free (§4.5). */
async function look(engine: Engine, typed: string, now: () => number): Promise<GalleryFound> {
  const { store, origin, service } = engine
  const id = galleryId(typed)
  if (id === null)
    return {
      picture: null,
      words: 'There is no picture’s id in that. Nothing was asked. Give an id, or a link that ends with one.',
    }
  writable(engine)
  if (store.gallery.get(origin, id) === null && store.gallery.isFull())
    return {
      picture: null,
      words:
        'As many pictures of the gallery are kept as can be. Nothing was asked. Remove one that you do not need, then look this one up again.',
    }
  const outcome = await galleryImage(id, { service, keyValues: store.keyValues, origin, now })
  const before = store.gallery.get(origin, id)
  if (outcome.type === 'found') {
    const picture = galleryPicture(id, outcome.image)
    store.gallery.keep(origin, id, {
      value: outcome.image,
      label: picture.label,
      words: searchWords(picture),
      atMs: outcome.readAtMs,
    })
    engine.gallery.bringAll(id, [...picture.media, ...(picture.author.avatar === null ? [] : [picture.author.avatar])])
    const kept = store.gallery.get(origin, id)
    return {
      picture: kept && galleryViewOf(engine, kept),
      words: outcome.stale ? 'The service is not answering. This is the saved copy.' : null,
    }
  }
  const picture = before && galleryViewOf(engine, before)
  const stays = before ? ' The copy that was kept here stays.' : ''
  if (outcome.type === 'missing')
    return {
      picture,
      words: `The gallery has no picture “${sanitizeText(id)}”.${stays || ' Check the id. Your own pictures are in the library.'}`,
    }
  return { picture, words: `The gallery cannot be read. ${outcome.reason} Nothing was charged.${stays}` }
}

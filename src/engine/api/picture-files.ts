import { isLocal } from '../../domain/request/sources.ts'
import type { Engine } from '../engine.ts'
import { galleryFile } from '../gallery/view.ts'
import { filesThere } from '../library/presence.ts'
import { Thumbnails } from '../sources/thumbnails.ts'

/**
 * The file behind an address of the app's own scheme: `library/<asset>/full|thumbnail`, `source/<request>/full|thumbnail`,
 * `file/<key>/thumbnail`, `file/<key>/original|copy` (the same part of both, A1), `gallery/<id>/<n|avatar>/full|thumbnail`.
 * Only files that the library holds, that an order names, that the user has dropped, or that belong to a kept picture of
 * the gallery.
 * @param address the part after `printroom://`
 * @returns an absolute path, or null where there is nothing to show
 */
export async function pictureFile(engine: Engine, address: string): Promise<string | null> {
  const [kind, id, form, part] = address.split('/').map(decodeURIComponent)
  if (id === undefined) return null
  const thumbnail = async (path: string, key?: string) =>
    engine.thumbnails.make(key ?? (await Thumbnails.keyOf(path, engine.images.files)), path, { priority: 'visible' })
  try {
    switch (kind) {
      case 'library': {
        const asset = engine.store.assets.get(id)
        if (!asset) return null
        const path = engine.pathOf(asset)
        if (form !== 'full') {
          const made = await thumbnail(path, asset.sha256)
          if (asset.palette === null && asset.mediaType === 'image') engine.painter.made(asset.sha256)
          return made
        }
        // Main reads it after that, and asks no disk that does not answer here.
        return (await filesThere(engine.place.folder, [path])).has(path) ? path : null
      }
      case 'source': {
        const order = engine.store.receipts.get(id)?.order
        const source = order?.kind === 'skill' ? order.pictures[0]?.source : order?.references[0]
        if (!source || !isLocal(source)) return null
        const path = (await engine.place.resolveMovedPaths([source.path]))(source.path)
        if (form !== 'full') return await thumbnail(path)
        await engine.images.files.lookAt(path)
        return path
      }
      case 'file': {
        if (form === 'original' || form === 'copy') return await engine.originals.detail(id, form)
        const path = engine.inspector.pathOf(id)
        return path === null ? null : await thumbnail(path, id)
      }
      case 'catalogue':
        return await engine.cataloguePictures.file(id)
      case 'gallery':
        return await galleryFile(engine, id, form ?? '', part ?? '')
      default:
        return null
    }
  } catch {
    // Gone, or not a picture any more: the place stays empty.
    return null
  }
}

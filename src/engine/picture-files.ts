import { isLocal } from '../domain/request/sources.ts'
import type { Engine } from './engine.ts'
import { Thumbnails } from './library/thumbnails.ts'

/**
 * The file behind an address of the app's own scheme: `library/<asset>/full|thumbnail`, `source/<request>/thumbnail`,
 * `file/<key>/thumbnail`. Only files that the library holds, that an order names, or that the user has dropped.
 * @param address the part after `printroom://`
 * @returns an absolute path, or null where there is nothing to show
 */
export async function pictureFile(engine: Engine, address: string): Promise<string | null> {
  const [kind, id, form] = address.split('/').map(decodeURIComponent)
  if (id === undefined) return null
  const thumbnail = (path: string, key?: string) =>
    engine.thumbnails.make(key ?? Thumbnails.keyOf(path), path, { priority: 'visible' })
  try {
    switch (kind) {
      case 'library': {
        const asset = engine.store.assets.get(id)
        if (!asset) return null
        const path = engine.pathOf(asset)
        return form === 'full' ? path : await thumbnail(path, asset.sha256)
      }
      case 'source': {
        const order = engine.store.receipts.get(id)?.order
        const source = order?.kind === 'skill' ? order.pictures[0]?.source : order?.references[0]
        const path = source && isLocal(source) ? source.path : undefined
        return path === undefined ? null : await thumbnail(path)
      }
      case 'file': {
        const path = engine.inspector.pathOf(id)
        return path === null ? null : await thumbnail(path, id)
      }
      default:
        return null
    }
  } catch {
    // Gone, or not a picture any more: the place stays empty.
    return null
  }
}

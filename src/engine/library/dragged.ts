import type { Item } from '../store/assets.ts'
import type { LibraryContext } from './context.ts'
import { filesThere } from './presence.ts'

/** The files that are dragged to another program, as far as they are there, and a small PNG of the first that is a picture. */
export async function draggedFiles(
  engine: LibraryContext,
  items: readonly Item[],
): Promise<{ paths: string[]; missing: number; icon: string | null }> {
  const all = items.map(({ asset }) => ({ asset, path: engine.pathOf(asset) }))
  const there = await filesThere(
    engine.place.folder,
    all.map(({ path }) => path),
  )
  const found = all.filter(({ path }) => there.has(path))
  const picture = found.find(({ asset }) => asset.mediaType === 'image')
  // The pointer may carry a plain icon; the files go all the same.
  const icon = picture ? await engine.thumbnails.icon(picture.asset.sha256, picture.path).catch(() => null) : null
  return { paths: found.map(({ path }) => path), missing: items.length - found.length, icon }
}

/** As many pixels as the ones that are made have: Electron reads a file and makes a PNG of it while main does nothing else. */
const mostPixels = 4096 ** 2

/**
 * The picture as Electron can read it, for the clipboard: of WebP and others a PNG is made first, and of one that is too large
 * or of no known size a smaller one. Null for a video.
 */
export async function readablePicture(engine: LibraryContext, id: string): Promise<string | null> {
  const asset = engine.store.assets.get(id)
  const path = asset === null ? '' : engine.pathOf(asset)
  if (asset?.mediaType !== 'image' || !(await filesThere(engine.place.folder, [path])).has(path)) return null
  const { format, width, height } = asset
  const isReadable = ['png', 'jpeg'].includes(format)
  const isSmall = width !== null && height !== null && width * height <= mostPixels
  return isReadable && isSmall ? path : engine.thumbnails.large(asset.sha256, path).catch(() => null)
}

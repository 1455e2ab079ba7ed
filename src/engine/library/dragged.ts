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

/** The picture as Electron can read it, for the clipboard: WebP and others are made a PNG of first. Null for a video. */
export async function readablePicture(engine: LibraryContext, id: string): Promise<string | null> {
  const asset = engine.store.assets.get(id)
  const path = asset === null ? '' : engine.pathOf(asset)
  if (asset?.mediaType !== 'image' || !(await filesThere(engine.place.folder, [path])).has(path)) return null
  return ['png', 'jpeg'].includes(asset.format) ? path : engine.thumbnails.large(asset.sha256, path).catch(() => null)
}

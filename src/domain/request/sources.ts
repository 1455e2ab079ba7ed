import type { LocalSource, PictureSource } from './receipt.ts'

export const isLocal = (source: PictureSource): source is LocalSource => 'path' in source

/** What people call a source: its file's name, or the last part of its address. */
export function sourceName(source: PictureSource): string {
  if (isLocal(source)) return source.name
  const path = source.url.replace(/[?#].*/, '').replace(/\/+$/, '')
  return path.slice(path.lastIndexOf('/') + 1) || source.url
}

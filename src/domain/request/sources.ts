import type { LocalSource, PaidOrder, PictureSource } from './receipt.ts'

export const isLocal = (source: PictureSource): source is LocalSource => 'path' in source

/** The pictures of an order, in its order. */
export const sourcesOf = (order: PaidOrder): PictureSource[] =>
  order.kind === 'skill' ? order.pictures.map(({ source }) => source) : order.references

/** Those of them that lie in files. */
export const localSourcesOf = (order: PaidOrder): LocalSource[] => sourcesOf(order).filter(isLocal)

/** What people call a source: its file's name, or the last part of its address. */
export function sourceName(source: PictureSource): string {
  if (isLocal(source)) return source.name
  const path = source.url.replace(/[?#].*/, '').replace(/\/+$/, '')
  return path.slice(path.lastIndexOf('/') + 1) || source.url
}

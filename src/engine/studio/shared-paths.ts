import { join } from 'node:path'
import type { PaidBody, PaidOrder, PictureSource, Receipt } from '../../domain/request/receipt.ts'
import { isLocal, localSourcesOf } from '../../domain/request/sources.ts'

/** A file that a request needs at whichever worker drives it. */
export interface NeededFile {
  sha256: string
  /** Where it lies on this computer. */
  path: string
}

/** Where a worker keeps the files of the studio that it works with. */
export interface OwnFolders {
  sources: string
  bodies: string
}

/** As it stands in the studio: a file is known by its content, and no path of one computer is in it. */
export function asShared(receipt: Receipt): Receipt {
  return {
    ...receipt,
    order: withSources(receipt.order, (source) => (isLocal(source) ? { ...source, path: source.name } : source)),
    body: receipt.body && withFiles(receipt.body, ({ sha256 }) => sha256),
  }
}

/** The same receipt as this computer drives it. */
export function asOwn(receipt: Receipt, { sources, bodies }: OwnFolders): Receipt {
  return {
    ...receipt,
    order: withSources(receipt.order, (source) =>
      isLocal(source) ? { ...source, path: join(sources, source.sha256) } : source,
    ),
    body: receipt.body && withFiles(receipt.body, ({ sha256 }) => join(bodies, sha256)),
  }
}

const withSources = (order: PaidOrder, change: (source: PictureSource) => PictureSource): PaidOrder =>
  order.kind === 'generation'
    ? { ...order, references: order.references.map(change) }
    : { ...order, pictures: order.pictures.map((picture) => ({ ...picture, source: change(picture.source) })) }

const withFiles = (body: PaidBody, pathOf: (part: { sha256: string }) => string): PaidBody => ({
  ...body,
  parts: body.parts.map((part) => ('text' in part ? part : { ...part, base64File: pathOf(part) })),
})

/** The pictures of an order, each content once. */
export const sourceFilesOf = ({ order }: Pick<Receipt, 'order'>): (NeededFile & { sizeBytes: number })[] => [
  ...new Map(
    localSourcesOf(order).map(({ sha256, path, sizeBytes }) => [sha256, { sha256, path, sizeBytes }]),
  ).values(),
]

/** The prepared pictures that its body is joined from. */
export const bodyFilesOf = ({ body }: Pick<Receipt, 'body'>): NeededFile[] =>
  (body?.parts ?? []).flatMap((part) => ('text' in part ? [] : [{ sha256: part.sha256, path: part.base64File }]))

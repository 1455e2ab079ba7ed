import type { GenerationOrder, SkillOrder } from '../../contract/ipc.ts'
import type { Order, PictureSource } from '../../domain/request/receipt.ts'
import { isLocal } from '../../domain/request/sources.ts'

/** Where a file is that lay in the library when an order or a form came to name it (`LibraryPlace.whereNow`). */
type WhereNow = (path: string) => string

export const generationWhereNow = (order: GenerationOrder, whereNow: WhereNow): GenerationOrder =>
  order.references === undefined ? order : { ...order, references: order.references.map(whereNow) }

export const skillWhereNow = (order: SkillOrder, whereNow: WhereNow): SkillOrder => ({
  ...order,
  files: order.files.map(whereNow),
  ...(order.pictures === undefined
    ? {}
    : { pictures: order.pictures.map(({ field, source }) => ({ field, source: whereNow(source) })) }),
  ...(order.reencode === undefined ? {} : { reencode: order.reencode.map(whereNow) }),
})

/** The same order with its local sources where they are now; their hashes, which are checked, stay. */
export function orderWhereNow<O extends Order>(order: O, whereNow: WhereNow): O {
  const now = (source: PictureSource): PictureSource =>
    isLocal(source) ? { ...source, path: whereNow(source.path) } : source
  return order.kind === 'skill'
    ? { ...order, pictures: order.pictures.map((picture) => ({ ...picture, source: now(picture.source) })) }
    : { ...order, references: order.references.map(now) }
}

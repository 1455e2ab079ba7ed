import type { GenerationOrder, SkillOrder } from '../../contract/orders.ts'
import type { PaidOrder, PictureSource } from '../../domain/request/receipt.ts'
import { isLocal, localSourcesOf } from '../../domain/request/sources.ts'

/** Where files are that lay in the library when an order or a form came to name them. */
interface Place {
  resolveMovedPaths(named: readonly string[]): Promise<(path: string) => string>
}

export async function generationWithMovedPaths(order: GenerationOrder, place: Place): Promise<GenerationOrder> {
  const { references } = order
  if (references === undefined) return order
  return { ...order, references: references.map(await place.resolveMovedPaths(references)) }
}

export async function skillWithMovedPaths(order: SkillOrder, place: Place): Promise<SkillOrder> {
  const { files, pictures = [], reencode = [] } = order
  const now = await place.resolveMovedPaths([...files, ...pictures.map(({ source }) => source), ...reencode])
  return {
    ...order,
    files: files.map(now),
    ...(order.pictures === undefined
      ? {}
      : { pictures: pictures.map(({ field, source }) => ({ field, source: now(source) })) }),
    ...(order.reencode === undefined ? {} : { reencode: reencode.map(now) }),
  }
}

/** The same order with its local sources where they are now; their hashes, which are checked, stay. */
export async function orderWithMovedPaths<O extends PaidOrder>(order: O, place: Place): Promise<O> {
  const whereNow = await place.resolveMovedPaths(localSourcesOf(order).map(({ path }) => path))
  const now = (source: PictureSource): PictureSource =>
    isLocal(source) ? { ...source, path: whereNow(source.path) } : source
  return order.kind === 'skill'
    ? { ...order, pictures: order.pictures.map((picture) => ({ ...picture, source: now(picture.source) })) }
    : { ...order, references: order.references.map(now) }
}

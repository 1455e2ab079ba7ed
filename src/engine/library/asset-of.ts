import type { Receipt } from '../../domain/request/receipt.ts'
import type { Asset } from '../store/assets.ts'
import { titleOf } from '../views/titles.ts'

type FromReceipt = 'id' | 'origin' | 'requestId' | 'title' | 'kind' | 'skill' | 'modelName' | 'parentId'

/** The same at every try. */
export const assetIdOf = (
  { id }: Pick<Receipt, 'id'>,
  { jobIndex, outputIndex }: Pick<Asset, 'jobIndex' | 'outputIndex'>,
): string => `${id}.${jobIndex}.${outputIndex}`

/** The library's row of one output: what its file says, and what the order says. */
export function assetOf(receipt: Receipt, file: Omit<Asset, FromReceipt>): Asset {
  const { order } = receipt
  return {
    id: assetIdOf(receipt, file),
    origin: receipt.origin,
    requestId: receipt.id,
    ...file,
    title: titleOf(receipt),
    kind: order.kind,
    skill: order.kind === 'skill' ? order.skill : null,
    modelName: order.kind === 'generation' ? order.modelName : null,
    parentId: null,
  }
}

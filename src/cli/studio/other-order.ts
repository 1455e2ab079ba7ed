import { canonicalJson, json } from '../../domain/json.ts'
import type { PaidOrder, PictureSource, Receipt } from '../../domain/request/receipt.ts'
import { isLocal } from '../../domain/request/sources.ts'
import type { StudioCommand } from '../../engine/studio/commands.ts'
import { orderPayload } from '../../engine/studio/orders.ts'

interface Ordered {
  project: string | null
  receipts: readonly Pick<Receipt, 'order'>[]
}

/**
 * Whether an order from the command line is another one than a command carries: other settings, other pictures by their content,
 * more or fewer of them, another project. What they are called, and what they cost, is no matter.
 */
export function isOtherOrder({ payload }: StudioCommand, now: Ordered): boolean {
  const read = orderPayload.safeParse(JSON.parse(payload))
  return read.success && bare(read.data) !== bare(now)
}

/** How many requests a command orders; null: it cannot be read. */
export function countOf({ payload }: StudioCommand): number | null {
  return orderPayload.safeParse(JSON.parse(payload)).data?.receipts.length ?? null
}

const bare = ({ project, receipts }: Ordered): string =>
  JSON.stringify([project, receipts.map(({ order }) => bareOrder(order)).toSorted()])

function bareOrder(order: PaidOrder): string {
  const { kind, fields } = order
  const what =
    kind === 'skill'
      ? { skill: order.skill, pictures: order.pictures.map(({ field, source }) => [field, bareSource(source)]) }
      : { references: order.references.map(bareSource) }
  return canonicalJson(json.parse(JSON.parse(JSON.stringify({ kind, fields, ...what }))))
}

const bareSource = (source: PictureSource): string => (isLocal(source) ? source.sha256 : source.url)

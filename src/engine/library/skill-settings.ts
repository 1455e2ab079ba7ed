import type { SkillOrder } from '../../contract/orders.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { isLocal } from '../../domain/request/sources.ts'
import { orderWithMovedPaths } from './moved-paths.ts'

/**
 * What a Skill's form held when it was ordered: all its settings, with the pictures where they are now. The price that was
 * confirmed then is not that of today (§4.14).
 */
export async function skillSettings(
  { order }: Receipt,
  place: Parameters<typeof orderWithMovedPaths>[1],
): Promise<SkillOrder | null> {
  if (order.kind !== 'skill') return null
  const { confirmedCredits: _, ...values } = order.fields
  const now = await orderWithMovedPaths(order, place)
  const pictures = now.pictures.map(({ field, source }) => ({
    field,
    source: isLocal(source) ? source.path : source.url,
  }))
  return { skill: order.skill, files: [], values, pictures }
}

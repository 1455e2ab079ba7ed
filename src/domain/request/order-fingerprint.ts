import { canonicalJson, type Json } from '../json.ts'
import type { PaidOrder } from './receipt.ts'
import { isLocal } from './sources.ts'

/** Members that differ between two orders of the same thing: the request's own number, and the price of its day. */
const ofOneOrder: ReadonlySet<string> = new Set(['requestId', 'idempotencyKey', 'confirmedCredits'])

/**
 * The same text for two orders of the same thing: the same model or Skill, the same fields, pictures of the same content
 * wherever their files lie. An address stands for itself. Null where a picture was never read: then nothing is the same.
 */
export function orderFingerprint(order: PaidOrder): string | null {
  const pictures = order.kind === 'skill' ? order.pictures : order.references.map((source) => ({ field: null, source }))
  const contents: Json[] = pictures.map(({ field, source }) => [field, isLocal(source) ? source.sha256 : source.url])
  if (pictures.some(({ source }) => isLocal(source) && source.sha256 === '')) return null
  const fields = Object.fromEntries(Object.entries(order.fields).filter(([name]) => !ofOneOrder.has(name)))
  return canonicalJson({ kind: order.kind, skill: order.kind === 'skill' ? order.skill : null, fields, contents })
}

import { type GenerationOrder, generationOrderByPath, type SkillOrder } from '../../contract/orders.ts'
import { missingModules } from '../../domain/request/missing-modules.ts'
import type { PaidOrder, PictureSource, Receipt } from '../../domain/request/receipt.ts'
import { isLocal, sourceName, sourcesOf } from '../../domain/request/sources.ts'

const textOf = (source: PictureSource): string => (isLocal(source) ? source.path : source.url)

/** The form that led to a generation's order, so that it is checked and priced by today's list. */
export function reorderedGeneration(
  order: Extract<PaidOrder, { kind: 'generation' }>,
  alsoTo: Receipt['copies'] = null,
): GenerationOrder {
  const references = order.references.map(textOf)
  return generationOrderByPath.parse({ ...order.fields, references, ...(alsoTo ? { alsoTo } : {}) })
}

/**
 * The same of a Skill's order; of one that was partly made only the modules that are missing (§4.11). The price that was
 * confirmed then is not that of today (§4.14).
 * @param isCopyAccepted of an original that was ordered without one (A1)
 */
export function reorderedSkill(
  receipt: Receipt,
  order: Extract<PaidOrder, { kind: 'skill' }>,
  isCopyAccepted: boolean,
): SkillOrder {
  const { confirmedCredits: _, ...fields } = order.fields
  const values = { ...fields, ...missingModules(receipt) }
  const pictures = order.pictures.map(({ field, source }) => ({ field, source: textOf(source) }))
  const reencode = order.pictures
    .filter((picture) => isCopyAccepted || picture.reencode)
    .map(({ source }) => textOf(source))
  const alsoTo = receipt.copies ? { alsoTo: receipt.copies } : {}
  return { skill: order.skill, files: [], values, pictures, reencode, ...alsoTo }
}

/** A picture of the new order that is not the one of the earlier order any more; null where all are the same. */
export function changedSource(earlier: Receipt, anew: Receipt): string | null {
  const before = sourcesOf(earlier.order)
  for (const [index, source] of sourcesOf(anew.order).entries()) {
    const old = before[index]
    // One that could not be read then was never approved by its content.
    if (old && isLocal(old) && isLocal(source) && old.sha256 !== '' && old.sha256 !== source.sha256)
      return sourceName(source)
  }
  return null
}

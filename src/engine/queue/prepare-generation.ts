import type { PaidBody, PaidOrder, PreparationReport } from '../../domain/request/receipt.ts'
import { isLocal } from '../../domain/request/sources.ts'
import { inlineMaxBytes } from '../images/limits.ts'
import { keepByContent } from '../platform/files.ts'
import { sealBody } from './paid-body.ts'
import { fitReference, type PicturesDeps, reportOf } from './prepare-picture.ts'

/** What the document leaves open: pictures inside a generation's body share this much as text (A26). */
const inlineBudget = 12 * 1024 * 1024

/**
 * §4.1: local references travel inline, since an upload's address is promised for Skills only (A27); addresses go as
 * they are. The key of the fields is the request's own number (§4.3).
 */
export async function generationBody(
  id: string,
  order: Extract<PaidOrder, { kind: 'generation' }>,
  deps: PicturesDeps,
): Promise<{ body: PaidBody; preparation: PreparationReport[] }> {
  const local = order.references.filter(isLocal).length
  const share = Math.floor((inlineBudget * 3) / 4 / Math.max(1, local))
  const preparation: PreparationReport[] = []
  const parts: PaidBody['parts'] = []
  for (const [index, source] of order.references.entries()) {
    parts.push({ text: index === 0 ? ',"referenceImages":[' : ',' })
    if (!isLocal(source)) {
      parts.push({ text: JSON.stringify(source.url) })
      continue
    }
    const file = await fitReference(source, Math.min(inlineMaxBytes, share), deps.images)
    const kept = await keepByContent(file.path, file.sha256, deps.bodies)
    preparation.push(reportOf(source, file))
    parts.push({ text: `"data:image/${file.format};base64,` }, { base64File: kept, sha256: file.sha256 }, { text: '"' })
  }
  const head = JSON.stringify({ idempotencyKey: id, ...order.fields }).slice(0, -1)
  const tail = order.references.length > 0 ? ']}' : '}'
  return { body: await sealBody([{ text: head }, ...parts, { text: tail }], deps.bodies), preparation }
}

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PaidBody, Receipt } from '../../../src/domain/request/receipt.ts'
import { sealBody } from '../../../src/engine/queue/paid-body.ts'
import { receiptOf, skillOrder } from '../../support/receipts.ts'
import type { Chance } from './random.ts'

export interface Picture {
  path: string
  bytes: Buffer
  sha256: string
}

/** Files that are sent as text inside a body, as preparation keeps them: under the name of their content. */
export function picturesIn(folder: string, chance: Chance): Picture[] {
  return Array.from({ length: 8 }, (_, n) => {
    const bytes = Buffer.from(Array.from({ length: 1 + chance.below(40 * (n + 1)) }, () => chance.below(256)))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const path = join(folder, `${sha256}.png`)
    writeFileSync(path, bytes)
    return { path, bytes, sha256 }
  })
}

const prompts = [
  'a lighthouse',
  'Ein Bär „im“ Wald',
  '雨の夜',
  'tab\tand “quotes” \\ and \u2028',
  '',
  `😀 ${'x'.repeat(300)}`,
]

/** An order, the body that is sealed for it, and the bytes that this body must be for life. */
export async function sealedOrder(
  chance: Chance,
  pictures: Picture[],
  keyFingerprint: string,
): Promise<{ order: Receipt; body: PaidBody; bytes: Buffer }> {
  const id = uuid(chance)
  const isSkill = chance.percent(50)
  const fields = {
    prompt: prompts[chance.below(prompts.length)] ?? '',
    n: chance.below(1000),
    more: [{ x: null }, true],
  }
  const used = Array.from({ length: isSkill ? 0 : chance.below(3) }, () => pictures[chance.below(pictures.length)])
  const head = JSON.stringify({ [isSkill ? 'requestId' : 'idempotencyKey']: id, ...fields }).slice(0, -1)
  const parts: PaidBody['parts'] = [{ text: head }]
  let text = head
  used.forEach((picture, index) => {
    if (picture === undefined) return
    const before = `${index === 0 ? ',"referenceImages":[' : ','}"data:image/png;base64,`
    parts.push({ text: before }, { base64File: picture.path, sha256: picture.sha256 }, { text: '"' })
    text += `${before}${picture.bytes.toString('base64')}"`
  })
  const tail = used.length > 0 ? ']}' : '}'
  parts.push({ text: tail })
  const order = receiptOf({ id, keyFingerprint, ...(isSkill ? { order: skillOrder } : {}) })
  return { order, body: await sealBody(parts, dirname(pictures[0]?.path ?? '')), bytes: Buffer.from(text + tail) }
}

function uuid(chance: Chance): string {
  const hex = Array.from({ length: 4 }, () =>
    chance
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

import { readFileSync } from 'node:fs'
import type { Practice } from '../context.ts'
import { type HttpRefusal, refuseHttp } from '../http/answer.ts'
import { isPublicHost, parseUrl } from '../http/public-address.ts'
import { ownMedia } from '../media/media-address.ts'
import type { PracticeModel } from '../models/model.ts'
import { leadingColour } from '../pictures/leading-colour.ts'
import type { Rgb } from '../pictures/recipe.ts'

/** What a reference picture tells the painter; all null for an address that practice cannot read. */
export interface SeenReference {
  width: number | null
  height: number | null
  tint: Rgb | null
}

const longestEcho = 2000

/** §4.1 `referenceImages`, §7.1 `invalid_reference_url`. */
export async function readReferences(
  practice: Practice,
  model: PracticeModel,
  given: unknown,
): Promise<SeenReference[]> {
  if (given === undefined) return []
  if (!Array.isArray(given)) throw refuseHttp(400, 'referenceImages must be an array')
  if (given.length > model.max_reference_images) {
    throw refuseHttp(400, `${model.name} accepts at most ${model.max_reference_images} reference images`)
  }
  const references: SeenReference[] = []
  for (const entry of given as unknown[]) references.push(await readReference(practice, entry))
  return references
}

async function readReference(practice: Practice, entry: unknown): Promise<SeenReference> {
  if (typeof entry !== 'string') throw invalid(entry)
  const bytes = entry.startsWith('data:') ? inlineBytes(entry) : await ownBytes(practice, entry)
  if (bytes === null) return { width: null, height: null, tint: null }
  const seen = await leadingColour(bytes)
  if (seen === null) throw invalid(entry)
  return seen
}

/** `data:image/<type>;base64,<data>` */
function inlineBytes(entry: string): Buffer {
  const comma = entry.indexOf(',')
  const data = entry.slice(comma + 1)
  if (!/^data:image\/[a-z0-9.+-]+;base64$/i.test(entry.slice(0, comma)) || !isBase64(data)) throw invalid(entry)
  return Buffer.from(data, 'base64')
}

/** Addresses that this service issued are read; others are only looked at, since practice has no internet. */
async function ownBytes(practice: Practice, entry: string): Promise<Buffer | null> {
  const own = ownMedia(practice, entry)
  if (own !== null) {
    const made = await practice.media.find(own.id)
    return made === null ? null : readFileSync(made.path)
  }
  const url = parseUrl(entry)
  if (url === null || !/^https?:$/.test(url.protocol) || !isPublicHost(url.hostname)) throw invalid(entry)
  return null
}

export function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}

function invalid(received: unknown): HttpRefusal {
  const echo = typeof received === 'string' ? received.slice(0, longestEcho) : received
  return refuseHttp(400, 'a reference image must be a public HTTP(S) address or an inline base64 image', {
    code: 'invalid_reference_url',
    received: echo,
  })
}

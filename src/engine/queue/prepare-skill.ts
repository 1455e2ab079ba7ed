import { readFile } from 'node:fs/promises'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { pictureFields } from '../../domain/form/skill-form.ts'
import { takesOriginal } from '../../domain/form/skill-rules.ts'
import type { Json } from '../../domain/json.ts'
import type { Order, PaidBody, PictureSource, PreparationReport, Reencode } from '../../domain/request/receipt.ts'
import { isLocal, sourceName } from '../../domain/request/sources.ts'
import { inlineMaxBytes } from '../images/limits.ts'
import type { PreparedFile } from '../images/port.ts'
import type { Service, UploadOutcome } from '../remote/service.ts'
import type { Keep } from '../store/keep.ts'
import { sealBody } from './paid-body.ts'
import { fitReference, type PicturesDeps, prepareOriginal, reportOf } from './prepare-picture.ts'
import { refuse, Stop } from './prepared.ts'

/** service.md §8: Skills run body. */
const runBodyBytes = 32 * 1024

export interface SkillDeps extends PicturesDeps {
  service: Service
  keep: Keep
  origin: string
  /** From the live catalogue: `unreadable` where it cannot be had now, `missing` where it no longer lists it. */
  skill: (id: string) => Promise<Skill | 'unreadable' | 'missing'>
  now: () => number
  onUploading: (id: string) => void
}

interface Placed {
  url: string
  report: PreparationReport | null
}

/**
 * §4.8, §4.9, §4.14: pictures are uploaded first, and the body names their addresses.
 * @param credits the price that stands accepted now; it may be another one than when the order was made
 */
export async function skillBody(
  id: string,
  order: Extract<Order, { kind: 'skill' }>,
  credits: number | null,
  deps: SkillDeps,
): Promise<{ body: PaidBody; preparation: PreparationReport[] }> {
  const skill = await deps.skill(order.skill)
  if (skill === 'unreadable')
    throw new Stop({ type: 'delayed', reason: 'The list of Skills cannot be read now.', afterMs: null })
  if (skill === 'missing') return refuse(`The service no longer lists ${order.skill}. Nothing was sent or charged.`)
  const lists = new Set(
    pictureFields(skill)
      .filter((field) => field.many)
      .map((field) => field.name),
  )
  const fields: Record<string, Json> = { ...order.fields }
  if (fields.confirmedCredits !== undefined && credits !== null) fields.confirmedCredits = Math.ceil(credits)
  const preparation: PreparationReport[] = []
  for (const { field, source, reencode } of order.pictures) {
    const { url, report } = takesOriginal(skill)
      ? await placeOriginal(id, source, reencode ?? null, deps)
      : await placeReference(id, source, deps)
    if (report) preparation.push(report)
    const before = fields[field]
    fields[field] = lists.has(field) ? [...(Array.isArray(before) ? before : []), url] : url
  }
  const body = await sealBody([{ text: JSON.stringify({ requestId: id, ...fields }) }])
  if (body.sizeBytes > runBodyBytes)
    refuse(
      `The request has ${body.sizeBytes} bytes, and the service takes ${runBodyBytes}. Nothing was sent or charged. Shorten the texts.`,
    )
  return { body, preparation }
}

/** A picture for a field of an image host: uploaded by its bytes or, from a public address, by the service itself (A16). */
async function placeReference(id: string, source: PictureSource, deps: SkillDeps): Promise<Placed> {
  if (!isLocal(source)) {
    deps.onUploading(id)
    const uploaded = taken(await deps.service.uploadAddress(source.url, 'reference'))
    count(id, '', 'reference', uploaded, deps)
    return { url: uploaded.imageUrl, report: uploaded.firstFrameOnly ? firstFrameReport(source, uploaded) : null }
  }
  const file = await fitReference(source, inlineMaxBytes, deps.images)
  return { url: (await upload(id, file, 'reference', deps)).imageUrl, report: reportOf(source, file) }
}

/** O85: the service fetched an animation and uses its first frame only. */
const firstFrameReport = (source: PictureSource, uploaded: Uploaded): PreparationReport => ({
  source: sourceName(source),
  sha256: '',
  sizeBytes: 0,
  width: uploaded.width ?? 0,
  height: uploaded.height ?? 0,
  format: '',
  steps: ['animated: the service uses its first frame only'],
})

/** §4.14: the original's own address directly; a local file by an upload that keeps its pixels (O108, O116). */
async function placeOriginal(
  id: string,
  source: PictureSource,
  accepted: Reencode | null,
  deps: SkillDeps,
): Promise<Placed> {
  if (!isLocal(source)) return { url: source.url, report: null }
  const file = await prepareOriginal(source, accepted, deps.images)
  const uploaded = await upload(id, file, 'upscale', deps)
  // An upload that came back in another size would be paid for at the wrong one (§2.7).
  if (
    (uploaded.width !== null && uploaded.width !== file.width) ||
    (uploaded.height !== null && uploaded.height !== file.height)
  )
    refuse(
      `The service took ${source.name} as ${uploaded.width} × ${uploaded.height}, and it has ${file.width} × ${file.height}. Nothing was charged. Give the original’s public https address instead.`,
    )
  return { url: uploaded.imageUrl, report: reportOf(source, file) }
}

type Uploaded = Extract<UploadOutcome, { type: 'uploaded' }>

async function upload(
  requestId: string,
  file: PreparedFile,
  purpose: 'reference' | 'upscale',
  deps: SkillDeps,
): Promise<Uploaded> {
  deps.onUploading(requestId)
  const uploaded = taken(await deps.service.uploadBytes(await readFile(file.path), purpose))
  count(requestId, file.sha256, purpose, uploaded, deps)
  return uploaded
}

/**
 * Each upload counts towards the service’s day (§8), those from an address too.
 * @param sha256 empty where only the service has the bytes
 */
function count(
  requestId: string,
  sha256: string,
  purpose: 'reference' | 'upscale',
  { imageUrl }: Uploaded,
  { keep, origin, now }: SkillDeps,
): void {
  keep.recordUpload({ origin, requestId, sha256, purpose, imageUrl, atMs: now() })
}

function taken(outcome: UploadOutcome): Uploaded {
  switch (outcome.type) {
    case 'uploaded':
      return outcome
    case 'refused':
      return refuse(outcome.message)
    case 'needsPerson':
      throw new Stop({ type: 'needsPerson', kind: outcome.kind, message: outcome.message })
    case 'later':
      throw new Stop({ type: 'delayed', reason: outcome.reason, afterMs: outcome.afterMs })
  }
}

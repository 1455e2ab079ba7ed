import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { pictureFields } from '../../domain/form/skill-form.ts'
import { takesOriginal } from '../../domain/form/skill-rules.ts'
import type { Json } from '../../domain/json.ts'
import type {
  LocalSource,
  PaidBody,
  PaidOrder,
  PictureSource,
  PreparationReport,
  Reencode,
} from '../../domain/request/receipt.ts'
import { isLocal, sourceName } from '../../domain/request/sources.ts'
import type { PreparedFile } from '../images/answers.ts'
import { inlineMaxBytes } from '../images/limits.ts'
import type { Service, UploadOutcome } from '../remote/service.ts'
import type { KeyValueStore } from '../store/key-value-store.ts'
import { sealBody } from './paid-body.ts'
import type { PreparationMemory, Uploaded } from './prepare-memory.ts'
import { changedSentence, fitReference, type PicturesDeps, prepareOriginal, reportOf } from './prepare-picture.ts'
import { refuse, Stop } from './prepared.ts'

/** service.md §8: Skills run body. */
const runBodyBytes = 32 * 1024

export interface SkillDeps extends PicturesDeps {
  service: Service
  keyValues: KeyValueStore
  origin: string
  /** From the live catalogue: `unreadable` where it cannot be had now, `missing` where it no longer lists it. */
  skill: (id: string) => Promise<Skill | 'unreadable' | 'missing'>
  now: () => number
  memory: PreparationMemory
  onUploading: (id: string) => void
}

/** The request, and which of its pictures: one that stands in two places is uploaded for each. */
interface Place {
  id: string
  place: number
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
  order: Extract<PaidOrder, { kind: 'skill' }>,
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
  const isOriginal = takesOriginal(skill)
  const ready: Ready[] = []
  // All of them before the first upload: what is wrong with the last one must not cost uploads of the others (§8).
  for (const { source, reencode } of order.pictures)
    ready.push(isLocal(source) ? await fit(source, isOriginal, reencode ?? null, deps) : { source, file: null })
  const preparation: PreparationReport[] = []
  for (const [place, { field }] of order.pictures.entries()) {
    const picture = ready[place]
    if (!picture) continue
    const { url, report } = await (isOriginal ? placeOriginal : placeReference)({ id, place }, picture, deps)
    if (report) preparation.push(report)
    const before = fields[field]
    fields[field] = lists.has(field) ? [...(Array.isArray(before) ? before : []), url] : url
  }
  const body = await sealBody([{ text: JSON.stringify({ requestId: id, ...fields }) }], deps.bodies)
  if (body.sizeBytes > runBodyBytes)
    refuse(
      `The request has ${body.sizeBytes} bytes, and the service takes ${runBodyBytes}. Nothing was sent or charged. Shorten the texts.`,
    )
  return { body, preparation }
}

/** A picture of the order that can go: a local one is fitted, an address goes as it is. */
type Ready = { source: LocalSource; file: PreparedFile } | { source: Exclude<PictureSource, LocalSource>; file: null }

const fit = async (
  source: LocalSource,
  isOriginal: boolean,
  accepted: Reencode | null,
  { images }: SkillDeps,
): Promise<Ready> => ({
  source,
  file: isOriginal
    ? await prepareOriginal(source, accepted, images)
    : await fitReference(source, inlineMaxBytes, images),
})

/** A picture for a field of an image host: uploaded by its bytes or, from a public address, by the service itself (A16). */
async function placeReference(at: Place, { source, file }: Ready, deps: SkillDeps): Promise<Placed> {
  if (file === null) {
    const uploaded = await once(at, { sha256: '', purpose: 'reference', key: source.url }, deps, () =>
      deps.service.uploadAddress(source.url, 'reference'),
    )
    return { url: uploaded.imageUrl, report: uploaded.firstFrameOnly ? firstFrameReport(source, uploaded) : null }
  }
  return { url: (await upload(at, source, file, 'reference', deps)).imageUrl, report: reportOf(source, file) }
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
async function placeOriginal(at: Place, { source, file }: Ready, deps: SkillDeps): Promise<Placed> {
  if (file === null) return { url: source.url, report: null }
  const uploaded = await upload(at, source, file, 'upscale', deps)
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

/** Sends the very bytes that were prepared, or approved as they are (O85, O116). */
async function upload(
  at: Place,
  source: LocalSource,
  file: PreparedFile,
  purpose: Purpose,
  deps: SkillDeps,
): Promise<Uploaded> {
  const { sha256 } = file
  return once(at, { sha256, purpose, key: sha256 }, deps, async () => {
    const bytes = await readFile(file.path)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw otherContent(source, file)
    return deps.service.uploadBytes(bytes, purpose)
  })
}

/** Its own file has another content than the one that was looked at; a copy of ours is made anew. */
const otherContent = (source: LocalSource, file: PreparedFile): Stop =>
  file.path === source.path
    ? new Stop({ type: 'refused', message: changedSentence(source) })
    : new Stop({
        type: 'delayed',
        reason: `The prepared copy of ${source.name} does not read as written.`,
        afterMs: null,
      })

type Purpose = 'reference' | 'upscale'

/**
 * Uploads it, or takes what this run has uploaded of it for this request. Each upload counts towards the service’s day
 * (§8), those from an address too.
 * @param what `sha256` empty where only the service has the bytes; `key` tells the same content again
 */
async function once(
  { id, place }: Place,
  { sha256, purpose, key }: { sha256: string; purpose: Purpose; key: string },
  { memory, keyValues, origin, now, onUploading }: SkillDeps,
  send: () => Promise<UploadOutcome>,
): Promise<Uploaded> {
  const remembered = `${place} ${purpose} ${key}`
  const known = memory.uploaded(id, remembered)
  if (known) return known
  onUploading(id)
  const uploaded = taken(await send())
  memory.keepUpload(id, remembered, uploaded)
  keyValues.recordUpload({ origin, requestId: id, sha256, purpose, imageUrl: uploaded.imageUrl, atMs: now() })
  return uploaded
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

import { readFile } from 'node:fs/promises'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { pictureFields } from '../../domain/form/skill-form.ts'
import type { Json } from '../../domain/json.ts'
import type { LocalSource, Order, PaidBody, PreparationReport, Receipt } from '../../domain/request/receipt.ts'
import { hashFile, keepByContent, readTrouble } from '../files.ts'
import type { Images, PreparedFile } from '../images/port.ts'
import type { Service } from '../remote/service.ts'
import type { Keep } from '../store/keep.ts'
import { sealBody } from './paid-body.ts'

/** service.md §8: prepared reference. */
const referenceEdge = 4096
/** service.md §8: base64 upload, decoded. */
const uploadBytes = 3 * 1024 * 1024
/** What the document leaves open: pictures inside a generation's body share this much (A26). */
const inlineBytes = 12 * 1024 * 1024
/** service.md §8: Skills run body. */
const runBodyBytes = 32 * 1024

export type Prepared =
  | { type: 'prepared'; body: PaidBody; preparation: PreparationReport[] }
  | { type: 'refused'; message: string }
  | { type: 'delayed'; reason: string; afterMs: number | null }
  | { type: 'needsPerson'; kind: 'credits' | 'key'; message: string }

export interface PrepareDeps {
  images: Images
  service: Service
  keep: Keep
  origin: string
  /** Folder for prepared pictures that a body refers to. */
  bodies: string
  skill: (id: string) => Promise<Skill | null>
  now: () => number
  onUploading: (id: string) => void
}

/** Thrown inside this file to leave from any depth; never gets out. */
class Stop extends Error {
  readonly outcome: Exclude<Prepared, { type: 'prepared' }>
  constructor(outcome: Exclude<Prepared, { type: 'prepared' }>) {
    super(outcome.type)
    this.outcome = outcome
  }
}

/** Turns an approved order into the exact bytes of its request: pictures prepared, uploaded, everything in place. */
export async function prepare(receipt: Receipt, deps: PrepareDeps): Promise<Prepared> {
  try {
    const { order } = receipt
    return order.kind === 'generation'
      ? await generationBody(receipt.id, order, deps)
      : await skillBody(receipt.id, order, deps)
  } catch (error) {
    if (error instanceof Stop) return error.outcome
    throw error
  }
}

/** Checks that the file still is the one that was approved, and fits it to the limits of its way. */
async function fit(source: LocalSource, maxBytes: number, images: Images): Promise<PreparedFile> {
  const now = await hashFile(source.path).catch((error: unknown) => {
    throw new Stop({
      type: 'refused',
      message: `${source.name}: ${readTrouble(error)}. Nothing was sent or charged. Put it back and order again.`,
    })
  })
  if (now.sha256 !== source.sha256)
    throw new Stop({
      type: 'refused',
      message: `${source.name} has changed since it was approved. Nothing was sent or charged. Order again with the file as it is now.`,
    })
  const prepared = await images.prepareReference(source.path, { maxEdge: referenceEdge, maxBytes })
  if (prepared.decision === 'refused') throw new Stop({ type: 'refused', message: prepared.reason })
  return prepared
}

const report = (source: LocalSource, file: PreparedFile): PreparationReport => ({
  source: source.name,
  sha256: file.sha256,
  sizeBytes: file.sizeBytes,
  width: file.width,
  height: file.height,
  format: file.format,
  steps: file.steps,
})

/** §4.1: references travel inline, since an upload's address is promised for Skills only (A27). */
async function generationBody(
  id: string,
  order: Extract<Order, { kind: 'generation' }>,
  deps: PrepareDeps,
): Promise<Prepared> {
  const share = Math.floor((inlineBytes * 3) / 4 / Math.max(1, order.references.length))
  const preparation: PreparationReport[] = []
  const pictures: PaidBody['parts'] = []
  for (const [index, source] of order.references.entries()) {
    const file = await fit(source, Math.min(uploadBytes, share), deps.images)
    const kept = await keepByContent(file.path, file.sha256, deps.bodies)
    preparation.push(report(source, file))
    pictures.push({ text: `${index === 0 ? ',"referenceImages":[' : ','}"data:image/${file.format};base64,` })
    pictures.push({ base64File: kept, sha256: file.sha256 }, { text: '"' })
  }
  const head = JSON.stringify({ idempotencyKey: id, ...order.fields }).slice(0, -1)
  const tail = pictures.length > 0 ? ']}' : '}'
  return { type: 'prepared', body: await sealBody([{ text: head }, ...pictures, { text: tail }]), preparation }
}

/** §4.8, §4.9: pictures are uploaded first, and the body names their addresses. */
async function skillBody(id: string, order: Extract<Order, { kind: 'skill' }>, deps: PrepareDeps): Promise<Prepared> {
  const skill = await deps.skill(order.skill)
  if (!skill) throw new Stop({ type: 'delayed', reason: 'The list of Skills cannot be read now.', afterMs: null })
  const lists = new Set(
    pictureFields(skill)
      .filter((field) => field.many)
      .map((field) => field.name),
  )
  const fields: Record<string, Json> = { ...order.fields }
  const preparation: PreparationReport[] = []
  for (const { field, source } of order.pictures) {
    const file = await fit(source, uploadBytes, deps.images)
    preparation.push(report(source, file))
    deps.onUploading(id)
    const imageUrl = await upload(id, file, deps)
    const before = fields[field]
    fields[field] = lists.has(field) ? [...(Array.isArray(before) ? before : []), imageUrl] : imageUrl
  }
  const body = await sealBody([{ text: JSON.stringify({ requestId: id, ...fields }) }])
  if (body.sizeBytes > runBodyBytes)
    throw new Stop({
      type: 'refused',
      message: `The request has ${body.sizeBytes} bytes, and the service takes ${runBodyBytes}. Nothing was sent or charged. Shorten the texts.`,
    })
  return { type: 'prepared', body, preparation }
}

async function upload(requestId: string, file: PreparedFile, deps: PrepareDeps): Promise<string> {
  const outcome = await deps.service.uploadBytes(await readFile(file.path), 'reference')
  switch (outcome.type) {
    case 'uploaded':
      deps.keep.recordUpload({
        origin: deps.origin,
        requestId,
        sha256: file.sha256,
        purpose: 'reference',
        imageUrl: outcome.imageUrl,
        atMs: deps.now(),
      })
      return outcome.imageUrl
    case 'refused':
      throw new Stop({ type: 'refused', message: outcome.message })
    case 'needsPerson':
      throw new Stop({ type: 'needsPerson', kind: outcome.kind, message: outcome.message })
    case 'later':
      throw new Stop({ type: 'delayed', reason: outcome.reason, afterMs: outcome.afterMs })
  }
}

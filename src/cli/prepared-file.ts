import { basename } from 'node:path'
import { copyName } from '../domain/naming/file-name.ts'
import type { Reencode } from '../domain/request/receipt.ts'
import { putMarked } from '../engine/copies/put-marked.ts'
import type { NeedsUrl, PreparedFile, Refused } from '../engine/images/answers.ts'
import { inlineMaxBytes, referenceLimits, upscaleMaxBytes } from '../engine/images/limits.ts'
import type { Images } from '../engine/images/port.ts'
import { fileAnswered } from '../engine/platform/disk-answer.ts'
import { markPrepared } from '../engine/platform/folder-marks.ts'
import { sanitizeText } from '../engine/platform/text.ts'
import { copyNewResults, whyNotCopied } from './copies.ts'
import { reencodeLine } from './output.ts'

/** service.md §8: prepared reference, and what travels as base64. */
const limits = { ...referenceLimits, maxBytes: inlineMaxBytes }

const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' } as const

export type Purpose = 'reference' | 'upscale'

export interface PreparedCopy {
  done: PreparedFile | NeedsUrl | Refused
  /** The lossy copy that an upload would take, where `done` is too large for one (obligations.md A1). */
  reencode: Reencode | null
  willAskResize: boolean
}

export const notMade = (reason: string): PreparedCopy => ({
  done: { decision: 'refused', reason },
  reencode: null,
  willAskResize: false,
})

export const forReference = async (source: string, images: Images): Promise<PreparedCopy> => ({
  done: await images.prepareReference(source, limits),
  reencode: null,
  willAskResize: false,
})

/**
 * The 9.5 MB rule (§4.14.7), and beside it what an upload takes.
 * @param isCopyWanted makes the lossy copy for an upload, where one is offered, in place of the larger file
 */
export async function forUpscale(source: string, images: Images, isCopyWanted: boolean): Promise<PreparedCopy> {
  const whole = await images.prepareUpscale(source, { maxBytes: upscaleMaxBytes })
  if (whole.decision === 'refused') return { done: whole, reencode: null, willAskResize: false }
  const { willAskResize } = whole
  const none = { done: whole, reencode: null, willAskResize }
  if (whole.decision === 'needs-url' || whole.sizeBytes <= inlineMaxBytes) return none
  const copy = await images.prepareUpscale(source, { maxBytes: inlineMaxBytes })
  if (copy.decision === 'refused' || copy.decision === 'needs-url') return none
  if (isCopyWanted || copy.quality === null) return { done: copy, reencode: null, willAskResize }
  return { done: whole, reencode: { quality: copy.quality, sizeBytes: copy.sizeBytes }, willAskResize }
}

export interface FileReport {
  line: { decision: string } & Record<string, unknown>
  message: string
  willAskResize: boolean
}

/** One file that cannot be copied is no reason to leave out the others. */
export async function toldOrRefused(
  source: string,
  made: PreparedCopy,
  purpose: Purpose,
  folder: string,
): Promise<FileReport> {
  try {
    return await told(source, made, purpose, folder)
  } catch (error) {
    return told(source, notMade(`It could not be written to ${folder} (${whyNotCopied(error)}).`), purpose, folder)
  }
}

/**
 * The line for programs and the words for people; what may be sent is copied to the folder.
 * @throws the system's error where the copy fails
 */
async function told(
  source: string,
  { done, reencode, willAskResize }: PreparedCopy,
  purpose: Purpose,
  folder: string,
): Promise<FileReport> {
  const resize = purpose === 'upscale' && done.decision !== 'refused' ? { willAskResize } : {}
  if (done.decision === 'refused' || done.decision === 'needs-url') {
    const { decision, reason } = done
    const { sizeBytes: bytes, width, height } = decision === 'needs-url' ? done : { sizeBytes: 0, width: 0, height: 0 }
    const line = { bytes, width, height, format: '', decision, reason, ...resize }
    return { line, message: `${sanitizeText(basename(source))}: ${reason}`, willAskResize }
  }
  const { sha256, sizeBytes: bytes, width, height, format, decision, steps, quality, chroma, difference } = done
  const name = (n: number): string => copyName(basename(source), purpose, extensions[format], n)
  // A Printroom that watches that folder must not take it for a new picture.
  const path = await putMarked(
    () => fileAnswered(folder, () => markPrepared(folder, sha256), 0),
    () => copyNewResults(done.path, folder, name, bytes),
  )
  const reason = steps.length > 0 ? { reason: steps.join('; ') } : {}
  const offer = reencode === null ? {} : { reencode: reencodeLine(reencode) }
  const way =
    reencode === null
      ? ''
      : ` An upload takes 3 MiB: give the original’s public https address, or send it encoded again at quality ${reencode.quality} of 100 (--reencode).`
  return {
    line: { path, bytes, width, height, format, decision, quality, chroma, difference, ...reason, ...offer, ...resize },
    message: `${path}  ${width} × ${height}, ${bytes} bytes. ${reason.reason ?? 'Passed on as it is'}.${way}`,
    willAskResize,
  }
}

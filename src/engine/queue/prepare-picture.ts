import { assertNever } from '../../domain/assert-never.ts'
import { codeOf } from '../../domain/error-code.ts'
import { originalSentence } from '../../domain/form/original.ts'
import type { LocalSource, PreparationReport, Reencode } from '../../domain/request/receipt.ts'
import type { PreparedFile } from '../images/answers.ts'
import { ImageWorkerError } from '../images/errors.ts'
import { referenceLimits } from '../images/limits.ts'
import type { Images } from '../images/port.ts'
import { isDiskAway } from '../platform/file-codes.ts'
import { readTrouble } from '../platform/files.ts'
import { fitOriginal, type OriginalFile } from '../sources/fit-original.ts'
import { refuse, Stop } from './prepared.ts'

export interface PicturesDeps {
  images: Images
  /** Folder for prepared pictures that a body refers to. */
  bodies: string
}

/** Checks that the file still is the one that was approved. A disk that says nothing is waited for: it says nothing of the file. */
async function checkUnchanged(source: LocalSource, { files }: Images): Promise<void> {
  const now = await files.hash(source.path).catch((error: unknown) => {
    if (error instanceof ImageWorkerError) throw error
    if (isDiskAway(codeOf(error))) throw new Stop({ type: 'delayed', reason: silentWords(source), afterMs: null })
    return refuse(`${source.name}: ${readTrouble(error)}. Nothing was sent or charged. Put it back and order again.`)
  })
  if (now.sha256 !== source.sha256) refuse(changedSentence(source))
}

const silentWords = ({ name }: LocalSource): string =>
  `The disk with ${name} does not answer. Connect it again, or take this order out of the queue.`

export const changedSentence = ({ name }: LocalSource): string =>
  `${name} has changed since it was approved. Nothing was sent or charged. Order again with the file as it is now.`

/** A reference that fits the limits of its way (§4.8, §8). */
export async function fitReference(source: LocalSource, maxBytes: number, images: Images): Promise<PreparedFile> {
  await checkUnchanged(source, images)
  const prepared = await images.prepareReference(
    source.path,
    { ...referenceLimits, maxBytes },
    { sourceSha256: source.sha256 },
  )
  return prepared.decision === 'refused' ? refuse(prepared.reason) : prepared
}

/**
 * An original at its full size that fits an upload (§4.14.7), or the lossy copy that was accepted for it (A1). A copy
 * that nobody was shown, or one worse than the accepted, is never made.
 */
export async function prepareOriginal(
  source: LocalSource,
  accepted: Reencode | null,
  images: Images,
): Promise<OriginalFile> {
  await checkUnchanged(source, images)
  const { name } = source
  const fit = await fitOriginal(source.path, source.sizeBytes, images, { sourceSha256: source.sha256 })
  switch (fit.way) {
    case 'upload':
      return fit.file
    case 'choice': {
      const { file, quality, sizeBytes } = fit
      const { width, height } = file
      const reencode = { quality, sizeBytes: file.sizeBytes }
      if (accepted === null) return refuse(originalSentence({ name, sizeBytes, width, height, reencode }))
      if (quality < accepted.quality)
        return refuse(
          `${name} would be encoded at quality ${quality} of 100 now, and ${accepted.quality} was accepted. Nothing was sent or charged. Order it again to see it as it is now.`,
        )
      return { ...file, steps: [...file.steps, 'that copy was your choice, to fit an upload'] }
    }
    case 'address':
      return refuse(originalSentence({ name, ...fit.needs, reencode: null }))
    case 'refused':
      return refuse(fit.reason)
    default:
      return assertNever(fit)
  }
}

export const reportOf = (source: LocalSource, file: PreparedFile): PreparationReport => ({
  source: source.name,
  sha256: file.sha256,
  sizeBytes: file.sizeBytes,
  width: file.width,
  height: file.height,
  format: file.format,
  steps: file.steps,
})

import type { NeedsUrl, PreparedFile, Refused, UpscaleOutlook } from '../images/answers.ts'
import { inlineMaxBytes, upscaleMaxBytes } from '../images/limits.ts'
import type { Images, PrepareOptions } from '../images/port.ts'

export type OriginalFile = PreparedFile & UpscaleOutlook

/** The way of a local original to the service (obligations.md A1). */
export type OriginalFit =
  /** Fits an upload with nothing to decide. */
  | { way: 'upload'; file: OriginalFile }
  /** Fits only as this lossy copy, which somebody has to accept; else by its own public address. `sizeBytes`: the original's. */
  | { way: 'choice'; file: OriginalFile; quality: number; sizeBytes: number }
  /** By its own public address alone. */
  | { way: 'address'; needs: NeedsUrl }
  | { way: 'refused'; reason: Refused['reason'] }

/**
 * Fits an original to what travels as base64, at its own dimensions (§4.8, §4.14.7). Whatever fits 3 MiB fits
 * 9,500,000 bytes, so one encode mostly answers both.
 * @param sizeBytes of the file
 * @throws ImageWorkerError
 */
export async function fitOriginal(
  path: string,
  sizeBytes: number,
  images: Pick<Images, 'prepareUpscale'>,
  options?: PrepareOptions,
): Promise<OriginalFit> {
  const file = await images.prepareUpscale(path, { maxBytes: inlineMaxBytes }, options)
  if (file.decision === 'refused') return { way: 'refused', reason: file.reason }
  if (file.decision === 'needs-url') return { way: 'address', needs: file }
  const { quality } = file
  // Without loss there is nothing to accept, and what came small enough for an upload is no choice of A1.
  if (quality === null || sizeBytes <= inlineMaxBytes) return { way: 'upload', file }
  // The best there is: the larger limit may then give no more either.
  if (quality === 100) {
    const whole = await images.prepareUpscale(path, { maxBytes: upscaleMaxBytes }, options)
    const isSmall = whole.decision !== 'refused' && whole.decision !== 'needs-url' && whole.sizeBytes <= inlineMaxBytes
    if (isSmall) return { way: 'upload', file: whole }
  }
  return { way: 'choice', file, quality, sizeBytes }
}

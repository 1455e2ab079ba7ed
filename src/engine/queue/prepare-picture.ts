import type { LocalSource, PreparationReport } from '../../domain/request/receipt.ts'
import { hashFile, readTrouble } from '../files.ts'
import { referenceLimits } from '../images/limits.ts'
import type { Images, PreparedFile } from '../images/port.ts'
import { refuse } from './prepared.ts'

export interface PicturesDeps {
  images: Images
  /** Folder for prepared pictures that a body refers to. */
  bodies: string
}

/** Checks that the file still is the one that was approved. */
export async function checkUnchanged(source: LocalSource): Promise<void> {
  const now = await hashFile(source.path).catch((error: unknown) =>
    refuse(`${source.name}: ${readTrouble(error)}. Nothing was sent or charged. Put it back and order again.`),
  )
  if (now.sha256 !== source.sha256)
    refuse(
      `${source.name} has changed since it was approved. Nothing was sent or charged. Order again with the file as it is now.`,
    )
}

/** A reference that fits the limits of its way (§4.8, §8). */
export async function fitReference(source: LocalSource, maxBytes: number, images: Images): Promise<PreparedFile> {
  await checkUnchanged(source)
  const prepared = await images.prepareReference(source.path, { ...referenceLimits, maxBytes })
  return prepared.decision === 'refused' ? refuse(prepared.reason) : prepared
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

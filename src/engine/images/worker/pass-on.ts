import type { PreparedFile } from '../answers.ts'
import { readChroma } from './chroma.ts'
import type { Picture } from './open-picture.ts'
import { provesWhole } from './sound.ts'
import { sha256, storeOutput } from './store-output.ts'

interface Target {
  path: string
  outputFolder: string
  maxBytes: number
  /** Of an order: what is sent is then a copy of ours, which nobody can change or take away before that. */
  sourceSha256?: string | undefined
}

/**
 * The source's own pixels where they are right already, in a file of known bytes alone: the source itself only where it is
 * that. Null where they must be encoded anew.
 */
export async function passOn(picture: Picture, target: Target): Promise<PreparedFile | null> {
  const { kind, container, bytes, width, height } = picture
  if (kind === 'tiff' || kind === 'avif' || !container || !isRight(picture)) return null
  const clean = await container.withoutPrivate()
  if (!clean || clean.length > target.maxBytes) return null
  // Broken pixels are found here, at home, and not by the service after the upload; and bytes that are no pixels.
  if (!(await provesWhole({ ...picture, bytes: clean }))) return null
  const chroma = readChroma(kind, clean)
  const file = { sizeBytes: clean.length, width, height, format: kind, quality: null, chroma, difference: null }
  if (clean.equals(bytes)) {
    const kept =
      target.sourceSha256 === undefined
        ? { path: target.path, sha256: sha256(bytes) }
        : await storeOutput(target.outputFolder, bytes, kind)
    return { decision: 'as-is', ...kept, ...file, steps: [] }
  }
  const steps = ['private details removed, the picture itself not encoded again']
  return { decision: 'encoded', ...(await storeOutput(target.outputFolder, clean, kind)), ...file, steps }
}

/** Upright, still and in one piece, 8 bits and sRGB. */
function isRight({ isTurned, isSixteenBit, animated, frame, space, profile, colourLoss }: Picture): boolean {
  if (isTurned || isSixteenBit || animated || frame > 0 || colourLoss !== null) return false
  return (
    (space === 'rgb' && (profile === null || (profile.isSrgb && profile.isEmbedded))) ||
    (space === 'grey' && profile === null)
  )
}

import type { PreparedFile } from '../answers.ts'
import { isLossy, readChroma } from './chroma.ts'
import type { Encoded, Origin } from './encode-lossy.ts'
import type { Picture } from './open-picture.ts'
import { stepsOf } from './steps.ts'
import { storeOutput } from './store-output.ts'

/** While the source's bytes are there. */
export const originOf = ({ kind, bytes }: Picture): Origin => ({
  chroma: readChroma(kind, bytes),
  isLossy: isLossy(kind, bytes),
})

/** @param flaw what was read over in the source, as a clause */
export async function storeEncoded(
  folder: string,
  picture: Picture,
  encoded: Encoded,
  { origin, flaw }: { origin: Origin; flaw: string | null },
): Promise<PreparedFile> {
  const { bytes, format, width, height, quality, chroma, difference } = encoded
  return {
    decision: 'encoded',
    ...(await storeOutput(folder, bytes, format)),
    sizeBytes: bytes.length,
    width,
    height,
    format,
    quality,
    chroma,
    difference,
    steps: stepsOf(picture, encoded, { origin, flaw }),
  }
}

import { readTiffDirectory, tiffNumber } from './tiff-directory.ts'

/** TIFF 6.0, ExtraSamples. */
const extraSamples = 0x0152
/** Associated and unassociated alpha; 0 is anything else, such as a saved selection. */
const alphaKinds = [1, 2]

/**
 * What the first channel beyond the colours is: TIFFs of image editors keep saved selections there, which nobody may take
 * for transparency. False too where the file does not say.
 */
export function firstExtraIsAlpha(bytes: Buffer): boolean {
  const directory = readTiffDirectory(bytes)
  const first = directory && tiffNumber(bytes, directory, extraSamples)
  return first !== null && alphaKinds.includes(first)
}

import { PictureProblem } from './problem.ts'
import { readTiffDirectory, tiffNumbers } from './tiff-directory.ts'
import { firstExtraIsAlpha } from './tiff-extras.ts'

/** TIFF 6.0. */
const tag = { bits: 258, photometric: 262, samples: 277, inkSet: 332, format: 339 }
const [palette, inks, lab] = [3, 5, 8]
const [signed, floating] = [2, 3]

/** Bits a channel that libvips reads rightly, by PhotometricInterpretation; measured, and kept so by the tests. */
const readable = new Map([
  [0, [1, 2, 4, 8, 16]],
  [1, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [palette, [1, 2, 4, 8]],
  [inks, [8, 16]],
  [6, [8]],
  [lab, [16]],
])

const toSixteen = 'convert it to 16 or 8 bits a channel in your editor and add that'
const toRgb = 'convert it to RGB in your editor and add that'

type Numbers = (tag: number) => number[]

/** libvips reads more TIFFs than it reads rightly: others are refused, and not sent in wrong colours. */
export function requireReadableTiff(bytes: Buffer): void {
  const directory = readTiffDirectory(bytes)
  // Cut off; the decoder has the words for it.
  if (!directory) return
  const numbers: Numbers = (wanted) => tiffNumbers(bytes, directory, wanted)
  requireNumbers(numbers)
  requireColours(numbers, bytes)
}

function requireNumbers(numbers: Numbers): void {
  const formats = numbers(tag.format)
  const bits = numbers(tag.bits)
  const isLab = numbers(tag.photometric)[0] === lab
  if (formats.includes(floating))
    throw new PictureProblem(
      `This TIFF has floating-point colours (${bits[0]} bits a channel), and how bright they become in a picture of 8 bits is yours to choose`,
      toSixteen,
    )
  // L*a*b* has signed numbers by its nature, said or not.
  if (formats.includes(signed) && !isLab)
    throw new PictureProblem('This TIFF has signed numbers for colours, which say nothing of where black is', toSixteen)
  if (formats.some((format) => format > 4))
    throw new PictureProblem('This TIFF holds complex numbers, not colours', toSixteen)
}

function requireColours(numbers: Numbers, bytes: Buffer): void {
  const [photometric = 1] = numbers(tag.photometric)
  const bits = numbers(tag.bits)
  const [samples = 1] = numbers(tag.samples)
  const depths = readable.get(photometric)
  if (!depths) throw new PictureProblem('This TIFF holds colours of a kind that cannot be read here', toRgb)
  if (bits.some((each) => each !== bits[0]))
    throw new PictureProblem('This TIFF has channels of different depths', toSixteen)
  if (!depths.includes(bits[0] ?? 1)) throw ofDepth(photometric, bits[0] ?? 1)
  if (photometric === inks && ((numbers(tag.inkSet)[0] ?? 1) !== 1 || samples < 4))
    throw new PictureProblem('This TIFF is made of inks other than CMYK', toRgb)
  // libvips makes the transparency of such a file of the wrong depth.
  if (photometric === inks && bits[0] === 16 && samples > 4 && firstExtraIsAlpha(bytes))
    throw new PictureProblem('This TIFF is in CMYK of 16 bits with transparency, which cannot be read here', toRgb)
  if (photometric === lab && samples > 3)
    throw new PictureProblem('This TIFF is in L*a*b* with further channels, which cannot be read here', toRgb)
  if (samples > 5)
    throw new PictureProblem(
      `This TIFF has ${samples} channels`,
      'export it without its saved selections and spot colours and add that',
    )
}

function ofDepth(photometric: number, bits: number): PictureProblem {
  if (photometric === lab)
    return new PictureProblem(`This TIFF is in L*a*b* of ${bits} bits a channel, which cannot be read here`, toRgb)
  return new PictureProblem(`This TIFF has ${bits} bits a channel, which cannot be read here`, toSixteen)
}

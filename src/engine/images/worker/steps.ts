import { isBearable } from './choose-encoder.ts'
import type { Encoded, Origin } from './encode-lossy.ts'
import { kindNames } from './kinds.ts'
import type { Picture } from './open-picture.ts'
import { words } from './words.ts'

/** The report of one file: one clause for each thing that was done to it, in the order of the work. */
export function stepsOf(
  picture: Picture,
  encoded: Encoded,
  { origin, flaw }: { origin: Origin; flaw: string | null },
): string[] {
  const { width, height } = picture
  const isSmaller = encoded.width !== width || encoded.height !== height
  const steps = [
    flaw,
    picture.animated && (picture.kind === 'tiff' ? 'first page only' : 'first frame of the animation only'),
    picture.isTurned && 'turned upright',
    ...colourSteps(picture),
    isSmaller && `made smaller from ${words.size(width, height)} to ${words.size(encoded.width, encoded.height)}`,
    picture.container?.hasPrivate !== false && 'metadata removed',
    formatStep(picture, encoded),
    sizeStep(picture, encoded),
    chromaStep(encoded, origin),
    lossStep(encoded),
  ]
  return steps.filter((step) => typeof step === 'string')
}

function colourSteps({ space, profile, isSixteenBit, bits, colourLoss }: Picture): (string | false)[] {
  const from = profile ? (profile.name ?? 'its own colour profile') : space === 'cmyk' ? 'CMYK' : 'L*a*b*'
  const isConverted = space === 'cmyk' || space === 'lab' || (profile !== null && !profile.isSrgb)
  return [
    isConverted && `converted from ${from} to sRGB`,
    colourLoss ?? false,
    isSixteenBit && `from ${bits} to 8 bits a channel`,
  ]
}

function formatStep({ kind }: Picture, { format }: Encoded): string | false {
  return kind !== format && `from ${kindNames[kind]} to ${kindNames[format]}`
}

function sizeStep({ sizeBytes }: Picture, encoded: Encoded): string {
  const quality = encoded.quality === null ? 'without loss' : `at quality ${encoded.quality}`
  return `${words.bytes(sizeBytes)} to ${words.bytes(encoded.bytes.length)} ${quality}`
}

function chromaStep({ quality, chroma }: Encoded, origin: Origin): string | false {
  if (quality === null || chroma === '4:0:0') return false
  if (chroma === '4:4:4') return 'colours in full detail (4:4:4)'
  return origin.chroma === chroma
    ? 'colours in half the detail, as in the source (4:2:0)'
    : 'colours in half the detail (4:2:0), by which less is lost at this size'
}

/** What was lost, in the measure that proofs of print are judged by. */
function lossStep({ difference }: Encoded): string | false {
  if (difference === null) return false
  const { mean, p99 } = difference
  const seen = isBearable(difference) ? 'hardly a difference to be seen' : 'a difference that shows in fine detail'
  return `${seen}: ΔE ${mean.toFixed(1)} on average, ${p99.toFixed(1)} at most in 99 of 100 pixels`
}

import type { Encoded } from './encode-reference.ts'
import { kindNames } from './kinds.ts'
import type { Picture } from './open-picture.ts'
import { words } from './words.ts'

/** The report of one file: one clause for each thing that was done to it, in the order of the work. */
export function stepsOf(picture: Picture, encoded: Encoded, flaw: string | null): string[] {
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

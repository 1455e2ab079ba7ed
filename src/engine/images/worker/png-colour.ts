import type { CodePoints } from './code-points.ts'
import type { Profile } from './icc.ts'
import { matrixFrom } from './icc-matrix.ts'
import { pngChunks } from './png-walk.ts'
import { matrixColumnsOf, type Primaries } from './rgb-primaries.ts'
import { power, srgbCurve } from './transfer-curves.ts'

/** What a PNG says of its colours beside a profile (PNG third edition, 11.3.2). */
export interface PngColour {
  codePoints: CodePoints | null
  /** Which libpng hides from libvips where it does not like it. */
  hasProfile: boolean
  isSrgb: boolean
  /** The exponent that it was encoded with. */
  gamma: number | null
  primaries: Primaries | null
}

export function readPngColour(png: Buffer): PngColour {
  const found: PngColour = { codePoints: null, hasProfile: false, isSrgb: false, gamma: null, primaries: null }
  try {
    for (const { type, body } of pngChunks(png)) {
      const value = (index: number): number => body.readUInt32BE(index * 4) / 100_000
      if (type === 'cICP') found.codePoints = { primaries: body.readUInt8(0), transfer: body.readUInt8(1) }
      if (type === 'iCCP') found.hasProfile = true
      if (type === 'sRGB') found.isSrgb = true
      if (type === 'gAMA') found.gamma = value(0)
      if (type === 'cHRM')
        found.primaries = {
          white: [value(0), value(1)],
          red: [value(2), value(3)],
          green: [value(4), value(5)],
          blue: [value(6), value(7)],
        }
      // They have to come before the pixels.
      if (type === 'IDAT') break
    }
  } catch {
    // Cut off; the decoder has the words for it.
  }
  return found
}

export const areSrgb = ({ primaries, transfer }: CodePoints): boolean => primaries === 1 && transfer === 13

const srgbPrimaries: Primaries = { white: [0.3127, 0.329], red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] }
/** What writers of sRGB put beside it for readers that know no sRGB: nearly its curve. */
const srgbGamma = 0.45455
/** Programs cut this number off in many ways. */
const nearly = 0.02

/**
 * By gAMA and cHRM, which count only where nothing better is there. `profile` null: that is sRGB, or says nothing;
 * null: they are no colours that anybody could convert by.
 */
export function byGammaAndPrimaries({ isSrgb, gamma, primaries }: PngColour): { profile: Profile | null } | null {
  if (isSrgb || (gamma === null && primaries === null)) return { profile: null }
  const points = primaries ?? srgbPrimaries
  const isPlain = areClose(points, srgbPrimaries)
  const isSrgbLike = gamma === null || Math.abs(gamma / srgbGamma - 1) < nearly
  if (isPlain && isSrgbLike) return { profile: null }
  if (gamma === 0) return null
  const curve = gamma === null ? srgbCurve : power(1 / gamma)
  const columns = matrixColumnsOf(points)
  const matrix = columns && matrixFrom(columns, [curve, curve, curve])
  return matrix && { profile: { name: 'the gamma and primaries of the PNG', isEmbedded: false, isSrgb: false, matrix } }
}

function areClose(one: Primaries, other: Primaries): boolean {
  const points = (all: Primaries): number[] => [...all.white, ...all.red, ...all.green, ...all.blue]
  const others = points(other)
  return points(one).every((value, index) => Math.abs(value - (others[index] ?? 0)) < 0.002)
}

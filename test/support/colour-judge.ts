import { instantiate } from 'lcms-wasm'
import type { Triple } from '../engine/images/support/colour-science.ts'

/** lcms2.h: how pixels lie in memory, and what it may do. */
const format = (space: number, channels: number, bytes: number, float = 0): number =>
  (float << 22) | (space << 16) | (channels << 3) | bytes
const spaces = { grey: format(3, 1, 2), rgb: format(4, 3, 2), cmyk: format(6, 4, 2) }
const [rgb8, rgb16, labFloat] = [format(4, 3, 1), spaces.rgb, format(10, 3, 4, 1)]
const perceptual = 0
const relative = 1
/** Without it tables of its own making stand between, less exact than the profile. */
const exactly = 0x0100
const compensatingBlack = 0x2000

const lcms = await instantiate()
const srgb = lcms.cmsCreate_sRGBProfile()
const toLab = {
  8: lcms.cmsCreateTransform(srgb, rgb8, lcms.cmsCreateLab4Profile(), labFloat, relative, exactly),
  16: lcms.cmsCreateTransform(srgb, rgb16, lcms.cmsCreateLab4Profile(), labFloat, relative, exactly),
}

export type DeviceSpace = keyof typeof spaces

/**
 * What littleCMS makes of pixels of 16 bits under a profile: sRGB, then L*a*b*. By way of curves and a matrix all intents
 * are one; by tables the perceptual one is promised, with the black point compensated, which is libvips's way.
 */
export function expectedLab(icc: Buffer, space: DeviceSpace, pixels: Uint16Array, isTable: boolean): Triple[] {
  const profile = lcms.cmsOpenProfileFromMem(new Uint8Array(icc), icc.length)
  if (profile === 0) throw new Error('littleCMS does not take the profile')
  const [intent, flags] = isTable ? [perceptual, exactly | compensatingBlack] : [relative, exactly]
  const transform = lcms.cmsCreateTransform(profile, spaces[space], srgb, rgb16, intent, flags)
  if (transform === 0) throw new Error('littleCMS makes no transform of the profile')
  const count = pixels.length / { grey: 1, rgb: 3, cmyk: 4 }[space]
  const shown = lcms.cmsDoTransform<Uint16Array>(transform, pixels, count)
  lcms.cmsDeleteTransform(transform)
  lcms.cmsCloseProfile(profile)
  return triples(lcms.cmsDoTransform<Float32Array>(toLab[16], shown, count))
}

export function labOfSrgb(pixels: Uint8Array): Triple[] {
  return triples(lcms.cmsDoTransform<Float32Array>(toLab[8], pixels, pixels.length / 3))
}

function triples(lab: Float32Array): Triple[] {
  return Array.from({ length: lab.length / 3 }, (_, index) => [...lab.subarray(index * 3, index * 3 + 3)] as Triple)
}

/** CIE 1976. */
export function differences(seen: Triple[], expected: Triple[]): { mean: number; most: number } {
  const all = seen.map(([l, a, b], index) => {
    const [l2, a2, b2] = expected[index] ?? [0, 0, 0]
    return Math.hypot(l - l2, a - a2, b - b2)
  })
  return { mean: all.reduce((sum, each) => sum + each, 0) / all.length, most: Math.max(...all) }
}

import { nclx } from '../../engine/images/support/avif.ts'
import { p3Matrix, rec2020Matrix, srgbMatrix } from '../../engine/images/support/colour-science.ts'
import { matrixProfile } from '../../engine/images/support/icc-profile.ts'
import type { DeviceSpace } from '../../support/colour-judge.ts'
import {
  type Described,
  greyProfiles,
  greyTableProfile,
  inkProfile,
  matrixProfiles,
  rgbSpaces,
  tableProfiles,
  tones,
} from './colour-profiles.ts'
import type { Container, Words } from './colour-sources.ts'

/** One way to say what colours are meant, in one kind of file, and the profile that says the same to the judge. */
export interface ColourCase {
  told: string
  container: Container
  bits: 8 | 16
  space: DeviceSpace
  words: Words
  judge: Described
  purpose: 'reference' | 'upscale'
}

type Way = Omit<ColourCase, 'told' | 'purpose'>

const rgbFiles: [Container, 8 | 16][] = [
  ['png', 8],
  ['png', 16],
  ['tiff', 8],
  ['tiff', 16],
  ['webp', 8],
  ['avif', 8],
  ['jpeg', 8],
]
const greyFiles = rgbFiles.filter(([container]) => container !== 'webp' && container !== 'avif')
const inkFiles = rgbFiles.filter(([container]) => container === 'tiff')

const embedded = (files: [Container, 8 | 16][], space: DeviceSpace, profiles: Described[]): Way[] =>
  profiles.flatMap((judge) =>
    files.map(([container, bits]) => ({ container, bits, space, words: { icc: judge.icc }, judge })),
  )

const curve = (index: number) => tones[index]?.[4] ?? []
const meaning = (told: string, matrix = srgbMatrix, tone = curve(0)): Described => ({
  told,
  icc: matrixProfile(told, matrix, tone, 4),
  isTable: false,
})

/** Without a profile: code points of AVIF and PNG (ITU-T H.273), gAMA and cHRM of PNG, nothing at all. */
const points: [number, number, Described][] = [
  [1, 13, meaning('code points of sRGB')],
  [1, 1, meaning('code points of Rec. 709')],
  [2, 2, meaning('code points that say nothing')],
  [12, 13, meaning('code points of Display P3', p3Matrix)],
  [9, 13, meaning('code points of Rec. 2020, sRGB’s curve', rec2020Matrix)],
  [9, 14, meaning('code points of Rec. 2020', rec2020Matrix)],
  [1, 8, meaning('code points of linear light', srgbMatrix, curve(3))],
  [1, 4, meaning('code points of gamma 2.2', srgbMatrix, curve(1))],
]
const byPoints: Way[] = points.flatMap(([primaries, transfer, judge]) => {
  const chunks: [string, Buffer][] = [['cICP', Buffer.from([primaries, transfer, 0, 1])]]
  return [
    { container: 'avif', bits: 8, space: 'rgb', words: { nclx: nclx(primaries, transfer) }, judge },
    { container: 'png', bits: 8, space: 'rgb', words: { chunks }, judge },
    { container: 'png', bits: 16, space: 'rgb', words: { chunks }, judge },
  ]
})

const u32s = (values: number[]): Buffer => {
  const body = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => void body.writeUInt32BE(Math.round(value * 100_000), index * 4))
  return body
}
/** White D65, red, green, blue. */
const chromaticities: Record<string, number[]> = {
  sRGB: [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06],
  'Display P3': [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  'Adobe RGB': [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06],
  'Rec. 2020': [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
}
const byGamma: Way[] = rgbSpaces.flatMap(([name, matrix]) =>
  [1.8, 1, 2.6].flatMap((gamma): Way[] => {
    const white = chromaticities[name]
    if (!white) return []
    const chunks: [string, Buffer][] = [
      ['gAMA', u32s([1 / gamma])],
      ['cHRM', u32s(white)],
    ]
    const judge = meaning(`gAMA ${gamma} and cHRM of ${name}`, matrix, { kind: 0, parameters: [gamma] })
    return ([8, 16] as const).map((bits) => ({ container: 'png', bits, space: 'rgb', words: { chunks }, judge }))
  }),
)

const untagged: Way[] = rgbFiles.map(([container, bits]) => ({
  container,
  bits,
  space: 'rgb',
  words: null,
  judge: meaning('nothing'),
}))

const ways: Way[] = [
  ...embedded(rgbFiles, 'rgb', matrixProfiles),
  ...embedded(greyFiles, 'grey', greyProfiles),
  ...embedded(rgbFiles, 'rgb', tableProfiles),
  ...embedded(inkFiles, 'cmyk', [inkProfile]),
  ...embedded(inkFiles, 'grey', [greyTableProfile]),
  ...byPoints,
  ...byGamma,
  ...untagged,
]

export const colourCases: ColourCase[] = ways.flatMap((way) =>
  (['reference', 'upscale'] as const).map((purpose) => ({
    ...way,
    purpose,
    told: `${way.space} of ${way.bits} bits in ${way.container} for ${purpose}: ${way.judge.told}`,
  })),
)

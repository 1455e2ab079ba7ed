import {
  adobeMatrix,
  d50,
  type Matrix,
  multiply,
  p3Matrix,
  proPhotoMatrix,
  rec2020Matrix,
  srgbMatrix,
  srgbToLinear,
  type Triple,
  xyzToLab,
} from '../../engine/images/support/colour-science.ts'
import { greyProfile, matrixProfile, type Tone, tableProfile } from '../../engine/images/support/icc-profile.ts'

export const rgbSpaces: [name: string, matrix: Matrix][] = [
  ['sRGB', srgbMatrix],
  ['Display P3', p3Matrix],
  ['Adobe RGB', adobeMatrix],
  ['ProPhoto', proPhotoMatrix],
  ['Rec. 2020', rec2020Matrix],
]

const sampled = (toLinear: (v: number) => number): Tone =>
  Array.from({ length: 4096 }, (_, index) => Math.round(65535 * toLinear(index / 4095)))
const lightness = (v: number): number => (v <= 0.08 ? v / 9.03296 : ((v + 0.16) / 1.16) ** 3)

/** Each as version 2 and as version 4 would write it. */
export const tones: { name: string; 2: Tone; 4: Tone }[] = [
  {
    name: 'sRGB’s curve',
    2: sampled(srgbToLinear),
    4: { kind: 3, parameters: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] },
  },
  { name: 'gamma 2.2', 2: { gamma: 2.2 }, 4: { kind: 0, parameters: [2.2] } },
  { name: 'gamma 1.8', 2: { gamma: 1.8 }, 4: { kind: 0, parameters: [1.8] } },
  { name: 'linear', 2: [], 4: { kind: 0, parameters: [1] } },
  { name: 'L*', 2: sampled(lightness), 4: { kind: 3, parameters: [3, 1 / 1.16, 0.16 / 1.16, 1 / 9.03296, 0.08] } },
]

export interface Described {
  told: string
  icc: Buffer
  isTable: boolean
}

const versions = [2, 4] as const

export const matrixProfiles: Described[] = rgbSpaces.flatMap(([space, matrix]) =>
  tones.flatMap((tone) =>
    versions.map((version) => ({
      told: `${space}, ${tone.name}, version ${version}`,
      icc: matrixProfile(space, matrix, tone[version], version),
      isTable: false,
    })),
  ),
)

export const greyProfiles: Described[] = ['XYZ ', 'Lab '].flatMap((meeting) =>
  tones.flatMap((tone) =>
    versions.map((version) => ({
      told: `grey to ${meeting}, ${tone.name}, version ${version}`,
      icc: greyProfile('grey', tone[version], version, meeting),
      isTable: false,
    })),
  ),
)

const through =
  (matrix: Matrix, gamma: number) =>
  (device: number[]): Triple =>
    xyzToLab(multiply(matrix, device.map((value) => value ** gamma) as Triple))
const [, p3, adobe, proPhoto] = rgbSpaces

export const tableProfiles: Described[] = [p3, adobe, proPhoto].flatMap((space) =>
  space
    ? [
        {
          told: `${space[0]} as a table`,
          icc: tableProfile(space[0], 'RGB ', 17, through(space[1], 2.2)),
          isTable: true,
        },
      ]
    : [],
)

/** Inks that filter each other's light, on paper that is white; no press, but a table of four. */
const inked = ([c = 0, m = 0, y = 0, k = 0]: number[]): Triple => {
  const [red, green, blue] = [c, m, y].map((ink) => (1 - 0.93 * ink) * (1 - 0.96 * k))
  return xyzToLab(multiply(srgbMatrix, [red ?? 0, green ?? 0, blue ?? 0]))
}
export const inkProfile: Described = {
  told: 'inks as a table',
  icc: tableProfile('inks', 'CMYK', 9, inked),
  isTable: true,
}

export const greyTableProfile: Described = {
  told: 'grey as a table',
  icc: tableProfile('grey', 'GRAY', 33, ([v = 0]) => xyzToLab(d50.map((each) => each * v ** 1.6) as Triple)),
  isTable: true,
}

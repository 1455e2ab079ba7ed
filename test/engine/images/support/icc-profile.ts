import { d50, labToXyz, type Matrix, type Triple } from './colour-science.ts'

/** As a profile writes it: a table, a plain exponent, or (version 4 only) a parametric curve. */
export type Tone = number[] | { gamma: number } | { kind: 0 | 1 | 2 | 3 | 4; parameters: number[] }
type Version = 2 | 4

/** A display profile written by hand: a matrix and one curve for all channels. */
export function matrixProfile(name: string, matrix: Matrix, curve: Tone, version: Version = 2): Buffer {
  const column = (index: 0 | 1 | 2): Buffer => xyz([matrix[0][index], matrix[1][index], matrix[2][index]])
  const tone = toneTag(curve)
  return profile('RGB XYZ ', name, version, [
    ['rXYZ', column(0)],
    ['gXYZ', column(1)],
    ['bXYZ', column(2)],
    ['rTRC', tone],
    ['gTRC', tone],
    ['bTRC', tone],
  ])
}

/** The same for grey pictures: one curve, to luminance or to lightness. */
export function greyProfile(name: string, curve: Tone | number, version: Version = 2, meeting = 'XYZ '): Buffer {
  const tone = toneTag(typeof curve === 'number' ? { gamma: curve } : curve)
  return profile(`GRAY${meeting}`, name, version, [['kTRC', tone]])
}

/** A profile of a table and nothing else (A2B0, lut16, ICC v2), its nodes by `toLab`. */
export function tableProfile(
  name: string,
  space: 'RGB ' | 'CMYK' | 'GRAY',
  grid: number,
  toLab: (device: number[]) => Triple,
): Buffer {
  const inputs = { 'RGB ': 3, CMYK: 4, GRAY: 1 }[space]
  const nodes = Array.from({ length: grid ** inputs }, (_, node) =>
    toLab(
      Array.from(
        { length: inputs },
        (_, channel) => (Math.floor(node / grid ** (inputs - 1 - channel)) % grid) / (grid - 1),
      ),
    ),
  )
  const head = Buffer.alloc(52)
  head.write('mft2', 'latin1')
  head.set([inputs, 3, grid], 8)
  for (const diagonal of [12, 28, 44]) head.writeInt32BE(65536, diagonal)
  head.writeUInt16BE(2, 48)
  head.writeUInt16BE(2, 50)
  const line = u16s([0, 65535])
  // The old encoding of L*a*b*, where 0xFF00 is 100 (ICC.1, 10.10).
  const table = u16s(nodes.flatMap(([l, a, b]) => [l * 652.8, (a + 128) * 256, (b + 128) * 256]))
  const tag = Buffer.concat([head, ...Array(inputs).fill(line), table, ...Array(3).fill(line)])
  return profile(`${space}Lab `, name, 2, [['A2B0', tag]], space === 'CMYK' ? 'prtr' : 'mntr')
}

const u16s = (values: number[]): Buffer => {
  const body = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => {
    body.writeUInt16BE(Math.min(65535, Math.max(0, Math.round(value))), index * 2)
  })
  return body
}

function profile(spaces: string, name: string, version: Version, own: [string, Buffer][], kind = 'mntr'): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', version === 2 ? description(name) : localized(name)],
    ['cprt', version === 2 ? Buffer.from('text\0\0\0\0none\0', 'latin1') : localized('none')],
    ['wtpt', xyz(d50)],
    ...own,
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let at = 128 + table.length
  const bodies = tags.map(([tag, body], index) => {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
    table.write(tag, 4 + index * 12, 'latin1')
    table.writeUInt32BE(at, 8 + index * 12)
    table.writeUInt32BE(body.length, 12 + index * 12)
    at += padded.length
    return padded
  })
  const header = Buffer.alloc(128)
  header.writeUInt32BE(at)
  header.writeUInt32BE(version === 2 ? 0x02100000 : 0x04300000, 8)
  header.write(`${kind}${spaces}`, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  d50.forEach((value, index) => void header.writeInt32BE(Math.round(value * 65536), 68 + index * 4))
  return Buffer.concat([header, table, ...bodies])
}

function toneTag(tone: Tone): Buffer {
  if (Array.isArray(tone)) return curveTag(tone)
  if ('gamma' in tone) return curveTag([Math.round(tone.gamma * 256)])
  const tag = Buffer.alloc(12 + tone.parameters.length * 4)
  tag.write('para', 'latin1')
  tag.writeUInt16BE(tone.kind, 8)
  tone.parameters.forEach((value, index) => void tag.writeInt32BE(Math.round(value * 65536), 12 + index * 4))
  return tag
}

/** Version 4's text: one record, in UTF-16. */
function localized(text: string): Buffer {
  const tag = Buffer.alloc(28 + text.length * 2)
  tag.write('mluc', 'latin1')
  tag.writeUInt32BE(1, 8)
  tag.writeUInt32BE(12, 12)
  tag.write('enUS', 16, 'latin1')
  tag.writeUInt32BE(text.length * 2, 20)
  tag.writeUInt32BE(28, 24)
  for (let index = 0; index < text.length; index += 1) tag.writeUInt16BE(text.charCodeAt(index), 28 + index * 2)
  return tag
}

function xyz(values: Triple): Buffer {
  const tag = Buffer.alloc(20)
  tag.write('XYZ ', 'latin1')
  values.forEach((value, index) => void tag.writeInt32BE(Math.round(value * 65536), 8 + index * 4))
  return tag
}

function curveTag(values: number[]): Buffer {
  const tag = Buffer.alloc(12 + values.length * 2)
  tag.write('curv', 'latin1')
  tag.writeUInt32BE(values.length, 8)
  values.forEach((value, index) => void tag.writeUInt16BE(value, 12 + index * 2))
  return tag
}

function description(name: string): Buffer {
  const tag = Buffer.alloc(12 + name.length + 1 + 78)
  tag.write('desc', 'latin1')
  tag.writeUInt32BE(name.length + 1, 8)
  tag.write(name, 12, 'latin1')
  return tag
}

/** 8-bit CMYK to XYZ by the perceptual table (A2B0, lut8 or lut16) of a profile, tetrahedral between its nodes as is usual. */
export function cmykToXyz(icc: Buffer): (cmyk: number[]) => Triple {
  const at = tagOffset(icc, 'A2B0')
  const wide = icc.toString('latin1', at, at + 4) === 'mft2'
  const [inputs, outputs, grid] = [icc.readUInt8(at + 8), icc.readUInt8(at + 9), icc.readUInt8(at + 10)]
  if (inputs !== 4 || outputs !== 3) throw new Error('not a CMYK table')
  const [inEntries, outEntries] = wide ? [icc.readUInt16BE(at + 48), icc.readUInt16BE(at + 50)] : [256, 256]
  const size = wide ? 2 : 1
  const start = at + (wide ? 52 : 48)
  const clut = start + inputs * inEntries * size
  const outTables = clut + grid ** inputs * outputs * size
  const read = (offset: number) => (wide ? icc.readUInt16BE(offset) / 65535 : icc.readUInt8(offset) / 255)
  const lookUp = (table: number, entries: number, x: number) => {
    const place = x * (entries - 1)
    const below = Math.min(Math.floor(place), entries - 2)
    const [low, high] = [read(table + below * size), read(table + (below + 1) * size)]
    return low + (high - low) * (place - below)
  }
  return (cmyk) => {
    const places = cmyk.map((value, ink) => lookUp(start + ink * inEntries * size, inEntries, value / 255) * (grid - 1))
    const below = places.map((place) => Math.min(Math.floor(place), grid - 2))
    const sums: Triple = [0, 0, 0]
    const add = (weight: number, up: number[]) => {
      const node = up.reduce((sum, step, ink) => sum * grid + (below[ink] ?? 0) + step, 0)
      for (const output of [0, 1, 2] as const) sums[output] += weight * read(clut + (node * 3 + output) * size)
    }
    const parts = places.map((place, ink) => place - (below[ink] ?? 0))
    for (const cyan of [0, 1]) {
      const share = cyan ? (parts[0] ?? 0) : 1 - (parts[0] ?? 0)
      // From the lowest corner to the highest, one ink after the other, the largest part first.
      const order = [1, 2, 3].toSorted((one, other) => (parts[other] ?? 0) - (parts[one] ?? 0))
      const corner = [cyan, 0, 0, 0]
      let left = 1
      for (const ink of order) {
        add(share * (left - (parts[ink] ?? 0)), corner)
        left = parts[ink] ?? 0
        corner[ink] = 1
      }
      add(share * left, corner)
    }
    const [l, a, b] = sums.map((value, output) =>
      lookUp(outTables + output * outEntries * size, outEntries, value),
    ) as Triple
    // lut16 holds Lab in the old encoding, where 0xFF00 is 100 (ICC.1, 10.10); lut8 in 0 to 255.
    const lab: Triple = wide
      ? [(l * 65535) / 652.8, (a * 65535) / 256 - 128, (b * 65535) / 256 - 128]
      : [l * 100, a * 255 - 128, b * 255 - 128]
    return labToXyz(lab)
  }
}

function tagOffset(icc: Buffer, wanted: string): number {
  for (let index = 0; index < icc.readUInt32BE(128); index += 1) {
    const at = 132 + index * 12
    if (icc.toString('latin1', at, at + 4) === wanted) return icc.readUInt32BE(at + 4)
  }
  throw new Error(`no ${wanted}`)
}

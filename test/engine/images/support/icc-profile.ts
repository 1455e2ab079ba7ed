import { d50, labToXyz, type Matrix, type Triple } from './colour-science.ts'

/** A display profile (ICC v2) written by hand: a matrix and one curve for all channels. */
export function matrixProfile(name: string, matrix: Matrix, curve: number[] | { gamma: number }): Buffer {
  const column = (index: 0 | 1 | 2): Buffer => xyz([matrix[0][index], matrix[1][index], matrix[2][index]])
  const tone = 'gamma' in curve ? curveTag([Math.round(curve.gamma * 256)]) : curveTag(curve)
  return profile('RGB ', name, [
    ['rXYZ', column(0)],
    ['gXYZ', column(1)],
    ['bXYZ', column(2)],
    ['rTRC', tone],
    ['gTRC', tone],
    ['bTRC', tone],
  ])
}

/** The same for grey pictures: one curve. */
export function greyProfile(name: string, gamma: number): Buffer {
  return profile('GRAY', name, [['kTRC', curveTag([Math.round(gamma * 256)])]])
}

function profile(space: 'RGB ' | 'GRAY', name: string, own: [string, Buffer][]): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', description(name)],
    ['cprt', Buffer.from('text\0\0\0\0none\0', 'latin1')],
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
  header.writeUInt32BE(0x02100000, 8)
  header.write(`mntr${space}XYZ `, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  d50.forEach((value, index) => void header.writeInt32BE(Math.round(value * 65536), 68 + index * 4))
  return Buffer.concat([header, table, ...bodies])
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

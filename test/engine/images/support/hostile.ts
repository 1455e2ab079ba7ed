import { deflateSync } from 'node:zlib'
import { chunk, claimedPng, withSegment } from './bytes.ts'
import { flat, textured } from './pictures.ts'
import { pick, type Random, randomFrom } from './random-sources.ts'

interface Hostile {
  name: string
  bytes: Buffer
}

/** Answers with a maker of hostile files: the same file for the same seed and number; so many numbers, so many kinds. */
export async function hostileFiles(): Promise<(seed: number, number: number) => Hostile> {
  const seeds = await Promise.all([
    textured(300, 200).jpeg().toBuffer(),
    textured(300, 200)
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Make: 'x' } })
      .toBuffer(),
    textured(300, 200).png().toBuffer(),
    textured(300, 200, 4).png({ progressive: true }).toBuffer(),
    textured(300, 200).withIccProfile('p3').png({ palette: true }).toBuffer(),
    textured(300, 200, 4).webp().toBuffer(),
    textured(300, 200).webp({ lossless: true }).toBuffer(),
    textured(300, 200).gif().toBuffer(),
    textured(60, 40).tiff({ compression: 'lzw' }).toBuffer(),
    textured(60, 40).avif().toBuffer(),
    flat(65_535, 1).png().toBuffer(),
  ])
  // Each TIFF and AVIF takes a process: mostly the others.
  const common = seeds.filter((bytes) => !bytes.includes('ftyp') && bytes.toString('latin1', 0, 2) !== 'II')
  return (seed, number) => {
    const random = randomFrom(seed)
    const [first = Buffer.alloc(0), ...rest] = random() < 0.95 ? common : seeds
    const [name, make] = kinds[number % kinds.length] ?? kinds[0]
    return { name, bytes: make(pick(random, [first, ...rest]), random, common) }
  }
}

type Maker = (bytes: Buffer, random: Random, others: Buffer[]) => Buffer
const at = (random: Random, bytes: Buffer) => Math.floor(random() * bytes.length)

export const kinds: [[string, Maker], ...[string, Maker][]] = [
  ['a few bytes changed', (bytes, random) => mutate(bytes, random, 1 + Math.floor(random() * 20), bytes.length)],
  ['header bytes changed', (bytes, random) => mutate(bytes, random, 1 + Math.floor(random() * 4), 100)],
  ['cut off', (bytes, random) => bytes.subarray(0, at(random, bytes))],
  ['a piece missing', (bytes, random) => without(bytes, at(random, bytes), Math.floor(random() * 200))],
  [
    'a piece doubled',
    (bytes, random) => {
      const from = at(random, bytes)
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.max(0, from - 300))])
    },
  ],
  ['zeros from somewhere on', (bytes, random) => Buffer.from(bytes).fill(0, at(random, bytes))],
  [
    'only a beginning, then noise',
    (bytes, random) => Buffer.concat([bytes.subarray(0, 4 + Math.floor(random() * 60)), noise(random, 5_000)]),
  ],
  [
    'two files in one',
    (bytes, random, others) => Buffer.concat([bytes, others[Math.floor(random() * others.length)] ?? bytes]),
  ],
  [
    'one file inside another’s comment',
    (bytes, random, others) => polyglot(bytes, others[Math.floor(random() * others.length)] ?? bytes),
  ],
  ['nothing but zeros', (_, random) => Buffer.alloc(Math.floor(random() * 100_000))],
  ['noise', (_, random) => noise(random, Math.floor(random() * 10_000))],
  [
    'a PNG that claims a size',
    (_, random) => claimedPng(size(random), size(random), Buffer.alloc(Math.floor(random() * 3_000_000))),
  ],
  ['a PNG with very many chunks', (bytes) => manyChunks(bytes)],
  ['a JPEG that claims a size', (_, random) => claimedJpeg(size(random) & 0xffff, size(random) & 0xffff)],
  [
    'a GIF that claims a size and many frames',
    (_, random) => claimedGif(size(random) & 0xffff, size(random) & 0xffff, Math.floor(random() * 20_000)),
  ],
]

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}

function mutate(bytes: Buffer, random: Random, times: number, within: number): Buffer {
  const changed = Buffer.from(bytes)
  for (let time = 0; time < times; time += 1) {
    changed[Math.floor(random() * Math.min(within, changed.length))] = pick(random, [
      0,
      255,
      127,
      128,
      Math.floor(random() * 256),
    ])
  }
  return changed
}

function without(bytes: Buffer, from: number, length: number): Buffer {
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
}

function polyglot(outer: Buffer, inner: Buffer): Buffer {
  if (outer[0] === 0xff) return withSegment(outer, 0xfe, inner.subarray(0, 60_000))
  return Buffer.concat([outer, inner, Buffer.from('%PDF-1.4 <svg xmlns="http://www.w3.org/2000/svg"/>')])
}

function size(random: Random): number {
  return pick(random, [0, 1, 65_535, 20_000, 8_000, 2 ** 31 - 1, Math.floor(random() * 70_000)])
}

function manyChunks(bytes: Buffer): Buffer {
  const text = chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100_000))]))
  return Buffer.concat([bytes.subarray(0, 33), ...Array.from({ length: 2_000 }, () => text), bytes.subarray(33)])
}

/** Quantisation and Huffman tables as small as they may be; its only block is missing. */
function claimedJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const tables: [number, Buffer][] = [
    [0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])],
    [0xc2, frame],
    [0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(15), Buffer.from([0])])],
    [0xda, Buffer.from([1, 1, 0, 0, 0, 0])],
  ]
  const start = Buffer.from([0xff, 0xd8])
  const body = tables.reduceRight<Buffer>((jpeg, [marker, content]) => withSegment(jpeg, marker, content), start)
  return Buffer.concat([body, Buffer.alloc(1_000), Buffer.from([0xff, 0xd9])])
}

function claimedGif(width: number, height: number, frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { useLentWorkshop } from './support/lent-workshop.ts'

const shop = useLentWorkshop()
const edge = 16

interface Block {
  left: number
  top: number
  colour: [number, number, number]
}

const u16 = (value: number): number[] => [value & 255, value >> 8]
const blockSize = 255

/** Codes of eight bits without any compression: the table of codes is cleared before it would grow. */
function pixelsOf(count: number): number[] {
  const [clear, end] = [128, 129]
  const codes: number[] = []
  for (let pixel = 0; pixel < count; pixel += 1) {
    if (pixel % 126 === 0) codes.push(clear)
    codes.push(0)
  }
  codes.push(end)
  const parts: number[] = []
  for (let at = 0; at < codes.length; at += blockSize) {
    const part = codes.slice(at, at + blockSize)
    parts.push(part.length, ...part)
  }
  return [7, ...parts, 0]
}

const loop = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]

function gif(blocks: Block[], before: number[] = []): Buffer {
  const frames = blocks.flatMap(({ left, top, colour }) => [
    ...[0x21, 0xf9, 4, 4, 0, 0, 0, 0],
    ...[0x2c, ...u16(left), ...u16(top), ...u16(edge), ...u16(edge), 0x86, ...colour, ...Array(127 * 3).fill(0)],
    ...pixelsOf(edge * edge),
  ])
  const head = [...Buffer.from('GIF89a'), ...u16(edge * 2), ...u16(edge * 2), 0, 0, 0]
  return Buffer.from([...head, ...before, ...frames, 0x3b])
}

const corners: Block[] = [
  { left: 0, top: 0, colour: [250, 10, 10] },
  { left: edge, top: 0, colour: [10, 250, 10] },
  { left: 0, top: edge, colour: [10, 10, 250] },
  { left: edge, top: edge, colour: [250, 250, 10] },
]

describe('a GIF of several blocks', () => {
  it('is one picture, and all of it is sent (P10)', async () => {
    const path = await shop.write('blocks.gif', gif(corners))
    expect(await shop.images.inspect(path)).toMatchObject({ width: edge * 2, height: edge * 2, animated: false })
    const prepared = await shop.images.prepareReference(path, { maxEdge: 4096, maxBytes: 2 ** 20 })
    if (prepared.decision === 'refused') throw new Error(prepared.reason)
    expect(prepared.steps.join()).not.toContain('first frame')
    const sent = sharp(await readFile(prepared.path)).removeAlpha()
    const { data, info } = await sent.raw().toBuffer({ resolveWithObject: true })
    for (const { left, top, colour } of corners) {
      const at = ((top + edge / 2) * info.width + left + edge / 2) * 3
      colour.forEach((value, channel) => void expect(Math.abs((data[at + channel] ?? 0) - value)).toBeLessThan(6))
    }
  })

  it.each([
    ['that loops', gif(corners, loop)],
    ['that lie over each other', gif([...corners, { left: 8, top: 8, colour: [0, 0, 0] }])],
  ])('%s is an animation (P10)', async (_, bytes) => {
    const path = await shop.write('moving.gif', bytes)
    const prepared = await shop.images.prepareReference(path, { maxEdge: 4096, maxBytes: 2 ** 20 })
    expect(prepared).toMatchObject({ steps: expect.arrayContaining(['first frame of the animation only']) })
  })
})

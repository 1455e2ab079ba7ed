import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SkillOrder } from '../../../src/contract/orders.ts'
import { pictureFile } from '../../../src/engine/api/picture-files.ts'
import { inlineMaxBytes } from '../../../src/engine/images/limits.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { originalSkill } from '../../support/original-skill.ts'
import { StrangeService } from '../../support/strange-service.ts'
import { flat } from '../images/support/pictures.ts'

const size = { width: 1400, height: 1050 }
let strange: StrangeService
let at: EngineAt
/** A photograph's stand-in between 3 MiB and 9,500,000 bytes. */
let photo: Buffer
let between = ''

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  photo = await sharp({ create: { ...size, channels: 3, background: '#335577', noise } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(inlineMaxBytes)
  expect(photo.length).toBeLessThan(9_500_000)
})

beforeEach(async () => {
  between = join(newFolder(), 'between.jpg')
  writeFileSync(between, photo)
  strange = new StrangeService()
  await strange.open()
  strange.instead = ({ path }) =>
    path === '/api/skills/upload'
      ? { status: 200, body: { imageUrl: `${strange.base}/pictures/u.png`, ...size } }
      : null
  strange.skills.set('larger', originalSkill)
  at = await engineAt(strange.base, strange.key)
})

const quoteOf = (order: Partial<SkillOrder>) => at.calls['quote.skill']({ skill: 'larger', files: [], ...order })
const uploads = () => strange.heard.filter(({ path }) => path === '/api/skills/upload').map(({ body }) => body)

async function written(name: string, picture: Sharp): Promise<string> {
  const path = join(newFolder(), name)
  await picture.toFile(path)
  return path
}

/** Accepts the copy of `between`; the order that was made of it. */
async function orderedCopy(path = between) {
  const quote = await quoteOf({ files: [path], reencode: [path] })
  const [id = ''] = await at.approve(quote)
  return { quote, id, reencode: quote.reencoded[0]?.reencode }
}

describe('an original between what an upload takes and what upscale takes', () => {
  it('is asked about before anything is ordered: its own address, or a copy whose quality is a number (A1, O116)', async () => {
    const quote = await quoteOf({ files: [between] })
    expect(quote).toMatchObject({ requests: 0, problems: [], reencoded: [] })
    const [asked] = quote.leftOut
    expect(asked).toMatchObject({ file: between, original: { ...size, sizeBytes: statSync(between).size } })
    const reencode = asked?.original?.reencode
    expect(reencode?.quality).toBeGreaterThanOrEqual(30)
    expect(reencode?.sizeBytes).toBeLessThanOrEqual(inlineMaxBytes)
    expect(asked?.message).toContain(`quality ${reencode?.quality} of 100`)
    expect(asked?.message).toMatch(/Nothing was sent or charged\. Give the original’s public https address/)
    expect(uploads()).toEqual([])
  })

  it('shows the window the same file by file, and leaves alone what fits (A1)', async () => {
    const small = await written('small.png', flat(40, 30).png())
    const [asked, fits] = await at.calls['files.lookAtOriginals']({ files: [between, small] })
    const [left] = (await quoteOf({ files: [between] })).leftOut
    expect(asked).toMatchObject({ way: 'choice', message: left?.message, reencode: left?.original?.reencode, ...size })
    expect(fits).toMatchObject({ way: 'upload', message: null, reencode: null, width: 40, height: 30 })
  })

  it('shows the same part of original and copy, pixel for pixel, to be compared by eye (A1)', async () => {
    const [asked] = await at.calls['files.lookAtOriginals']({ files: [between] })
    const part = async (address = '') => {
      const path = await pictureFile(at.engine, address.replace('printroom://', ''))
      return sharp(readFileSync(path ?? ''))
        .raw()
        .toBuffer({ resolveWithObject: true })
    }
    const original = await part(asked?.details?.original)
    const copy = await part(asked?.details?.copy)
    expect(original.info).toMatchObject({ width: 512, height: 512 })
    expect(copy.info).toMatchObject({ width: 512, height: 512 })
    const middle = { left: (size.width - 512) / 2, top: (size.height - 512) / 2, width: 512, height: 512 }
    expect(original.data.equals(await sharp(photo).extract(middle).raw().toBuffer())).toBe(true)
    const apart = meanDifference(original.data, copy.data)
    // Another encoding of the same place: not the same pixels, and nearly.
    expect(apart).toBeGreaterThan(0)
    expect(apart).toBeLessThan(12)
    expect(await pictureFile(at.engine, `file/${'0'.repeat(64)}/copy`)).toBeNull()
  })

  it('accepted, goes as just that copy, and order, receipt and timeline say so (A1)', async () => {
    const { quote, id, reencode } = await orderedCopy()
    expect(quote).toMatchObject({ requests: 1, credits: 5, leftOut: [] })
    expect(quote.notes.join()).toContain(
      `${basename(between)} goes as a copy encoded again at quality ${reencode?.quality}`,
    )
    const receipt = at.engine.store.receipts.get(id)
    expect(receipt?.order).toMatchObject({ pictures: [{ source: { path: between }, reencode }] })
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'completed' })
    const [upload] = uploads()
    const sent = Buffer.from(String(upload?.imageBase64), 'base64')
    expect(upload?.purpose).toBe('upscale')
    expect(sent.length).toBe(reencode?.sizeBytes)
    expect(await sharp(sent).metadata()).toMatchObject(size)
    const said = await at.calls['requests.receipt']({ id })
    expect(said.preparation[0]?.words).toMatch(new RegExp(`at quality ${reencode?.quality}; .*your choice`))
    expect(said.settings[0]?.value).toContain(`quality ${reencode?.quality} of 100`)
    expect(said.timeline[0]?.detail).toContain(`quality ${reencode?.quality} of 100, as you chose`)
    expect(at.engine.store.receipts.get(id)?.preparation[0]?.sha256).toBe(
      createHash('sha256').update(sent).digest('hex'),
    )
  })

  it('is accepted file by file: the others still ask, and what fits goes on (A1)', async () => {
    const other = join(newFolder(), 'other.jpg')
    writeFileSync(other, photo)
    const small = await written('small.png', flat(40, 30).png())
    const quote = await quoteOf({ files: [between, other, small], reencode: [between] })
    expect(quote).toMatchObject({ requests: 2, leftOut: [{ file: other }] })
    expect(quote.reencoded.map(({ file }) => file)).toEqual([between])
  })

  it('is asked about too where it is named by its field (A1)', async () => {
    const pictures = [{ field: 'imageUrl', source: between }]
    expect(await quoteOf({ pictures })).toMatchObject({ requests: 0, leftOut: [{ file: between }] })
    expect(await quoteOf({ pictures, reencode: [between] })).toMatchObject({
      requests: 1,
      reencoded: [{ file: between }],
    })
  })

  it('ordered anew is the copy again, quoted with the quality of today (A1, O111)', async () => {
    strange.instead = ({ path }) =>
      path === '/api/skills/upload' ? { status: 400, body: { error: 'not today' } } : null
    const { id, reencode } = await orderedCopy()
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'rejected' })
    const { quote } = await at.calls['requests.retry']({ id })
    expect(quote).toMatchObject({ requests: 1, leftOut: [], reencoded: [{ file: between, reencode }] })
  })

  it('ordered anew asks as the first time where no copy was accepted, and cannot be approved so (A1, O111)', async () => {
    const { id } = await orderedCopy()
    const receipt = at.engine.store.receipts.get(id)
    if (receipt?.order.kind !== 'skill') throw new Error('no order')
    // As one that an earlier version has refused after its approval.
    const pictures = receipt.order.pictures.map(({ field, source }) => ({ field, source }))
    const order = { ...receipt.order, pictures }
    const after = { ...receipt, revision: receipt.revision + 1, order, phase: 'rejected' as const, error: 'too large' }
    at.engine.store.receipts.save([{ after, timeline: [] }])
    const { quote } = await at.calls['requests.retry']({ id })
    expect(quote).toMatchObject({ requests: 0, leftOut: [{ file: between, original: size }] })
    expect(quote?.problems[0]?.message).toBe(quote?.leftOut[0]?.message)
    await expect(at.approve(quote ?? { id: '', credits: null })).rejects.toThrow('public https address')
    const accepted = await at.calls['requests.retry']({ id, reencode: true })
    expect(accepted.quote).toMatchObject({ requests: 1, problems: [], reencoded: [{ file: between }] })
  })

  it.each([
    ['worse than the accepted one', { quality: 100, sizeBytes: 1 }, /quality \d+ of 100 now, and 100 was accepted/],
    ['that nobody was asked about', undefined, /public https address instead, or accept it encoded again/],
  ])('is not sent as a copy %s, whatever the receipt says (A1)', async (_, accepted, words) => {
    const { id } = await orderedCopy()
    const receipt = at.engine.store.receipts.get(id)
    if (receipt?.order.kind !== 'skill') throw new Error('no order')
    const pictures = receipt.order.pictures.map(({ field, source }) => ({ field, source, reencode: accepted }))
    const after = { ...receipt, revision: receipt.revision + 1, order: { ...receipt.order, pictures } }
    at.engine.store.receipts.save([{ after, timeline: [] }])
    at.engine.driver.start()
    const view = await at.settled(id)
    expect(view.state).toBe('rejected')
    expect(view.error).toMatch(words)
    expect(view.error).toContain('Nothing was sent or charged')
    expect(uploads()).toEqual([])
  })
})

describe('an original that leaves no choice', () => {
  it('goes without a question where it fits without loss, however large the file (A1)', async () => {
    const plain = await written('plain.png', flat(1200, 1000).png({ compressionLevel: 0 }))
    expect(statSync(plain).size).toBeGreaterThan(inlineMaxBytes)
    expect(await quoteOf({ files: [plain] })).toMatchObject({ requests: 1, leftOut: [], reencoded: [], notes: [] })
  })

  it('is asked for by its address alone where no copy is good enough, and accepting changes nothing (A1)', async () => {
    // Transparent, noisy, and longer than the one lossy format with transparency can hold.
    const raw = { width: 16_400, height: 100, channels: 4 } as const
    const strip = await written('strip.png', sharp(randomBytes(16_400 * 100 * 4), { raw }).png())
    const quote = await quoteOf({ files: [strip], reencode: [strip] })
    expect(quote).toMatchObject({
      requests: 0,
      reencoded: [],
      leftOut: [{ original: { reencode: null, width: 16_400 } }],
    })
    expect(quote.leftOut[0]?.message).toMatch(/Nothing was sent or charged.*public https address instead\.$/)
    expect(await at.calls['files.lookAtOriginals']({ files: [strip] })).toMatchObject([
      { way: 'address', reencode: null },
    ])
  })

  it.each([
    ['GIF', 'still.gif', () => flat(9, 9).gif().toBuffer()],
    ['animation', 'moving.webp', moving],
  ])('is refused before the order where it is a still picture no more: %s (O84)', async (kind, name, make) => {
    const path = join(newFolder(), name)
    writeFileSync(path, await make())
    const quote = await quoteOf({ files: [path], reencode: [path] })
    expect(quote).toMatchObject({ requests: 0, leftOut: [{ file: path, original: null }] })
    expect(quote.leftOut[0]?.message).toContain(kind)
  })

  it('is looked at anew when the file has changed (A1)', async () => {
    const path = join(newFolder(), 'changing.jpg')
    writeFileSync(path, photo)
    expect((await quoteOf({ files: [path] })).requests).toBe(0)
    writeFileSync(path, await flat(40, 30).jpeg().toBuffer())
    expect((await quoteOf({ files: [path] })).requests).toBe(1)
    appendFileSync(path, Buffer.alloc(10))
    expect((await quoteOf({ files: [path] })).requests).toBe(1)
  })
})

describe('what the service will ask about an original', () => {
  it.each([
    [4096, 3906, false],
    [4097, 10, true],
    [4000, 4001, true],
  ])('of %i × %i px is said before it is sent (A1, O109)', async (width, height, isSaid) => {
    const path = await written('said.png', flat(width, height).png())
    const notes = (await quoteOf({ files: [path] })).notes.join()
    expect(notes.includes('said.png is larger than 4096 px on an edge or 16 megapixels')).toBe(isSaid)
    expect(notes.includes('will ask before it makes it smaller')).toBe(isSaid)
    expect(await at.calls['files.lookAtOriginals']({ files: [path] })).toMatchObject([{ willAskResize: isSaid }])
    const allowed = (await quoteOf({ files: [path], values: { allowDownscale: true } })).notes.join()
    expect(allowed.includes('as allowDownscale permits')).toBe(isSaid)
    expect(allowed).not.toContain('will ask')
  })
})

function meanDifference(one: Buffer, other: Buffer): number {
  let sum = 0
  for (const [index, value] of one.entries()) sum += Math.abs(value - (other[index] ?? 0))
  return sum / one.length
}

async function moving(): Promise<Buffer> {
  const pages = await Promise.all([flat(9, 9, '#f00'), flat(9, 9, '#00f')].map((frame) => frame.png().toBuffer()))
  return sharp(pages, { join: { animated: true } })
    .webp()
    .toBuffer()
}

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { type Fields, StrangeService } from '../../support/strange-service.ts'
import { samplePhoto } from '../../support/terminal.ts'

const submit = '/api/generate/v2'
const run = '/api/skills/s/run'
const address = 'https://pictures.example/a.png'

let strange: StrangeService
let at: EngineAt
const sent = (path: string): Fields => strange.heard.find((one) => one.path === path)?.body ?? {}

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  const image: Fields = { id: 'm', credits_per_generation: 3, max_reference_images: 6, media_type: 'image' }
  strange.models = [{ entry: image, charge: () => 3 }]
  const uri: Json = { type: 'string', format: 'uri' }
  const properties: Json = { shot: uri, more: { type: 'array', items: uri }, note: { type: 'string' } }
  strange.skills.set('s', {
    charge: () => 2,
    entry: { materials: ['shot', 'more'], pricing: 2, inputSchema: { type: 'object', properties, required: ['shot'] } },
  })
  at = await engineAt(strange.base, strange.key)
})

const generation = (references: string[]) => at.calls['quote.generation']({ prompt: 'x', modelId: 'm', references })
const skill = (files: string[], values: Record<string, Json> = {}, more: string[] = []) =>
  at.calls['quote.skill']({ skill: 's', files, values, pictures: more.map((source) => ({ field: 'more', source })) })

async function ended(quote: { id: string; credits: number | null }) {
  const [id = ''] = await at.approve(quote)
  at.engine.driver.start()
  return at.settled(id)
}

/** A picture that does not compress. */
async function noise(side: number): Promise<string> {
  const path = join(newFolder(), 'noise.png')
  const raw = { width: side, height: side, channels: 3 } as const
  await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toFile(path)
  return path
}

describe('the body of a generation', () => {
  it('holds local references inline, addresses as they are, in order, and nothing was uploaded (O33, O46, A27, A37)', async () => {
    const view = await ended(await generation([address, samplePhoto, `${address}?2`]))
    expect(view.state).toBe('completed')
    const { referenceImages, ...rest } = sent(submit)
    expect(referenceImages).toEqual([
      address,
      expect.stringMatching(/^data:image\/(jpeg|png|webp);base64,[\w+/]+=*$/),
      `${address}?2`,
    ])
    expect(rest).toEqual({ idempotencyKey: view.id, prompt: 'x', modelId: 'm', aspectRatio: 'auto' })
    expect(strange.count('POST', '/api/skills/upload')).toBe(0)
  })

  it('has no list of references where there are none (O34)', async () => {
    await ended(await generation([]))
    expect(sent(submit)).not.toHaveProperty('referenceImages')
  })

  it('shares 12 MiB among its references (A26)', async () => {
    const path = await noise(900)
    const view = await ended(await generation(Array.from({ length: 6 }, () => path)))
    expect(view.error).toBeNull()
    const { referenceImages } = sent(submit)
    expect(referenceImages).toHaveLength(6)
    expect(JSON.stringify(referenceImages).length).toBeLessThanOrEqual(12 * 1024 * 1024)
  })

  it('is the same bytes as its receipt says (O47, I4)', async () => {
    const { id } = await ended(await generation([samplePhoto]))
    const body = at.engine.store.receipts.get(id)?.body
    const bytes = Buffer.from(JSON.stringify(sent(submit)))
    expect(body?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })
})

describe('the body of a Skill', () => {
  it('names its pictures by what the upload gave, several as a list in order, under its own UUID, each upload counted (O90, O93, O94, O96, A16)', async () => {
    const view = await ended(await skill([samplePhoto], { note: 'x' }, [samplePhoto, address]))
    expect(view.state).toBe('completed')
    const { shot, more, ...rest } = sent(run)
    expect(rest).toEqual({ requestId: view.id, note: 'x' })
    expect(view.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const uploads = strange.heard.filter(({ path }) => path === '/api/skills/upload').map(({ body }) => body)
    expect(uploads.map((body) => [Object.keys(body).sort(), body.sourceUrl ?? null])).toEqual([
      [['imageBase64', 'purpose'], null],
      [['imageBase64', 'purpose'], null],
      [['purpose', 'sourceUrl'], address],
    ])
    for (const url of [shot, ...(Array.isArray(more) ? more : [])])
      expect(url).toMatch(new RegExp(`^${strange.base}/pictures/`))
    expect(more).toHaveLength(2)
    expect(at.engine.store.keyValues.uploadsSince(at.engine.origin, 0)).toBe(3)
  })

  it('is preceded by uploads within 3 MiB, bytes and not base64, and 4096 px, whatever was dropped (O80, O83)', async () => {
    const wide = join(newFolder(), 'wide.png')
    await sharp({ create: { width: 5000, height: 8, channels: 3, background: '#336699' } })
      .png()
      .toFile(wide)
    await ended(await skill([await noise(1100)], {}, [wide]))
    const uploads = strange.heard.filter(({ path }) => path === '/api/skills/upload').map(({ body }) => body)
    const pictures = uploads.map((body) => Buffer.from(String(body.imageBase64), 'base64'))
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) {
      expect(picture.length).toBeLessThanOrEqual(3 * 1024 * 1024)
      const { width, height } = await sharp(picture).metadata()
      expect(Math.max(width, height)).toBeLessThanOrEqual(4096)
    }
  })

  it('says in its receipt that of an animation at an address only the first frame was taken (O85)', async () => {
    strange.instead = ({ path }) =>
      path === '/api/skills/upload'
        ? { status: 200, body: { imageUrl: `${strange.base}/pictures/u.png`, firstFrameOnly: true } }
        : null
    const { id } = await ended(await skill([address]))
    const [report] = at.engine.store.receipts.get(id)?.preparation ?? []
    expect(report?.steps.join()).toContain('first frame only')
  })

  it('has 32 KiB at most: one byte more is not sent (O91)', async () => {
    const empty = async () => {
      const { id } = await ended(await skill([address], { note: '' }))
      return at.engine.store.receipts.get(id)?.body?.sizeBytes ?? 0
    }
    const room = 32 * 1024 - (await empty())
    const fits = await ended(await skill([address], { note: 'n'.repeat(room) }))
    expect(fits.state).toBe('completed')
    const tooLong = await ended(await skill([address], { note: 'n'.repeat(room + 1) }))
    expect(tooLong).toMatchObject({ state: 'rejected', creditsUsed: null })
    expect(tooLong.error).toMatch(/32769 bytes.*32768.*Nothing was sent or charged/)
    expect(strange.taken.has(tooLong.id)).toBe(false)
  })
})

describe('accepting a quote', () => {
  it('twice at once makes one order, and a third time none (I2)', async () => {
    const quote = await skill([samplePhoto])
    const both = await Promise.allSettled([at.approve(quote), at.approve(quote)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(at.approve(quote)).rejects.toThrow()
    expect(await at.calls['requests.list']({})).toHaveLength(1)
  })

  it('takes the very sum that was shown and no other', async () => {
    const quote = await generation([])
    for (const credits of [0, 2, 3.001, 4, null])
      await expect(at.calls['orders.approve']({ quoteId: quote.id, credits })).rejects.toThrow(
        /not the one that was quoted/,
      )
    await expect(at.calls['orders.approve']({ quoteId: 'none', credits: 3 })).rejects.toThrow(
      /Nothing was sent or charged/,
    )
    expect(await at.approve(quote)).toHaveLength(1)
  })

  it('with a problem is refused in the problem’s own words', async () => {
    const quote = await at.calls['quote.generation']({ prompt: ' ', modelId: 'm' })
    expect(quote.credits).toBe(3)
    await expect(at.approve(quote)).rejects.toThrow('Enter a prompt')
  })

  it('without a key is refused, and holds once there is one', async () => {
    const keyless = await engineAt(strange.base, strange.key, { environmentKey: null })
    const quote = await keyless.calls['quote.generation']({ prompt: 'x', modelId: 'm' })
    await expect(keyless.approve(quote)).rejects.toThrow(/no key/)
    keyless.engine.key.hold(strange.key, 'environment')
    expect(await keyless.approve(quote)).toHaveLength(1)
  })

  it('over a file that is gone by then does not hold up the others', async () => {
    const path = await noise(16)
    const quote = await skill([path, samplePhoto])
    rmSync(path)
    const [gone = '', there = ''] = await at.approve(quote)
    at.engine.driver.start()
    expect(await at.settled(gone)).toMatchObject({
      state: 'rejected',
      error: expect.stringMatching(/Nothing was sent or charged/),
    })
    expect(await at.settled(there)).toMatchObject({ state: 'completed' })
    expect([...strange.taken.keys()]).toEqual([there])
  })

  it('over a file that changes afterwards sends nothing: it is not the one that was accepted', async () => {
    const path = await noise(16)
    const [id = ''] = await at.approve(await skill([path]))
    writeFileSync(path, await sharp(readFileSync(samplePhoto)).resize(20).png().toBuffer())
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'rejected', error: expect.stringContaining('has changed') })
    expect(strange.taken.size).toBe(0)
  })
})

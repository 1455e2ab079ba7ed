import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { originalSkill } from '../../support/original-skill.ts'
import { type Fields, StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt
/** What the service says of an upload's size; it made a picture of 24 × 16 out of it. */
let said: { width: Json; height: Json }

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  said = { width: 24, height: 16 }
  strange.instead = ({ path }) =>
    path === '/api/skills/upload'
      ? { status: 200, body: { imageUrl: `${strange.base}/pictures/u.png`, ...said } }
      : null
  strange.skills.set('larger', originalSkill)
  at = await engineAt(strange.base, strange.key)
})

async function picture(width: number, height: number): Promise<string> {
  const path = join(newFolder(), 'original.png')
  await sharp({ create: { width, height, channels: 3, background: '#5a5a5a' } })
    .png()
    .toFile(path)
  return path
}

async function ended(source: string) {
  const quote = await at.calls['quote.skill']({ skill: 'larger', files: [source] })
  expect(quote.problems).toEqual([])
  const [id = ''] = await at.approve(quote)
  at.engine.driver.start()
  return at.settled(id)
}

const uploads = () => strange.heard.filter(({ path }) => path === '/api/skills/upload').map(({ body }) => body)
const runs = () => strange.heard.filter(({ path }) => path === '/api/skills/larger/run').map(({ body }) => body)

describe('a Skill that takes the original itself, known by its fields', () => {
  it('uploads a small file for upscale, and runs when it came back in its own size (O81, O108, O116)', async () => {
    expect(await ended(await picture(24, 16))).toMatchObject({ state: 'completed' })
    expect(uploads().map(({ purpose }) => purpose)).toEqual(['upscale'])
    expect(runs()).toMatchObject([{ confirmedCredits: 5, imageUrl: `${strange.base}/pictures/u.png` }])
  })

  it.each([
    ['narrower', { width: 23, height: 16 }],
    ['lower', { width: 24, height: 15 }],
    ['turned', { width: 16, height: 24 }],
  ])('stops before the run when the upload came back %s, nothing charged (O108)', async (_, size) => {
    said = size
    const view = await ended(await picture(24, 16))
    expect(view).toMatchObject({ state: 'rejected', creditsUsed: null })
    expect(view.error).toMatch(/Nothing was charged.*public https address/)
    expect(runs()).toEqual([])
  })

  it('sends the original’s own address as it is, without an upload (O107, O108)', async () => {
    const address = 'https://pictures.example/large.png'
    await ended(address)
    expect(uploads()).toEqual([])
    expect(runs()).toMatchObject([{ imageUrl: address }])
  })

  it('asks before it is made smaller; accepted, it is a new order under a new number that says so (O109, O111)', async () => {
    const large = { error: 'too large', code: 'upscale_resize_required', sourceWidth: 9000, sourceHeight: 6000 }
    strange.instead = ({ path, body }) =>
      path === '/api/skills/larger/run' && body.allowDownscale !== true ? { status: 409, body: large } : null
    const asked = await ended('https://pictures.example/large.png')
    expect(asked.decision?.question).toMatch(/9000 × 6000.*Nothing was charged/)
    expect(asked.decision?.choices.map(({ id }) => id)).toEqual(['accept-resize', 'leave'])
    expect(runs()).toHaveLength(1)
    expect(runs()[0]).not.toHaveProperty('allowDownscale')
    await at.calls['requests.decide']({ id: asked.id, choice: 'accept-resize' })
    const other = (await at.calls['requests.list']({})).find(({ id }) => id !== asked.id)
    expect(await at.settled(other?.id ?? '')).toMatchObject({ state: 'completed' })
    expect(runs()[1]).toMatchObject({ requestId: other?.id, allowDownscale: true })
    expect([...strange.taken.keys()]).toEqual([other?.id])
  })

  const reversed = (body: Fields): Fields => Object.fromEntries(Object.entries(body).reverse())
  const redrawn = (body: Fields): Fields => ({ ...body, imageUrl: 'https://pictures.example/other.png' })

  it.each([
    ['its own parameters, whatever their order', reversed, 2],
    ['another picture', redrawn, 1],
  ] as const)('is sent again only as it was approved: its receipt names %s (A17)', async (_, named, posts) => {
    const busy: Fields = { error: 'interrupted' }
    strange.instead = ({ path }) => {
      const [first = {}, second] = runs()
      if (second) return null
      if (path === '/api/skills/larger/run') return { status: 500, body: busy }
      if (path !== '/api/skills/status') return null
      const state: Fields = { submissionStatus: 'interrupted', retryable: true, items: [] }
      return { status: 200, body: { ...state, retryParameters: named(first) } }
    }
    const view = await ended('https://pictures.example/large.png')
    expect(view.state).toBe(posts === 2 ? 'completed' : 'needs-decision')
    expect(runs()).toHaveLength(posts)
    expect(new Set(runs().map((body) => JSON.stringify(body))).size).toBe(1)
  })
})

describe('a Skill whose form requires the accepted price (O110)', () => {
  const { entry, charge } = originalSkill
  const inputSchema: Json = {
    ...(entry.inputSchema as Fields),
    required: ['requestId', 'imageUrl', 'confirmedCredits'],
  }

  it('is ordered with it, by a person and by a folder', async () => {
    strange.skills.set('larger', { charge, entry: { pricing: 5, inputSchema } })
    expect(await ended('https://pictures.example/large.png')).toMatchObject({ state: 'completed' })
    expect(runs()).toMatchObject([{ confirmedCredits: 5 }])
    const price = await at.calls['watch.price']({ skill: 'larger', values: {}, pictures: [] })
    expect(price).toEqual({ credits: 5, problem: null })
  })

  it('is ordered unseen only up to the most that a person names, which goes along; one that only takes it can (M12)', async () => {
    strange.skills.set('larger', { charge, entry: { pricing: 'ask us', inputSchema } })
    const order = { skill: 'larger', files: ['https://pictures.example/large.png'] }
    const quote = await at.calls['quote.skill'](order)
    expect(quote.price).toBe('unknown')
    expect(quote).toMatchObject({ problems: [], takesCeiling: true })
    expect(quote.notes[0]).toMatch(/price that was accepted.*Nothing was sent or charged/)
    await expect(at.approve(quote)).rejects.toThrow('price that was accepted')
    const held = { quoteId: quote.id, credits: null, ceilingCredits: 12 }
    const little = at.calls['orders.approve']({ ...held, ceilingCredits: 0.5 })
    await expect(little).rejects.toThrow('less than 1 credit for each request')
    const [id = ''] = (await at.calls['orders.approve'](held)).requestIds
    expect(at.engine.store.receipts.get(id)).toMatchObject({
      order: { fields: { confirmedCredits: 12 } },
      consent: { credits: null, ceilingCredits: 12 },
    })
    strange.skills.set('larger', { charge, entry: { ...entry, pricing: 'ask us' } })
    await at.calls['catalogue.skills']({ fresh: true })
    expect(await at.calls['quote.skill'](order)).toMatchObject({ price: 'unknown', problems: [] })
  })
})

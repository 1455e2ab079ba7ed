import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Agent } from '../support/agent.ts'
import { practiceHome, printroom, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const fast = { env: { PRINTROOM_TIME_SCALE: '20' } }
const run = (...words: string[]) => printroom([...place.words, ...words], fast)
const agent = (...words: string[]) => new Agent([...place.words.filter((word) => word !== '--json'), ...words]).begin()

interface Request {
  id: string
  state: string
  creditsQuoted: number | null
  creditsUsed: number | null
  assets: { path: string }[]
}
const requestsOf = (value: Record<string, unknown>) => value.requests as Request[]

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

const charges = async () => (await run('practice', 'ledger')).lines.filter(({ kind }) => kind === 'charge')

describe('printroom mcp', () => {
  it('lists models and Skills, quotes, orders within the budget, waits, and finds the result in the library (M13)', async () => {
    expect((await run('settings', 'budget', '100')).lines).toEqual([
      { event: 'budget', service: 'practice', credits: 100, spent: 0, reserved: 0, left: 100 },
    ])
    const mcp = await agent()
    const listed = (await mcp.request('tools/list', {})).result as { tools: { name: string; inputSchema: object }[] }
    expect(listed.tools.map(({ name }) => name).sort()).toEqual([
      'get_budget',
      'get_receipt',
      'list_models',
      'list_receipts',
      'list_skills',
      'order_generation',
      'order_skill',
      'quote_generation',
      'quote_skill',
      'search_library',
      'wait',
    ])
    const [model] = (await mcp.value('list_models', { media: 'image' })).models as { id: string }[]
    const skills = (await mcp.value('list_skills')).skills as { id: string }[]
    expect(skills.map(({ id }) => id)).toContain('remove-bg')
    const files = [samplePhoto]
    const quote = await mcp.value('quote_skill', { skill: 'remove-bg', files })
    expect(quote).toMatchObject({ price: 'known', requests: 1, problems: [] })
    const wish = { prompt: 'a harbour at dusk', modelId: model?.id }
    expect(await mcp.value('quote_generation', wish)).toMatchObject({ price: 'known', requests: 1 })
    const made = await mcp.value('order_skill', { skill: 'remove-bg', files, project: 'Harbour Days' })
    expect(made).toMatchObject({ waitsForPerson: null, budget: { credits: 100, reserved: quote.credits } })
    const generated = await mcp.value('order_generation', wish)
    const ids = [...requestsOf(made), ...requestsOf(generated)].map(({ id }) => id)
    const ended = requestsOf(await mcp.value('wait', { ids, timeoutSeconds: 60 }))
    expect(ended.map(({ state }) => state)).toEqual(['completed', 'completed'])
    expect(requestsOf(await mcp.value('list_receipts')).map(({ id }) => id)).toEqual([...ids].reverse())
    const receipt = await mcp.value('get_receipt', { id: ids[0]?.slice(0, 8) })
    expect(receipt).toMatchObject({ request: { project: 'Harbour Days' }, money: { charged: quote.credits } })
    expect(JSON.stringify(receipt.timeline)).toContain('By an agent, within the budget that you set.')
    const found = (await mcp.value('search_library', { text: 'harbour' })).assets as { path: string }[]
    expect(found.map(({ path }) => path)).toEqual(ended[1]?.assets.map(({ path }) => path))
    const spent = ended.reduce((sum, { creditsUsed }) => sum + (creditsUsed ?? 0), 0)
    expect(await mcp.value('get_budget')).toEqual({ credits: 100, spent, reserved: 0, left: 100 - spent })
    expect(mcp.stdout).not.toMatch(/svc_sk_/)
    expect(await mcp.close()).toBe(0)
    expect(await charges()).toHaveLength(2)
  })

  it('lets what is above the budget wait where a person sees it, who approves it at its price (M13)', async () => {
    await run('settings', 'budget', '1')
    const mcp = await agent()
    const made = await mcp.value('order_skill', { skill: 'remove-bg', files: [samplePhoto] })
    expect(made.waitsForPerson).toContain('agents may spend 1 credit in all')
    const [{ id, creditsQuoted } = { id: '', creditsQuoted: null }] = requestsOf(made)
    expect(requestsOf(await mcp.value('wait', { ids: [id] }))).toMatchObject([{ id, state: 'needs-decision' }])
    expect(await charges()).toEqual([])
    const [waits] = (await run('queue', 'list')).lines
    expect(waits).toMatchObject({
      id,
      state: 'needs-decision',
      error: expect.stringContaining('An agent asked for this.'),
    })
    expect(waits?.choices).toMatchObject([{ id: 'accept-price', credits: creditsQuoted }, { id: 'leave' }])
    expect((await run('queue', 'decide', id, 'accept-price')).status).toBe(5)
    expect(requestsOf(await mcp.value('wait', { ids: [id] }))).toMatchObject([{ id, state: 'completed' }])
    expect(await mcp.value('get_budget')).toEqual({ credits: 1, spent: 0, reserved: 0, left: 1 })
    expect(await charges()).toHaveLength(1)
    await mcp.close()
  })

  it('as two servers at once never spends more than the budget (M13, I2)', async () => {
    const [cutout] = (await run('--yes', 'quote', 'skill', 'remove-bg', samplePhoto)).lines
    const each = Number(cutout?.credits)
    await run('settings', 'budget', String(each * 3))
    const both = await Promise.all([agent(), agent()])
    const modelled = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        both[n % 2]?.value('order_skill', {
          skill: 'remove-bg',
          files: [samplePhoto],
          repeat: true,
          idempotencyKey: `cut ${n}`,
        }),
      ),
    )
    const all = modelled.flatMap((value) => (value ? requestsOf(value) : []))
    const waiting = all.filter(({ state }) => state === 'needs-decision')
    expect([all.length, waiting.length]).toEqual([8, 5])
    const ids = all.filter((one) => !waiting.includes(one)).map(({ id }) => id)
    await both[0]?.value('wait', { ids })
    expect((await charges()).length).toBe(3)
    for (const mcp of both) await mcp.close()
  })

  it('killed in the middle of an order and asked again under its key orders once (M14)', async () => {
    await run('settings', 'budget', '100')
    const order = { skill: 'remove-bg', files: [samplePhoto], idempotencyKey: 'jolla cutout', repeat: true }
    const first = await agent()
    const killed = first.call('order_skill', order).catch(() => null)
    // Killed at whatever point it has come to once its receipt is on disk, with its answer lost.
    await expect.poll(async () => (await run('receipts', 'list')).lines.length).toBe(1)
    await first.kill()
    await killed
    const again = await agent()
    const made = await again.value('order_skill', order)
    expect(made.isEarlier).toBe(true)
    const ids = requestsOf(made).map(({ id }) => id)
    expect(requestsOf(await again.value('wait', { ids, timeoutSeconds: 120 }))).toMatchObject([{ state: 'completed' }])
    expect(await charges()).toHaveLength(1)
    const other = await again.call('order_skill', { ...order, skill: 'upscale' })
    expect(other).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('another order') }] })
    await again.close()
  })

  it('refuses what is malformed in words, orders nothing of it, and goes on', async () => {
    await run('settings', 'budget', '100')
    const mcp = await agent()
    mcp.write('this is no JSON')
    mcp.write('{"jsonrpc":"2.0","id":')
    for (const [name, args] of [
      ['order_skill', { skill: 'remove-bg' }],
      ['order_skill', { skill: 'remove-bg', files: [samplePhoto], maxcredits: 1 }],
      ['order_skill', { skill: 'remove-bg', files: ['photo.jpg'] }],
      ['order_skill', { skill: 'remove-bg', files: [`${place.home}/none.jpg`] }],
      ['order_skill', { skill: 'remove-bg', files: [place.home] }],
      ['order_skill', { skill: 'remove-bg', files: [samplePhoto], repeat: true }],
      ['order_skill', { skill: 'remove-bg', files: [samplePhoto], values: { requestId: 'x' } }],
      ['order_generation', { prompt: 'x', modelId: 'none of these' }],
      ['order_generation', { prompt: 'x', modelId: 7 }],
      ['wait', { ids: ['abcdef'] }],
      ['wait', { ids: [] }],
      ['get_receipt', { id: 'abcdef' }],
      ['list_models', { media: 'sound' }],
      ['settings', { budget: 1e9 }],
    ] as const) {
      const answer = await mcp.call(name, args)
      expect([name, args, answer.isError]).toEqual([name, args, true])
      expect(answer.content[0]?.text).not.toBe('')
    }
    expect(await mcp.value('list_receipts')).toEqual({ requests: [] })
    expect(await mcp.close()).toBe(0)
    expect(await charges()).toEqual([])
  })

  it('takes no words that would write to its output or accept in its owner’s place', async () => {
    for (const words of [['--json'], ['--yes'], ['mcp']]) {
      const ran = await printroom([...place.words.filter((word) => word !== '--json'), ...words, 'mcp'], fast)
      expect([words, ran.status, ran.stdout]).toEqual([words, 2, ''])
    }
  })
})

describe('settings budget', () => {
  it('sets, shows and takes away what agents may spend, and refuses what is no sum (M13)', async () => {
    const line = { event: 'budget', service: 'practice', spent: 0, reserved: 0 }
    expect((await run('settings', 'budget')).lines).toEqual([{ ...line, credits: null, left: null }])
    expect((await run('settings', 'budget', '12.5')).lines).toEqual([{ ...line, credits: 12.5, left: 12.5 }])
    expect((await run('settings', 'budget')).stderr).toContain('Agents may spend 12.5 credits in all')
    expect((await run('settings', 'budget', 'none')).lines).toEqual([{ ...line, credits: null, left: null }])
    for (const amount of ['much', '-1', '1e3', '12 credits'])
      expect([amount, (await run('settings', 'budget', amount)).status]).toEqual([amount, 2])
    expect((await run('settings', 'budget', '1', '2')).status).toBe(2)
  })
})

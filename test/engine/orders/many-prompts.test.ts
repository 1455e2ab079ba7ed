import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationOrder } from '../../../src/contract/orders.ts'
import { pastedIn } from '../../../src/engine/sources/pasted.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  strange.models = [
    {
      entry: {
        id: 'm',
        name: 'M',
        credits_per_generation: 8,
        media_type: 'image',
        supported_ratios: ['1:1', '4:3'],
        max_reference_images: 1,
        extra_config: {},
      },
      charge: () => 8,
    },
  ]
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.start()
})

const order = (changes: Partial<GenerationOrder>): GenerationOrder => ({ prompt: '', modelId: 'm', ...changes })
const prompts = (...texts: string[]) => texts.map((prompt) => ({ prompt }))

describe('many prompts in one order', () => {
  it('are one total and a request for each, each paid once (I2)', async () => {
    const quote = await at.calls['quote.generation'](order({ variants: prompts('a', 'b'), count: 2 }))
    expect(quote).toMatchObject({ requests: 4, credits: 32, problems: [] })
    const ids = await at.approve(quote)
    expect(new Set(ids).size).toBe(4)
    const views = await Promise.all(ids.map((id) => at.settled(id)))
    expect(views.map(({ title, state }) => [title, state])).toEqual([
      ['a', 'completed'],
      ['a', 'completed'],
      ['b', 'completed'],
      ['b', 'completed'],
    ])
    expect([...strange.taken.values()]).toEqual([8, 8, 8, 8])
  })

  it('have their own choices, and a mistake names its prompt; one that all make is said once', async () => {
    const variants = [{ prompt: 'a', aspectRatio: '4:3' }, { prompt: 'b', aspectRatio: '9:9' }, { prompt: ' ' }]
    const { problems } = await at.calls['quote.generation'](order({ variants, quality: 'best' }))
    expect(problems.map(({ field, message }) => [field, message.slice(0, 9)])).toEqual([
      ['quality', 'quality i'],
      ['aspectRatio', 'Prompt 2:'],
      ['prompt', 'Prompt 3:'],
    ])
  })

  it('more than one order takes are refused before anything is written', async () => {
    const variants = prompts(...Array.from({ length: 26 }, (_, index) => `p${index}`))
    const quote = await at.calls['quote.generation'](order({ variants, count: 20 }))
    expect(quote.problems[0]?.message).toContain('520 requests')
    await expect(at.approve(quote)).rejects.toThrow('520 requests')
  })

  it('what was paid before is offered, and the rest has a price of its own', async () => {
    const [id = ''] = await at.approve(await at.calls['quote.generation'](order({ prompt: 'a' })))
    expect(await at.settled(id)).toMatchObject({ state: 'completed' })
    const quote = await at.calls['quote.generation'](order({ variants: prompts('a', 'b') }))
    expect(quote).toMatchObject({ credits: 16, rest: { requests: 1, credits: 8 } })
    expect(quote.alreadyPaid.map(({ requestId }) => requestId)).toEqual([id])
  })

  it('an order over a cap says so where it cannot be pressed', async () => {
    await at.calls['queue.setCaps']({ batch: 10 })
    const quote = await at.calls['quote.generation'](order({ variants: prompts('a', 'b') }))
    expect(quote.overCap).toContain('your limit is 10 credits per order')
    expect((await at.calls['quote.generation'](order({ prompt: 'a' }))).overCap).toBeNull()
  })
})

describe('prompts that were ordered', () => {
  it('come back from the receipts, each once, newest first, and are found by their words', async () => {
    for (const prompt of ['dunes', 'a boat', 'dunes']) {
      const quote = await at.calls['quote.generation'](order({ prompt, aspectRatio: '4:3' }))
      for (const id of await at.approve(quote)) await at.settled(id)
    }
    const history = await at.calls['prompts.history']({ limit: 10 })
    expect(history.map(({ prompt, times }) => [prompt, times])).toEqual([
      ['dunes', 2],
      ['a boat', 1],
    ])
    expect(history[0]).toMatchObject({
      modelName: 'M',
      mediaType: 'image',
      thumbnail: expect.stringMatching(/^printroom:/),
    })
    expect(await at.calls['prompts.history']({ search: 'BOAT', limit: 10 })).toHaveLength(1)
    const again = await at.calls['prompts.orderOf']({ id: history[0]?.requestId ?? '' })
    expect(again).toMatchObject({ mediaType: 'image', order: { prompt: 'dunes', modelId: 'm', aspectRatio: '4:3' } })
  })
})

describe('a pasted picture', () => {
  it('is kept by its content, once, and can be ordered with', async () => {
    const create = { width: 24, height: 16, channels: 3, background: '#cc8833' } as const
    const bytes = await sharp({ create }).png().toBuffer()
    const paste = () => at.calls['files.keepPasted']({ name: '../Bild 1.png', base64: bytes.toString('base64') })
    const file = await paste()
    expect(file).toMatchObject({ width: 24, height: 16, format: 'png', problem: null })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(file.path).toMatch(new RegExp(`pasted.Bild-1-${sha256.slice(0, 12)}$`))
    expect((await paste()).path).toBe(file.path)
    const quote = await at.calls['quote.generation'](order({ prompt: 'like this', references: [file.path] }))
    const [id = ''] = await at.approve(quote)
    expect(await at.settled(id)).toMatchObject({ state: 'completed' })
  })

  it('that an order may name stays when it is pasted again and cannot be looked at then', async () => {
    const base64 = 'bm8gcGljdHVyZQ=='
    const sha256 = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')
    const kept = join(pastedIn(at.engine.options.folders.data), `x-${sha256.slice(0, 12)}`)
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, Buffer.from(base64, 'base64'))
    const file = await at.calls['files.keepPasted']({ name: 'x', base64 })
    expect([file.path, file.problem === null]).toEqual([kept, false])
    expect(existsSync(kept)).toBe(true)
    rmSync(kept)
  })

  it('is not kept where more was pasted within a day than anybody pastes, in bytes or in number (W9)', async () => {
    const create = { width: 8, height: 8, channels: 3, background: '#113355' } as const
    const base64 = (await sharp({ create }).png().toBuffer()).toString('base64')
    const paste = () => at.calls['files.keepPasted']({ name: 'x', base64 })
    const folder = pastedIn(at.engine.options.folders.data)
    const large = join(folder, 'large-000000000000')
    mkdirSync(folder, { recursive: true })
    writeFileSync(large, '')
    truncateSync(large, 1_000_000_000)
    await expect(paste()).rejects.toThrow(/no more is kept. Nothing was sent or charged/)
    const before = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(large, before, before)
    const { path } = await paste()
    // What lies there already takes no more room.
    utimesSync(large, new Date(), new Date())
    expect((await paste()).path).toBe(path)
    rmSync(large)
    rmSync(path)
    const many = Array.from({ length: 2000 }, (_, n) => join(folder, `many-${n}`))
    for (const one of many) writeFileSync(one, '')
    await expect(paste()).rejects.toThrow(/no more is kept/)
    for (const one of many) rmSync(one)
  })

  it('that is none is named like any other file, and not kept', async () => {
    const file = await at.calls['files.keepPasted']({ name: 'x', base64: 'bm8gcGljdHVyZQ==' })
    expect(file.problem).toMatch(/nothing was sent/i)
    expect(existsSync(file.path)).toBe(false)
  })
})

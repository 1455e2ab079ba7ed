import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EngineOptions } from '../../../src/engine/assembly/options.ts'
import { bytesOf } from '../../../src/engine/queue/paid-body.ts'
import { keepPasted } from '../../../src/engine/sources/pasted.ts'
import { disc } from '../../practice/support/images.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'

const model = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }

let strange: StrangeService
let disk: string

beforeEach(async () => {
  strange = new StrangeService()
  strange.models = [{ charge: () => 1, entry: { ...model, max_reference_images: 5 } }]
  await strange.open()
  disk = newFolder()
})

const open = (name: string, changes: Partial<EngineOptions> = {}): Promise<EngineAt> =>
  engineAt(strange.base, strange.key, { home: join(disk, name), ...changes })

/** The pictures that came with the paid POSTs. */
const sent = (): unknown[] =>
  strange.heard.filter(({ method, path }) => method === 'POST' && path === '/api/generate/v2').map(({ body }) => body)

async function order(at: EngineAt, path: string): Promise<string> {
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', references: [path] })
  expect(quote.problems).toEqual([])
  return (await at.approve(quote))[0] ?? ''
}

describe('a home that was moved', () => {
  it('sends the prepared pictures that lie in it, byte for byte (M10, I4)', async () => {
    const source = join(disk, 'disc.png')
    writeFileSync(source, await disc())
    const before = await open('old')
    // Its first POST gets no answer that says anything.
    strange.instead = ({ method, path }) =>
      method === 'POST' && path === '/api/generate/v2' ? { status: 500, body: {} } : null
    before.engine.driver.start()
    const id = await order(before, source)
    await before.until(id, ({ state }) => state === 'uncertain')
    await before.close()
    const [first] = sent()
    renameSync(join(disk, 'old'), join(disk, 'new'))
    rmSync(source)
    strange.instead = () => null
    const after = await open('new')
    after.engine.driver.start()
    expect(await after.settled(id)).toMatchObject({ state: 'completed', error: null })
    expect(sent().at(-1)).toEqual(first)
    expect(strange.taken.get(id)).toBe(1)
  })

  it('takes its own copy also where the old place has another file, or one that may not be read (M10)', async () => {
    const source = join(disk, 'disc.png')
    writeFileSync(source, await disc())
    const before = await open('old')
    strange.instead = ({ method }) => (method === 'POST' ? { status: 500, body: {} } : null)
    before.engine.driver.start()
    const id = await order(before, source)
    await before.until(id, ({ state }) => state === 'uncertain')
    const body = before.engine.store.receipts.get(id)?.body
    const bodies = join(disk, 'old', 'service', 'bodies')
    if (!body) throw new Error('it has no body')
    const bytes = await bytesOf(body, bodies)
    const elsewhere = {
      ...body,
      parts: body.parts.map((part) => ('text' in part ? part : { ...part, base64File: source })),
    }
    writeFileSync(source, 'something else')
    expect(await bytesOf(elsewhere, bodies)).toEqual(bytes)
    await before.close()
  })

  it('finds the pictures that it kept for an order, and those of its library (M10)', async () => {
    const before = await open('old')
    const pasted = await keepPasted(before.engine, 'disc', (await disc()).toString('base64'))
    await before.calls['queue.pause'](undefined)
    const id = await order(before, pasted.path)
    await before.close()
    renameSync(join(disk, 'old'), join(disk, 'new'))
    const after = await open('new')
    await after.calls['queue.resume'](undefined)
    after.engine.driver.start()
    expect(await after.settled(id)).toMatchObject({ state: 'completed', error: null })
    const own = after.engine.store.receipts.get(id)?.order
    expect(own?.kind === 'generation' && own.references, 'the receipt stays as it was approved').toMatchObject([
      { path: pasted.path },
    ])
    await after.close()
    // Once more: what was pasted two moves ago is still found.
    renameSync(join(disk, 'new'), join(disk, 'third'))
    const third = await open('third')
    expect((await third.engine.place.resolveMovedPaths([pasted.path]))(pasted.path)).toContain(join(disk, 'third'))
    const again = await third.calls['prompts.orderOf']({ id })
    expect(again?.order.references).toEqual([join(disk, 'third', 'service', 'pasted', basename(pasted.path))])
  })
})

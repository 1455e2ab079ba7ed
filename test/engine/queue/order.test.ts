import { beforeEach, describe, expect, it } from 'vitest'
import { byPlace } from '../../../src/engine/queue/sort-key.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  strange.models = [
    { entry: { id: 'm', credits_per_generation: 1, media_type: 'image', extra_config: {} }, charge: () => 1 },
  ]
  at = await engineAt(strange.base, strange.key)
})

async function ordered(prompts: string[], by = at): Promise<string[]> {
  const ids: string[] = []
  for (const prompt of prompts)
    ids.push(...(await by.approve(await by.calls['quote.generation']({ prompt, modelId: 'm' }))))
  return ids
}

/** What was sent, two at a time as the submits go (A23). */
const sentInPairs = (): string[][] => {
  const prompts = strange.heard.filter(({ method }) => method === 'POST').map(({ body }) => String(body.prompt))
  return [prompts.slice(0, 2).sort(), prompts.slice(2, 4).sort()]
}

describe('a place in the queue', () => {
  it('is changed for what waits, and the submits go by it, after a restart too', async () => {
    const [a = '', , c = '', d = ''] = await ordered(['a', 'b', 'c', 'd'])
    await at.calls['queue.move']({ id: d, before: null })
    const moved = await at.calls['queue.move']({ id: c, before: a })
    expect(moved).toMatchObject({ id: c, state: 'queued' })
    await at.close()
    const again = await engineAt(strange.base, strange.key, { home: at.home })
    again.engine.driver.start()
    for (const id of [a, c, d]) await again.settled(id)
    expect(sentInPairs()[0]).toEqual(['c', 'd'])
  })

  it('can be at the end, which what is ordered later comes after', async () => {
    const [a = '', , c = ''] = await ordered(['a', 'b', 'c'])
    await at.calls['queue.move']({ id: a, before: null, toEnd: true })
    await at.calls['queue.move']({ id: c, before: null, toEnd: true })
    // The order of moments is theirs only where they are two.
    const movedAtMs = Date.now()
    await expect.poll(() => Date.now()).toBeGreaterThan(movedAtMs)
    const [d = ''] = await ordered(['d'])
    const waiting = at.engine.store.receipts.list({ open: true }).sort(byPlace)
    expect(waiting.map(({ order }) => order.fields.prompt)).toEqual(['b', 'a', 'c', 'd'])
    expect(waiting.at(-1)?.id).toBe(d)
  })

  it('is changed while the queue is driven, and by another program beside it', async () => {
    at.engine.driver.pause(true)
    at.engine.driver.start()
    const [a = '', , c = '', d = ''] = await ordered(['a', 'b', 'c', 'd'])
    await at.calls['queue.move']({ id: c, before: a })
    const beside = await engineAt(strange.base, strange.key, { home: at.home })
    await beside.calls['queue.move']({ id: d, before: c })
    const place = beside.engine.store.receipts.get(d)?.place
    expect(place).not.toBeNull()
    // At once: the driver's next look at what others wrote comes later.
    at.engine.driver.pause(false)
    for (const id of [a, c, d]) await at.settled(id)
    expect(sentInPairs()[0]).toEqual(['c', 'd'])
    expect(at.engine.store.receipts.get(d)?.place).toBe(place)
    for (const [, credits] of strange.taken) expect(credits).toBe(1)
    expect(strange.count('POST', '/api/generate/v2')).toBe(strange.taken.size)
  })

  it('is that of the front again, however often; alone it has no other', async () => {
    const [a = '', b = ''] = await ordered(['a', 'b'])
    for (let n = 0; n < 30; n += 1) await at.calls['queue.move']({ id: n % 2 === 0 ? b : a, before: null })
    const view = await at.calls['queue.move']({ id: b, before: null })
    const other = at.engine.viewOf(at.engine.store.receipts.get(a) ?? expect.fail())
    expect((view.place ?? '') < (other.place ?? '')).toBe(true)
    await at.calls['requests.cancel']({ ids: [a] })
    expect(await at.calls['queue.move']({ id: b, before: null })).toMatchObject({ place: view.place })
  })

  it('is not changed for what was sent, nor before it (I3, I4)', async () => {
    const [a = ''] = await ordered(['a'])
    at.engine.driver.start()
    await at.settled(a)
    at.engine.driver.pause(true)
    const [b = ''] = await ordered(['b'])
    const [c = ''] = await ordered(['c'])
    await expect(at.calls['queue.move']({ id: a, before: null })).rejects.toThrow('only what waits can be moved')
    await expect(at.calls['queue.move']({ id: b, before: a })).rejects.toThrow('does not wait')
    await expect(at.calls['queue.move']({ id: 'x', before: c })).rejects.toThrow('no such request')
  })
})

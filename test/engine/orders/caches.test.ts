import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { galleryImage } from '../../../src/engine/catalogue/gallery.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { eventually } from '../../support/eventually.ts'
import { StrangeService } from '../../support/strange-service.ts'

const minute = 60_000
const hour = 60 * minute

let strange: StrangeService
let at: EngineAt
/** The app's clock, moved by hand. */
let clock = Date.UTC(2026, 10, 3, 9)
const now = () => clock

beforeEach(async () => {
  clock = Date.UTC(2026, 10, 3, 9)
  strange = new StrangeService()
  await strange.open()
  serve('first')
  at = await engineAt(strange.base, strange.key, { now })
})

function serve(name: string): void {
  strange.models = [{ entry: { id: 'm', name, media_type: 'image', extra_config: {} }, charge: () => 1 }]
  strange.skills.set('s', { entry: { tool: name, pricing: 1, inputSchema: {} }, charge: () => 1 })
  strange.gallery.set('g', { id: 'g', text: name, sref: null, media_urls: ['a', 'b'] })
}

const down = () => {
  strange.instead = () => ({ status: 503, body: { error: 'closed' } })
}

/** What is cached, how it is read, and how long it is fresh. */
const kinds = {
  models: {
    path: '/api/models',
    freshMs: hour,
    revalidates: true,
    read: async (engine: EngineAt) => {
      const { models, readAt, stale, problem } = await engine.calls['catalogue.models']({})
      return { name: models[0]?.name ?? null, readAt: readAt === null ? null : Date.parse(readAt), stale, problem }
    },
  },
  skills: {
    path: '/api/skills',
    freshMs: 5 * minute,
    revalidates: false,
    read: async (engine: EngineAt) => {
      const { skills, readAt, stale, problem } = await engine.calls['catalogue.skills']({})
      return { name: skills[0]?.tool ?? null, readAt: readAt === null ? null : Date.parse(readAt), stale, problem }
    },
  },
  gallery: {
    path: '/api/images/g',
    freshMs: hour,
    revalidates: false,
    read: async ({ engine }: EngineAt) => {
      const { service, origin, store } = engine
      const found = await galleryImage('g', { service, keyValues: store.keyValues, origin, now })
      return found.type === 'found'
        ? { name: found.image.text ?? null, readAt: found.readAtMs, stale: found.stale, problem: null }
        : { name: null, readAt: null, stale: true, problem: found.type }
    },
  },
}

describe.each(Object.entries(kinds))('the copy of %s (O67, O72)', (_, { path, freshMs, revalidates, read }) => {
  const asked = () => strange.count('GET', path)

  it('is good for its time and not a moment longer', async () => {
    expect(await read(at)).toEqual({ name: 'first', readAt: clock, stale: false, problem: null })
    serve('second')
    clock += freshMs - 1
    expect(await read(at)).toMatchObject({ name: 'first', stale: false })
    expect(asked()).toBe(1)
    clock += 2
    if (revalidates) {
      // The old copy, marked, while the new one is on its way; and not much longer.
      expect(await read(at)).toMatchObject({ name: 'first', stale: true })
      await eventually(() => expect(asked()).toBe(2))
      await eventually(async () => expect(await read(at)).toMatchObject({ name: 'second', stale: false }))
      serve('third')
      clock += 2 * freshMs + 1
      expect(await read(at)).toMatchObject({ name: 'third', stale: false })
      return
    }
    expect(await read(at)).toEqual({ name: 'second', readAt: clock, stale: false, problem: null })
    expect(asked()).toBe(2)
  })

  it('outlives the app', async () => {
    await read(at)
    await at.close()
    const again = await engineAt(strange.base, strange.key, { now, home: at.home })
    expect(await read(again)).toMatchObject({ name: 'first', stale: false })
    expect(asked()).toBe(1)
  })

  it('serves offline past its time, marked with its age, and the service is asked each time', async () => {
    await read(at)
    const readAt = clock
    down()
    clock += 40 * hour
    for (const times of [2, 3]) {
      expect(await read(at)).toMatchObject({ name: 'first', readAt, stale: true })
      expect(asked()).toBe(times)
    }
    strange.instead = () => null
    serve('second')
    expect(await read(at)).toMatchObject({ name: 'second', readAt: clock, stale: false })
  })

  it('is never made of an error: the next look asks again', async () => {
    const wrong: { status: number; body: Json | Buffer }[] = [
      { status: 500, body: { error: 'x' } },
      { status: 404, body: { success: false, error: 'x' } },
      { status: 200, body: { success: false, error: 'x' } },
      { status: 200, body: 'x' },
      { status: 200, body: Buffer.from('<html>') },
      { status: 302, body: {} },
    ]
    for (const answer of wrong) {
      strange.instead = () => answer
      expect(await read(at), JSON.stringify(answer)).toMatchObject({ name: null, readAt: null })
    }
    strange.instead = () => null
    expect(await read(at)).toMatchObject({ name: 'first', stale: false })
    expect(asked()).toBe(wrong.length + 1)
  })

  it('is not spoilt by an answer that cannot be read', async () => {
    await read(at)
    clock += freshMs + 1
    strange.instead = () => ({ status: 200, body: { success: true, models: 3, skills: 3, data: 3 } })
    expect(await read(at)).toMatchObject({ name: 'first', stale: true })
  })

  it('from a clock that was set back has no age and is asked for anew', async () => {
    await read(at)
    clock -= 3 * hour
    serve('second')
    expect(await read(at)).toMatchObject({ name: 'second' })
  })

  it('belongs to one service: another address sees none of it', async () => {
    await read(at)
    const other = new StrangeService()
    await other.open()
    await at.close()
    const elsewhere = await engineAt(other.base, other.key, { now, home: at.home })
    expect(await read(elsewhere)).toMatchObject({ name: null })
    expect(other.count('GET', path)).toBe(1)
  })
})

describe('lists', () => {
  it('are fetched once for all who ask at the same time (O67)', async () => {
    await Promise.all(Array.from({ length: 8 }, () => kinds.models.read(at)))
    expect(strange.count('GET', '/api/models')).toBe(1)
  })

  it('are fetched past the cache when somebody asks for that (O72)', async () => {
    await kinds.models.read(at)
    serve('second')
    expect((await at.calls['catalogue.models']({ fresh: true })).models[0]?.name).toBe('second')
  })

  it('quote offline, with the time when the price was read (O67, O71)', async () => {
    await kinds.models.read(at)
    const readAt = new Date(clock).toISOString()
    down()
    clock += 3 * hour
    expect(await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' })).toMatchObject({ pricesReadAt: readAt })
  })

  it('that were never read are named as such, and nothing is ordered (O71)', async () => {
    down()
    await expect(at.calls['quote.generation']({ prompt: 'x', modelId: 'm' })).rejects.toThrow(
      /cannot be read.*Nothing was sent/,
    )
    await expect(at.calls['quote.skill']({ skill: 's', files: [] })).rejects.toThrow(/cannot be read.*Nothing was sent/)
  })
})

describe('a picture of the gallery', () => {
  const show = (id: string) => {
    const { service, origin, store } = at.engine
    return galleryImage(id, { service, keyValues: store.keyValues, origin, now })
  }

  it('is kept whole and as it is: nullable members, all addresses, members nobody knows, its model a label (O75, O76)', async () => {
    const data = {
      id: 'h',
      text: '{"scene":"harbour"}',
      prompt_segments: null,
      media_urls: ['a', 'b', 'c'],
      model: null,
      odd: [1],
    }
    for (const [id, model] of [
      ['h', null],
      ['i', 'a coarse family'],
    ] as const) {
      strange.gallery.set(id, { ...data, model })
      const shown = await show(id)
      expect(shown.type === 'found' ? shown.image : null).toEqual({ ...data, model })
    }
  })

  it('that is unknown is missing, and is asked for again (O74)', async () => {
    expect(await show('nobody')).toEqual({ type: 'missing' })
    strange.gallery.set('nobody', { id: 'nobody' })
    expect(await show('nobody')).toMatchObject({ type: 'found' })
  })

  it.each(['../models', 'a/b', '?x=1', '#', 'é', '%2e%2e'])('named %j stays within its path (O74)', async (id) => {
    expect((await show(id)).type).toBe('missing')
    expect(strange.heard.at(-1)?.path).toBe(`/api/images/${encodeURIComponent(id)}`)
  })
})

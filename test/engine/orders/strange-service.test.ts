import { randomInt } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { eventually } from '../../support/eventually.ts'
import { type Fields, type Priced, StrangeService } from '../../support/strange-service.ts'
import { samplePhoto } from '../../support/terminal.ts'

/** Words that stand nowhere in our code. */
const word = (): string => Array.from({ length: 9 }, () => String.fromCharCode(97 + randomInt(26))).join('')
const price = (): number => randomInt(1, 400)

let strange: StrangeService
let at: EngineAt

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.start()
})

function pictureModel(): Priced {
  const credits = price()
  return {
    charge: () => credits,
    entry: {
      id: `${word()}/${word()}`,
      name: word(),
      credits_per_generation: credits,
      supported_ratios: ['7:5', '5:7'],
      max_reference_images: 1,
      media_type: 'image',
      extra_config: { resolutions: ['11K'], [word()]: { [word()]: [null, 1] }, [word()]: 'x' },
      [word()]: { deep: [price()] },
    },
  }
}

function filmModel(): Priced {
  const [low, high] = [price(), price()]
  const perSecond: Record<string, number> = { '333p': low, '999p': high }
  return {
    charge: ({ resolution, duration }) => (perSecond[String(resolution)] ?? Number.NaN) * Number(duration),
    entry: {
      id: word(),
      credits_per_generation: price(),
      supported_ratios: ['2:1'],
      max_reference_images: 0,
      media_type: 'video',
      extra_config: { resolutions: ['333p', '999p'], durations: [17, 19], pricingPerSec: perSecond },
    },
  }
}

/** A Skill with a picture and two choices under names of its own. */
function strangeSkill(
  shape: (names: Names, price: (tone: string, size: string) => number) => Json,
): Priced & { names: Names } {
  const names: Names = { picture: word(), tone: word(), size: word(), tones: [word(), word()], sizes: [word(), word()] }
  const sums = new Map(names.tones.flatMap((tone) => names.sizes.map((size) => [`${tone} ${size}`, price()])))
  const priceOf = (tone: string, size: string): number => sums.get(`${tone} ${size}`) ?? Number.NaN
  const choice = (values: string[]) => ({ type: 'string', enum: values, default: values[0] ?? '' })
  return {
    names,
    charge: (body: Fields) =>
      priceOf(String(body[names.tone] ?? names.tones[0]), String(body[names.size] ?? names.sizes[0])),
    entry: {
      tool: word(),
      materials: { [names.picture]: { [word()]: 1 } },
      pricing: shape(names, priceOf),
      maxOutputImages: 1,
      inputSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['requestId', names.picture],
        properties: {
          requestId: { type: 'string', format: 'uuid' },
          [names.picture]: { type: 'string', format: 'uri' },
          [names.tone]: choice(names.tones),
          [names.size]: choice(names.sizes),
        },
      },
      [word()]: [word()],
    },
  }
}

interface Names {
  picture: string
  tone: string
  size: string
  tones: string[]
  sizes: string[]
}

type Shape = Parameters<typeof strangeSkill>[0]
const keyed = (keys: string[], value: (key: string) => Json): Fields =>
  Object.fromEntries(keys.map((key) => [key, value(key)]))

const shapes: [string, Shape][] = [
  [
    'by field, then field',
    (n, p) => ({ [n.tone]: keyed(n.tones, (t) => ({ [n.size]: keyed(n.sizes, (s) => p(t, s)) })) }),
  ],
  [
    'by field the other way',
    (n, p) => ({ [n.size]: keyed(n.sizes, (s) => ({ [n.tone]: keyed(n.tones, (t) => p(t, s)) })) }),
  ],
  ['by bare values', (n, p) => keyed(n.tones, (t) => keyed(n.sizes, (s) => p(t, s)))],
  [
    'under a word of its own',
    (n, p) => ({ [word()]: keyed(n.tones, (t) => keyed(n.sizes, (s) => ({ [word()]: p(t, s) }))) }),
  ],
  [
    'as conditions',
    (n, p) =>
      n.tones.flatMap((t) => n.sizes.map((s) => ({ [n.tone]: t, [n.size]: s, label: word(), [word()]: p(t, s) }))),
  ],
  [
    'as conditions within values',
    (n, p) => keyed(n.tones, (t) => n.sizes.map((s) => ({ [n.size]: s, credits: p(t, s) }))),
  ],
]

const containers: [string, StrangeService['container']][] = [
  ['a bare array', (entries) => entries],
  ['data', (entries) => ({ data: entries })],
  ['an object keyed by words', (entries) => Object.fromEntries(entries.map((entry) => [word(), entry]))],
  ['a page of results', (entries) => ({ ok: 1, result: { items: entries, next: null } })],
]

describe('a service never seen before (O1, O45, O70)', () => {
  it('has its models listed, quoted and used by their own ids and prices (O2, O26, O44)', async () => {
    strange.models = [pictureModel(), filmModel(), pictureModel()]
    const { models, problem } = await at.calls['catalogue.models']({})
    expect(problem).toBeNull()
    expect(models.map(({ id }) => id)).toEqual(strange.models.map(({ entry }) => entry.id))
    for (const { entry } of strange.models) {
      const order = { prompt: word(), modelId: String(entry.id) }
      const quote = await at.calls['quote.generation'](order)
      expect(quote.problems).toEqual([])
      const [id = ''] = await at.approve(quote)
      const view = await at.settled(id)
      expect(view).toMatchObject({ state: 'completed', creditsUsed: quote.credits })
      expect(strange.taken.get(id)).toBe(quote.credits)
    }
  })

  it.each(shapes)(
    'has a Skill’s price found %s, run to its end and charged as quoted (O71, O94, O96)',
    async (_, shape) => {
      const skill = strangeSkill(shape)
      const id = word()
      strange.skills.set(id, skill)
      const { picture, tone, size, tones, sizes } = skill.names
      const choices: Fields[] = [{}, ...tones.flatMap((t) => sizes.map((s) => ({ [tone]: t, [size]: s })))]
      for (const values of choices) {
        const quote = await at.calls['quote.skill']({ skill: id, files: [samplePhoto], values })
        expect(quote, JSON.stringify(quote.problems)).toMatchObject({
          problems: [],
          price: 'known',
          credits: skill.charge(values),
        })
      }
      const values = choices.at(-1) ?? {}
      const quote = await at.calls['quote.skill']({ skill: id, files: [samplePhoto], values })
      const [request = ''] = await at.approve(quote)
      expect(await at.settled(request)).toMatchObject({ state: 'completed', creditsUsed: quote.credits })
      const body = strange.heard.find(({ path }) => path === `/api/skills/${id}/run`)?.body ?? {}
      expect(Object.keys(body).sort()).toEqual([...Object.keys(values), 'requestId', picture].sort())
      expect(String(body[picture])).toContain(`${strange.base}/pictures/`)
    },
  )

  it.each(containers)('has its Skills found in %s, by their endpoints (O70)', async (_, container) => {
    strange.container = container
    const ids = [word(), word()]
    for (const id of ids)
      strange.skills.set(
        id,
        strangeSkill(() => ({ credits: 3 })),
      )
    const { skills } = await at.calls['catalogue.skills']({})
    expect(skills.map(({ id }) => id).sort()).toEqual([...ids].sort())
  })

  it('is told the key only where one is needed, and nothing else is asked anywhere (O12)', async () => {
    strange.models = [pictureModel()]
    const id = word()
    strange.skills.set(
      id,
      strangeSkill(() => 4),
    )
    const view = await at.calls['quote.generation']({ prompt: 'x', modelId: String(strange.models[0]?.entry.id) })
    const [first = ''] = await at.approve(view)
    const [second = ''] = await at.approve(await at.calls['quote.skill']({ skill: id, files: [samplePhoto] }))
    await at.settled(first)
    await at.settled(second)
    const isPublic = /^\/(pictures\/|api\/(models|skills|images\/[^/]+)$)/
    for (const { path, bearer } of strange.heard)
      expect(bearer, path).toBe(isPublic.test(path) ? null : `Bearer ${strange.key}`)
  })

  it('whose job is not found is asked for the receipt by the order’s own number, not by the job’s (O48, A25)', async () => {
    strange.models = [pictureModel()]
    strange.instead = ({ path }) => (path.includes('/status/') ? { status: 404, body: { error: 'not here' } } : null)
    const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: String(strange.models[0]?.entry.id) })
    const [id = ''] = await at.approve(quote)
    const asked = () => strange.heard.map(({ path }) => path).find((path) => path.includes('/generate/v2/requests/'))
    await eventually(() => expect(asked()).toBeDefined())
    expect(asked()).toBe(`/api/generate/v2/requests/${id}`)
  })

  it.each([
    [{ success: false, models: [] }],
    [{ success: false, error: 'later' }],
    [{ models: 'none' }],
    [[]],
    ['soon'],
    [null],
  ] as [Json][])('whose list of models is %j has none, and that is not kept (O72)', async (body) => {
    strange.instead = ({ path }) => (path === '/api/models' ? { status: 200, body } : null)
    expect(await at.calls['catalogue.models']({})).toMatchObject({
      models: [],
      readAt: null,
      problem: expect.any(String),
    })
    strange.instead = () => null
    strange.models = [pictureModel()]
    expect((await at.calls['catalogue.models']({})).models).toHaveLength(1)
  })

  it.each([[{ success: false, skills: [] }], [{}], [[]], [{ skills: [{ tool: 'x' }] }], [null]] as [Json][])(
    'whose catalogue is %j has none, and that is not kept (O72)',
    async (body) => {
      strange.skills.set(
        word(),
        strangeSkill(() => 4),
      )
      strange.instead = ({ path }) => (path === '/api/skills' ? { status: 200, body } : null)
      expect(await at.calls['catalogue.skills']({})).toMatchObject({ skills: [], readAt: null })
      strange.instead = () => null
      expect((await at.calls['catalogue.skills']({})).skills).toHaveLength(1)
    },
  )

  it('that refuses a catalogue with entries in it is believed: it is an error (O72)', async () => {
    const id = word()
    strange.skills.set(
      id,
      strangeSkill(() => 4),
    )
    strange.container = (entries) => ({ success: false, error: 'stale', skills: entries })
    expect(await at.calls['catalogue.skills']({})).toMatchObject({ skills: [], readAt: null })
  })

  it('whose entries are half garbage is read as far as they are models, and nothing of a kind is guessed (O68, O71)', async () => {
    const model = pictureModel()
    const { media_type: _kind, ...kindless } = pictureModel().entry
    const odd: Json[] = [null, 5, {}, { id: '' }, { id: 7 }, { ...model.entry, id: 'odd', credits_per_generation: '6' }]
    strange.instead = ({ path }) =>
      path === '/api/models' ? { status: 200, body: { models: [...odd, kindless as Json, model.entry] } } : null
    const { models } = await at.calls['catalogue.models']({})
    expect(models.map(({ id }) => id)).toEqual(['odd', kindless.id, model.entry.id])
    expect(await at.calls['quote.generation']({ prompt: 'x', modelId: 'odd' })).toMatchObject({ price: 'unavailable' })
    const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: String(kindless.id) })
    expect(quote.problems.map(({ field }) => field)).toEqual(['modelId'])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StrangeService } from '../support/strange-service.ts'
import { eventsOf, practiceHome, printroom, type Ran, resultOf, samplePhoto } from '../support/terminal.ts'

type Line = Record<string, unknown>
const fast = { env: { PRINTROOM_TIME_SCALE: '100' } }

let place: Awaited<ReturnType<typeof practiceHome>>
const run = (...words: string[]): Promise<Ran> => printroom([...place.words, ...words], fast)
const ledger = async (): Promise<Line> => ((await run('practice', 'ledger')).lines.at(-1)?.totals ?? {}) as Line
const creditsOf = (ran: Ran) => eventsOf(ran, 'quote')[0]?.credits
/** Price, and then status. */
const priced = (ran: Ran) => [creditsOf(ran), ran.status]

/** The service's own lists: no id stands in this test. */
let models: {
  id: string
  media_type: string
  max_reference_images: number
  credits_per_generation: number
  extra_config: Line
}[]
const model = (is: (one: (typeof models)[number]) => boolean): string => models.find(is)?.id ?? ''
const picture = (references = 1): string =>
  model((m) => m.media_type === 'image' && m.max_reference_images >= references)
const priceOf = (id: string): number => models.find((m) => m.id === id)?.credits_per_generation ?? Number.NaN

/** The settings of a request as its receipt keeps them, by name. */
async function settingsOf(id: string | undefined): Promise<Line> {
  const { lines } = await run('receipts', 'show', id ?? '')
  const settings = lines[0]?.settings as { name: string; value: string }[]
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]))
}

beforeAll(async () => {
  place = await practiceHome()
  models = (await run('models')).lines as typeof models
})
afterAll(() => place.remove())

describe('lists in the terminal', () => {
  it('say everything that the service says of its models, retired ones only with --all (O45, O68)', async () => {
    const all = (await run('models', '--all')).lines as typeof models
    expect(all.length).toBeGreaterThan(models.length)
    for (const one of models) expect(all).toContainEqual(one)
    for (const one of all) expect(one).toHaveProperty('extra_config')
    for (const media of ['image', 'video'])
      expect((await run('models', '--media', media)).lines).toEqual(models.filter((m) => m.media_type === media))
    // The nominal figure of a video is not its price (O44).
    expect((await run('models', '--media', 'video')).stderr).not.toMatch(/\d credits/)
    const retired = all.find(({ id }) => !models.some((m) => m.id === id))?.id ?? ''
    const used = await run('--yes', 'generate', '--prompt', 'x', '--model', retired)
    expect(used.status).toBe(2)
    expect(used.stderr).toContain('lists no model')
  })

  it('say the catalogue whole and by Skill (O70)', async () => {
    const { lines, status } = await run('skills')
    expect(status).toBe(0)
    expect(lines).toHaveLength(5)
    for (const line of lines) {
      const keys = ['endpoint', 'id', 'inputSchema', 'materials', 'maxOutputImages', 'pricing', 'tool']
      expect(Object.keys(line).sort()).toEqual(keys)
      expect((await run('skills', String(line.id))).lines).toEqual([line])
    }
    expect((await run('skills', 'expand')).status).toBe(2)
  })

  it('show a gallery picture whole, and say that there is none (O74, O75, O76)', async () => {
    const source = readFileSync(join(import.meta.dirname, '../../src/practice/gallery/pictures.ts'), 'utf8')
    const id = /\bid: '(\w+)'/.exec(source)?.[1] ?? ''
    const shown = await run('gallery', 'show', id)
    expect(shown.status).toBe(0)
    expect(shown.lines).toEqual([expect.objectContaining({ id })])
    for (const field of ['text', 'prompt_ready', 'media_urls', 'sref', 'model', 'author_username', 'image_width'])
      expect(shown.lines[0]).toHaveProperty(field)
    // At once, since practice ends when no command needs it for a while, and has another address then.
    const [address] = (shown.lines[0]?.media_urls ?? []) as string[]
    const quoted = await run('quote', 'skill', 'remove-bg', address ?? '')
    expect([creditsOf(quoted), quoted.status], quoted.stderr).toEqual([2, 0])
    const missing = await run('gallery', 'show', 'nobody')
    expect([missing.status, missing.lines]).toMatchObject([
      4,
      [{ event: 'error', message: expect.stringContaining('nobody') }],
    ])
    expect((await run('gallery', 'show', id, 'and', 'more')).status).toBe(2)
  })
})

describe('quotes in the terminal', () => {
  it('come for every option of a generation, and send nothing (O2, O26, O30, O37, O39, O42)', async () => {
    const film = model((m) => m.extra_config.tierResolutions !== undefined)
    const calls = model((m) => m.extra_config.pricingPerCall !== undefined)
    const video = (...words: string[]) => run('quote', 'generate', '--prompt', 'x', '--model', ...words)
    expect(priced(await video(film, '--tier', 'mini', '--resolution', '720p', '--duration', '5'))).toEqual([80, 0])
    const continued = ['--set', 'referenceVideo=https://films.example/a.mp4', '--set', 'referenceVideoDuration=3']
    for (const [tier, credits] of [
      ['mini', 63],
      ['fast', 72],
    ] as const)
      expect(
        priced(await video(film, '--tier', tier, '--resolution', '480p', '--duration', '5', ...continued)),
      ).toEqual([credits, 0])
    const defaulted = await video(calls)
    expect(defaulted.status).toBe(0)
    expect(JSON.stringify(eventsOf(defaulted, 'quote')[0]?.lines)).toMatch(/fast.*4 s/)
    const id = picture(2)
    const whole = [
      '--ratio',
      '1:1',
      '--resolution',
      '2K',
      '--quality',
      'high',
      '--ref',
      samplePhoto,
      '--ref',
      'https://pictures.example/a.png',
    ]
    const options = ['--set', 'niji7Options.chaos=20', '--set', 'niji7Options.sref=12', '--set', 'referenceType=style']
    expect(priced(await video(id, ...whole, ...options))).toEqual([priceOf(id), 0])
    expect(await ledger()).toMatchObject({ charged: 0 })
    expect((await run('receipts', 'list')).lines).toEqual([])
  })

  it('come for every Skill with its choices (O70, O99, A20)', async () => {
    const skill = (...words: string[]) => run('quote', 'skill', ...words)
    expect(priced(await skill('remove-bg', '--twice', samplePhoto, samplePhoto))).toEqual([4, 0])
    expect(priced(await skill('product-detail', samplePhoto))).toEqual([18, 0])
    const own = JSON.stringify([{ name: 'Box', description: 'Its box.' }])
    const modules = ['--set', 'modules=["hero"]', '--set', `customModules=${own}`, '--set', 'quality=medium']
    expect(priced(await skill('product-detail', samplePhoto, ...modules))).toEqual([22, 0])
    expect(priced(await skill('brand-poster', '--set', 'brand=@lumen', '--set', 'quality=medium'))).toEqual([12, 0])
    const white = await skill('white-bg', samplePhoto, '--set', 'mode=white', '--set', 'quality=hd')
    expect(priced(white)).toEqual([3, 0])
    // What the offer has to say beside its price is said here as in the window.
    expect(white.stderr).toContain('quality is ignored')
    expect(priced(await skill('white-bg', samplePhoto, '--set', 'quality=hd'))).toEqual([8, 0])
    expect(priced(await skill('upscale', samplePhoto, '--set', 'mode=creative'))).toEqual([9, 0])
  })

  it('refuse what is wrong with status 2, naming it (O31, O33, O40, O71, O92)', async () => {
    const film = model((m) => m.extra_config.tierResolutions !== undefined)
    const generate = ['generate', '--prompt', 'x', '--model']
    const wrong: [string[], string][] = [
      [[...generate, film, '--tier', 'ultra'], 'ultra'],
      [[...generate, film, '--tier', 'mini', '--resolution', '4k'], 'pro'],
      [[...generate, film, '--duration', '40'], '40 seconds'],
      [[...generate, film, '--duration', 'long'], 'seconds'],
      [[...generate, film, '--set', 'referenceVideo=./a.mp4', '--set', 'referenceVideoDuration=3'], 'https://'],
      [[...generate, film, '--set', 'referenceVideo=https://films.example/a.mp4'], 'billed'],
      [[...generate, film, '--ratio', 'adaptive'], 'reference'],
      [[...generate, picture(), '--ratio', '3:1'], '3:1'],
      [[...generate, picture(), '--quality', 'best'], 'low, medium, high'],
      [[...generate, picture(), '--ref', 'http://pictures.example/a.png'], 'https://'],
      [[...generate, picture(), '--set', 'niji7Options.chaos=101'], 'chaos'],
      [[...generate, picture(), '--set', 'niji7Options.__proto__={"chaos":101}'], '__proto__'],
      [[...generate, picture(), '--set', 'niji7Options={"chaos":101}', '--set', 'niji7Options.iw=1'], 'chaos'],
      [[...generate, picture(), '--set', 'idempotencyKey=1'], 'idempotencyKey'],
      [[...generate, picture(), '--set', 'colour'], 'name=value'],
      [[...generate, picture(), 'at', 'dusk'], 'quotation marks'],
      [['generate', '--model', picture()], '--prompt'],
      [['skill', 'brand-poster', samplePhoto, '--set', 'brand=x'], 'needs no picture'],
      [['skill', 'brand-poster'], 'brand'],
      [['skill', 'brand-poster', '--set', `brand=${'🎈'.repeat(61)}`], '60'],
      [['skill', 'brand-poster', '--set', 'brand=x', '--set', 'logo=logo.png'], 'logo'],
      [['skill', 'brand-poster', '--set', 'brand=x', '--set', '__proto__={"quality":"low"}'], '__proto__'],
      [['skill', 'brand-poster', '--set', 'brand=x', '--tier', 'pro'], '--tier'],
      [
        [
          'skill',
          'brand-poster',
          ...['1', '2', '3', '4'].flatMap(() => ['--set', `productImages=@${samplePhoto}`]),
          '--set',
          'brand=x',
        ],
        '3 pictures',
      ],
      [['skill', 'remove-bg'], 'picture'],
      [['skill', 'remove-bg', samplePhoto, '--set', `imageUrl=@${samplePhoto}`], 'second time'],
      [['skill', 'product-detail', samplePhoto, '--set', 'modules=[]'], '0 modules'],
      [['skill', 'product-detail', samplePhoto, '--set', 'modules=hero'], 'JSON'],
      [['skill', 'white-bg', samplePhoto, '--set', 'mode=custom'], 'customPrompt'],
      [['skill', 'upscale', samplePhoto, '--set', 'confirmedCredits=1'], 'confirmedCredits'],
      [['skill', 'upscale', samplePhoto, '--set', 'requestId=1'], 'requestId'],
      [['skill', 'expand', samplePhoto], 'lists no Skill'],
      [['dance'], 'generate'],
    ]
    for (const [words, said] of wrong) {
      const ran = await run('quote', ...words)
      expect(ran.status, `${words.join(' ')}: ${ran.stderr}`).toBe(2)
      expect(ran.stderr, words.join(' ')).toContain(said)
    }
  })
})

describe('spending in the terminal', () => {
  it('takes consent, and a limit, before anything is sent: status 3 (O2)', async () => {
    const words = ['generate', '--prompt', 'x', '--model', picture()]
    const limit = String(priceOf(picture()) - 1)
    for (const refused of [await run(...words), await run('--yes', '--max-credits', limit, ...words)]) {
      expect(refused.status).toBe(3)
      expect(refused.stderr).toContain('Nothing was sent or charged')
      expect(refused.lines.at(-1)).toEqual({ event: 'result', requests: [] })
    }
    expect(await ledger()).toMatchObject({ charged: 0 })
  })

  it('makes a picture with every option, charged as quoted; the next one takes the last model (O2, O27, O32, O35, O36)', async () => {
    const id = picture(2)
    const options = ['--ratio', '1:1', '--resolution', '1K', '--quality', 'medium', '--ref', samplePhoto]
    const set = ['--set', 'referenceType=style', '--set', 'niji7Options={"chaos":20}', '--set', 'niji7Options.raw=true']
    const made = await run(
      '--yes',
      '--max-credits',
      '1000',
      'generate',
      '--prompt',
      'a lighthouse',
      '--model',
      id,
      ...options,
      ...set,
      '--wait',
    )
    expect(made.status, made.stderr).toBe(0)
    const [entry] = resultOf(made)
    expect(entry).toMatchObject({
      state: 'completed',
      creditsQuoted: priceOf(id),
      creditsUsed: priceOf(id),
      error: null,
    })
    expect(Object.values(await settingsOf(entry?.id))).toEqual(
      expect.arrayContaining(['a lighthouse', id, '1:1', '1K', 'medium', 'style', '{"chaos":20,"raw":true}']),
    )
    const again = await run('quote', 'generate', '--prompt', 'x')
    expect([...priced(again), again.stderr.includes(id)]).toEqual([priceOf(id), 0, true])
  })

  it('makes a video with its tier, resolution and seconds, charged as quoted (O37, O38, O39, O42)', async () => {
    const film = model((m) => m.extra_config.tierResolutions !== undefined)
    const options = ['--tier', 'fast', '--resolution', '480p', '--duration', '4', '--ratio', '16:9']
    const made = await run('--yes', 'generate', '--prompt', 'waves', '--model', film, ...options, '--wait')
    expect(made.status, made.stderr).toBe(0)
    expect(resultOf(made)[0]?.creditsUsed).toBe(creditsOf(made))
    expect(resultOf(made)[0]?.assets[0]).toMatch(/\.mp4$/)
    expect(await settingsOf(resultOf(made)[0]?.id)).toMatchObject({
      tier: 'fast',
      duration: '4',
      Resolution: '480p',
      Ratio: '16:9',
    })
  })

  it('runs every Skill to its end, charged as quoted, with copies where they are wanted (O95, O96, O97, O98, O102)', async () => {
    const out = join(place.home, 'out')
    const poster = [
      '--set',
      'brand=@lumen',
      '--set',
      `productImages=@${samplePhoto}`,
      '--set',
      `productImages=@${samplePhoto}`,
    ]
    const orders: [string[], number][] = [
      [['remove-bg', samplePhoto], 1],
      [['product-detail', samplePhoto, '--set', 'modules=["hero","usage"]', '--set', 'productName=Kettle'], 2],
      [['brand-poster', ...poster, '--set', `logo=@${samplePhoto}`, '--set', 'customStyle=ink'], 1],
      [['white-bg', samplePhoto, '--set', 'mode=white'], 1],
      [['upscale', samplePhoto, '--set', 'mode=crisp'], 1],
    ]
    for (const [words, assets] of orders) {
      const ran = await run('--yes', 'skill', ...words, '--out', out, '--wait')
      expect(ran.status, `${words.join(' ')}: ${ran.stderr}`).toBe(0)
      const [entry, ...others] = resultOf(ran)
      expect(others).toEqual([])
      expect(entry).toMatchObject({
        kind: 'skill',
        state: 'completed',
        creditsUsed: creditsOf(ran),
        creditsQuoted: creditsOf(ran),
      })
      expect(entry?.assets).toHaveLength(assets)
      expect(eventsOf(ran, 'asset')).toHaveLength(assets)
      expect(eventsOf(ran, 'request').every((line) => line.skill === words[0] && line.id === entry?.id)).toBe(true)
    }
    const { lines } = await run('receipts', 'list')
    const quoted = lines.reduce((sum, line) => sum + Number(line.creditsQuoted), 0)
    expect(await ledger()).toMatchObject({ charged: quoted, refunded: 0 })
  })

  it('leaves an address out that cannot be fetched by the service: status 4, nothing sent (O78, O94)', async () => {
    const before = await ledger()
    const ran = await run(
      '--yes',
      'skill',
      'upscale',
      'https://10.0.0.1/a.png',
      'http://pictures.example/a.png',
      '--wait',
    )
    expect(ran.status).toBe(4)
    expect(eventsOf(ran, 'prepared').map((line) => line.decision)).toEqual(['refused', 'refused'])
    expect(await ledger()).toEqual(before)
  })
})

describe('keys of the account in the terminal', () => {
  const session = (): string =>
    JSON.parse(readFileSync(join(place.home, 'practice/remote/practice.json'), 'utf8')).sessionToken
  const tokens = (stdin: string, ...words: string[]) =>
    printroom([...place.words, 'tokens', ...words], { ...fast, stdin })

  it('are made, listed, looked at and revoked with a session token from standard input (O9, O10, O11)', async () => {
    const made = await tokens(`${session()}\n`, 'create', 'Night shift')
    expect([made.status, made.lines.length]).toEqual([0, 1])
    const { id, token } = made.lines[0] ?? {}
    expect(made.lines[0]).toMatchObject({ name: 'Night shift', token: expect.stringMatching(/^svc_sk_.{32}$/) })
    expect(made.stderr).toContain('Shown this once')
    const listed = await tokens(session(), 'list')
    expect(listed.lines.find((line) => line.id === id)).toMatchObject({ name: 'Night shift', is_active: true })
    expect(listed.stdout + listed.stderr).not.toContain(String(token))
    expect(await tokens(session(), 'usage', String(id))).toMatchObject({ status: 0, lines: [] })
    expect(await tokens(session(), 'revoke', String(id))).toMatchObject({ status: 0, lines: [{ id, revoked: true }] })
    expect((await tokens(session(), 'list')).lines.find((line) => line.id === id)).toMatchObject({ is_active: false })
  })

  it('are not managed by an API key, by nobody, or by half a command (O9)', async () => {
    expect((await tokens(`svc_sk_${'x'.repeat(32)}`, 'list')).status).toBe(4)
    expect((await tokens('', 'list')).status).toBe(2)
    for (const words of [
      [],
      ['dance'],
      ['create'],
      ['revoke'],
      ['usage'],
      ['create', 'Night', 'shift'],
      ['list', 'all'],
    ])
      expect((await tokens(session(), ...words)).status, words.join(' ')).toBe(2)
    const unknown = await tokens(session(), 'revoke', 'nobody')
    expect(unknown.status).toBe(4)
  })
})

describe('a service with prices of its own', () => {
  const image = (credits: number | null) => ({
    charge: () => credits ?? Number.NaN,
    entry: { id: 'm', credits_per_generation: credits, supported_ratios: [], media_type: 'image', extra_config: {} },
  })
  const open = async () => {
    const strange = new StrangeService()
    await strange.open()
    const words = ['--home', place.home, '--service', strange.base, '--json']
    const env = { PRINTROOM_TIME_SCALE: '1000', PRINTROOM_API_KEY: strange.key }
    return { strange, at: (...more: string[]) => printroom([...words, ...more], { env }) }
  }
  const order = ['--yes', 'generate', '--prompt', 'x', '--model', 'm', '--wait']

  it('that shows no price gets no order: status 4 (O71)', async () => {
    const { strange, at } = await open()
    strange.models = [image(null)]
    const ran = await at(...order)
    expect([ran.status, ran.lines[0]?.credits]).toEqual([4, null])
    expect(ran.stderr).toContain('Nothing was sent or charged')
    expect(strange.taken.size).toBe(0)
  })

  it('whose price cannot be read gets none by --yes: status 3 (O71)', async () => {
    const { strange, at } = await open()
    strange.models = [image(-5)]
    expect((await at('quote', 'generate', '--prompt', 'x', '--model', 'm')).status).toBe(0)
    const ran = await at(...order)
    expect([ran.status, ran.lines[0]?.credits]).toEqual([3, null])
    expect(strange.taken.size).toBe(0)
  })

  it('whose price rose since it was read is not paid by --yes: status 3, and the new price is told (O112, M2)', async () => {
    const { strange, at } = await open()
    strange.models = [image(8)]
    expect((await at('models')).status).toBe(0)
    strange.models = [image(9)]
    // Five minutes at this time scale, and some.
    await new Promise((resolve) => setTimeout(resolve, 600))
    const ran = await at(...order)
    expect([ran.status, ran.lines[0]?.credits]).toEqual([3, 8])
    expect(ran.stderr).toMatch(/you accepted 8 credits, and it costs 9 credits now\. Nothing was sent or charged/)
    expect(resultOf(ran)).toEqual([])
    expect(strange.taken.size).toBe(0)
  })

  it('that does not answer any more is listed as it was, with the age said (O67)', async () => {
    const { strange, at } = await open()
    strange.models = [image(8)]
    const before = await at('models', '--all')
    strange.instead = () => ({ status: 503, body: { error: 'closed' } })
    const after = await at('models', '--all')
    expect([after.status, after.lines]).toEqual([0, before.lines])
    expect((await at('skills')).status).toBe(4)
    expect((await at('models')).status).toBe(4)
  })
})

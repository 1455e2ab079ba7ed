import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StrangeService } from '../support/strange-service.ts'
import { eventsOf, practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const fast = { env: { PRINTROOM_TIME_SCALE: '20' } }

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

describe('bad input in the terminal', () => {
  it('names the files that cannot be used, and goes on with the rest', async () => {
    const text = join(place.home, 'notes.jpg')
    writeFileSync(text, 'These are no pixels.')
    const gone = join(place.home, 'gone.png')
    const ran = await printroom(
      [...place.words, '--yes', 'skill', 'remove-bg', text, gone, samplePhoto, '--wait'],
      fast,
    )
    expect(ran.status).toBe(4)
    const refused = eventsOf(ran, 'prepared')
    expect(refused.map((line) => [line.source, line.decision])).toEqual([
      [text, 'refused'],
      [gone, 'refused'],
    ])
    for (const { reason } of refused) expect(reason).toMatch(/[Nn]othing was sent/)
    expect(resultOf(ran).map(({ state }) => state)).toEqual(['completed'])
    expect(eventsOf(ran, 'quote')[0]?.credits).toBe(2)
  })

  it('says what an unreadable file is (skipped for root, who may read everything)', async (context) => {
    if (process.getuid?.() === 0) context.skip('root may read everything')
    const locked = join(place.home, 'locked.jpg')
    writeFileSync(locked, 'x')
    chmodSync(locked, 0)
    const ran = await printroom([...place.words, '--yes', 'skill', 'remove-bg', locked], fast)
    expect(ran.status).toBe(4)
    expect(ran.stderr).toContain('may not read')
  })

  it('says of a figure below nothing what is taken there: status 2 (S10)', async () => {
    for (const [words, said] of [
      [['--max-credits', '-5', 'queue', 'list'], /--max-credits takes a number of credits.*-5 is below nothing/],
      [['--max-credits=-5', 'queue', 'list'], /--max-credits takes a number of credits/],
      [
        ['generate', '--prompt', 'x', '--duration', '-1.5'],
        /--duration takes a number of seconds.*-1\.5 is below nothing/,
      ],
      [['practice', 'serve', '--port', '-1'], /--port takes a number.*-1 is below nothing/],
      [['queue', 'cap', 'day', '-3'], /No command takes a figure below nothing, such as -3/],
    ] as const) {
      const ran = await printroom([...place.words, ...words])
      expect([ran.status, ran.stdout]).toEqual([2, ''])
      expect(ran.stderr).toMatch(said)
      expect(ran.stderr).not.toMatch(/ambiguous|positional/)
    }
  })

  it('says that a folder is empty, with status 4 and nothing sent', async () => {
    const folder = join(place.home, 'empty')
    mkdirSync(folder)
    const ran = await printroom([...place.words, '--yes', 'skill', 'remove-bg', folder, '--wait'], fast)
    expect(ran.status).toBe(4)
    expect(ran.stderr).toContain('holds no file')
    expect(resultOf(ran)).toEqual([])
  })

  it('refuses an unknown model by naming those that there are', async () => {
    const ran = await printroom(
      [...place.words, '--yes', 'generate', '--prompt', 'x', '--model', 'no-such-model', '--wait'],
      fast,
    )
    expect(ran.status).toBe(2)
    expect(ran.stderr).toMatch(/lists no model “no-such-model”.*Nothing was sent or charged.*Choose one of /)
  })

  it('says that a service is down, that nothing was charged, and keeps no receipt', async () => {
    const words = ['--home', place.home, '--service', 'http://127.0.0.1:9', '--json', '--yes']
    const ran = await printroom([...words, 'generate', '--prompt', 'x', '--model', 'm'], {
      env: { PRINTROOM_API_KEY: `svc_sk_${'x'.repeat(32)}` },
    })
    expect(ran.status).toBe(4)
    expect(ran.stderr).toMatch(/cannot be read.*Nothing answers.*Nothing was sent or charged/)
  })

  it('answers wrong usage with status 2 and touches nothing', async () => {
    const wrong: string[][] = [
      [],
      ['dance'],
      ['generate'],
      ['generate', '--prompt', 'x'],
      ['skill'],
      ['skill', 'remove-bg', samplePhoto, '--set', 'requestId=1'],
      ['skill', 'remove-bg', samplePhoto, '--set', 'colour=red'],
      ['prepare', samplePhoto],
      ['prepare', samplePhoto, '--for', 'print', '--out', place.home],
      ['models', '--wait'],
      ['models', '--media', 'sound'],
      ['key', 'set', 'svc_sk_in_an_argument'],
      ['--max-credits', 'many', 'queue', 'list'],
      ['receipts', 'show', 'ffffffff'],
      ['gallery', 'dance'],
      ['queue', 'dance'],
      ['constructor'],
      ['resume', 'this-one'],
      ['models', 'image'],
      ['skills', 'remove-bg', 'upscale'],
      ['receipts', 'list', 'x'],
      ['receipts', 'show', 'x', 'y'],
      ['receipts', 'export', 'x', 'y'],
      ['library', 'list', 'x'],
      ['library', 'list', '--flag', 'x'],
      ['queue', 'list', 'x'],
      ['practice', 'ledger', 'x'],
      ['practice', 'serve', 'x', '--port', '0'],
      ['prepare', 'https://pictures.example/a.png', '--for', 'reference', '--out', place.home],
      ['prepare', samplePhoto, '--for', 'reference', '--out', ''],
      ['skill', 'remove-bg', samplePhoto, '--out', ''],
    ]
    for (const words of wrong) {
      const ran = await printroom([...place.words, '--yes', ...words], fast)
      expect(ran.status, words.join(' ')).toBe(2)
      expect(ran.stderr.length, words.join(' ')).toBeGreaterThan(10)
      expect(ran.stderr, words.join(' ')).not.toMatch(/iterable|Error|went wrong/)
    }
    expect((await printroom(['--home', '', '--service', 'practice', 'receipts', 'list'])).status).toBe(2)
    const unnamed = await printroom(['--home', place.home, 'receipts', 'list'])
    expect(unnamed.status).toBe(2)
    expect(unnamed.stderr).toContain('No service is named')
    expect((await printroom([...place.words, 'receipts', 'list'], fast)).lines).toEqual([])
  })

  it('offers neither video enhancement nor AI expand (O5)', async () => {
    const help = await printroom(['--help'])
    expect(help.stderr).not.toMatch(/expand|enhance/i)
    for (const skill of ['expand', 'video-enhance']) {
      const ran = await printroom([...place.words, '--yes', 'skill', skill, samplePhoto], fast)
      expect(ran.status).toBe(2)
      expect(ran.stderr).toContain('lists no Skill')
    }
  })

  it('refuses plain http but for loopback', async () => {
    const ran = await printroom(['--home', place.home, '--service', 'http://service.example', 'models'])
    expect(ran.status).toBe(2)
    expect(ran.stderr).toContain('https://')
  })

  it('takes a key of the environment without the line end of its file, and refuses what is no key (O51)', async () => {
    const strange = new StrangeService()
    await strange.open()
    const entry = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }
    strange.models = [{ charge: () => 1, entry }]
    const words = ['--home', place.home, '--service', strange.base, '--json', '--yes']
    const order = [...words, 'generate', '--prompt', 'x', '--model', 'm', '--wait']
    const at = (key: string) => printroom(order, { env: { PRINTROOM_TIME_SCALE: '1000', PRINTROOM_API_KEY: key } })
    for (const wrong of ['svc_sk_schlüssel', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2ln', 'svc_sk_short']) {
      const refused = await at(wrong)
      expect(refused.status).toBe(2)
      expect(refused.stderr).toContain('PRINTROOM_API_KEY')
      expect(refused.stderr).not.toContain(wrong)
    }
    expect(strange.heard).toEqual([])
    expect((await at(`${strange.key}\r\n`)).status).toBe(0)
  })

  it('prepares files locally, never over another, and refuses those that are no pictures by name', async () => {
    const text = join(place.home, 'notes.jpg')
    writeFileSync(text, 'These are no pixels.')
    const out = join(place.home, 'out')
    const ran = await printroom(
      [...place.words, 'prepare', samplePhoto, samplePhoto, text, '--for', 'reference', '--out', out],
      fast,
    )
    expect(ran.status).toBe(4)
    // As each is done.
    const prepared = eventsOf(ran, 'prepared')
    expect(prepared.map((line) => line.decision).sort()).toEqual(['as-is', 'as-is', 'refused'])
    expect(prepared.find((line) => line.source === samplePhoto)).toMatchObject({ width: 1800, format: 'jpeg' })
    expect(readdirSync(out)).toEqual(['sample-reference-2.jpg', 'sample-reference.jpg'])
    expect(ran.stderr).toContain('notes.jpg: ')
    expect(resultOf(ran)).toEqual([])
  })

  it('sends nothing when the folder of --out cannot take the copies, and makes none without consent', async () => {
    const order = ['skill', 'remove-bg', samplePhoto, '--wait', '--out']
    const taken = await printroom([...place.words, '--yes', ...order, samplePhoto], fast)
    expect([taken.status, resultOf(taken)]).toEqual([4, []])
    expect(taken.stderr).toMatch(/--out.*Nothing was sent or charged/)
    expect((await printroom([...place.words, 'receipts', 'list'], fast)).lines).toEqual([])
    const out = join(place.home, 'out')
    expect((await printroom([...place.words, ...order, out], fast)).status).toBe(3)
    expect(existsSync(out)).toBe(false)
  })

  it('reports what was made and paid for even when its copy fails: status 4', async () => {
    const out = join(place.home, 'out')
    const ran = await printroom([...place.words, '--yes', 'skill', 'remove-bg', samplePhoto, '--wait', '--out', out], {
      ...fast,
      watch: () => rmSync(out, { recursive: true, force: true }),
    })
    expect(ran.status).toBe(4)
    expect(ran.stderr).toContain('It is safe in the library')
    expect(resultOf(ran)).toMatchObject([{ state: 'completed', creditsUsed: 2, assets: [expect.any(String)] }])
  })

  it('says which home cannot be used, and where receipts cannot be written', async () => {
    const file = join(place.home, 'file')
    writeFileSync(file, 'x')
    const home = await printroom(['--home', file, '--service', 'practice', '--yes', 'skill', 'remove-bg', samplePhoto])
    expect(home.status).toBe(4)
    expect(home.stderr).toMatch(/cannot be used .*--home.*nothing was charged/)
    const exported = await printroom([...place.words, 'receipts', 'export', join(file, 'below')], fast)
    expect(exported.status).toBe(4)
    expect(exported.stderr).toMatch(/cannot be written there .*They are safe here/)
  })
})

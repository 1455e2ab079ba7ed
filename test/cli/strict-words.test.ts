import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readArguments, UsageError } from '../../src/cli/arguments.ts'
import { plainNumber } from '../../src/cli/numbers.ts'
import { eventsOf, practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const run = (...words: string[]) => printroom([...place.words, ...words], { env: { PRINTROOM_TIME_SCALE: '20' } })

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

/** Runs the terminal with the bytes of one argument, which no string of ours can hold, put in by the shell. */
const withBytes = async (
  octal: string,
  ...words: string[]
): Promise<{ status: number; stdout: string; stderr: string }> => {
  const script = `bad=$(printf '${octal}'); exec "$@" "$bad"`
  const program = join(import.meta.dirname, '../../out/main/cli.js')
  const ran = promisify(execFile)('sh', ['-c', script, 'sh', process.execPath, program, ...place.words, ...words], {
    env: { ...process.env, PRINTROOM_TIME_SCALE: '20' },
  })
  return ran.then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ ...error, status: error.code }),
  )
}

describe('days and figures of a command line', () => {
  it('refuses days that no calendar has, and a period that ends before it begins (S7)', async () => {
    for (const [words, said] of [
      [['--from', '2026-13-01'], /--from.*2026-13-01.*no day/],
      [['--to', '2026-02-30'], /--to.*2026-02-30.*no day/],
      [['--from', '2025-02-29'], /no day/],
      [['--from', '2026-11-21', '--to', '2026-11-20'], /2026-11-21.*after.*2026-11-20/],
      [['--from', '9999-12-31', '--to', '2026-11-20'], /after/],
    ] as const) {
      const ran = await run('ledger', ...words)
      expect([ran.status, ran.lines], words.join(' ')).toEqual([2, []])
      expect(ran.stderr, words.join(' ')).toMatch(said)
    }
    const leap = await run('ledger', '--from', '2024-02-29', '--to', '2024-02-29')
    expect([leap.status, leap.lines]).toEqual([0, [expect.objectContaining({ event: 'total', requests: 0 })]])
  })

  it('takes plain figures only, wherever it takes one (S7)', async () => {
    const odd = ['0x10', '1e3', '-0', '+5', '1_000', '1,5', 'Infinity', 'NaN', '', '٣', '5 0']
    for (const text of odd) expect(plainNumber(text), text).toBeNull()
    for (const text of odd)
      expect(() => readArguments(['--max-credits', text, 'queue', 'list']), text).toThrow(UsageError)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        expect(plainNumber(`${whole}`)).toBe(whole)
        expect(plainNumber(`${whole}.${String(cents).padStart(2, '0')}`)).toBeCloseTo(whole + cents / 100, 6)
      }),
    )
    for (const words of [
      ['queue', 'cap', 'day', '1e3'],
      ['queue', 'cap', 'batch', '0x10'],
      ['generate', '--prompt', 'x', '--model', 'm', '--duration', '5e0'],
      ['practice', 'serve', '--port', '0x10'],
    ])
      expect((await run('--yes', ...words)).status, words.join(' ')).toBe(2)
  })
})

describe('what a command line says twice', () => {
  it('is refused by name, where only one of them could hold (S10)', async () => {
    const one = ['generate', '--prompt', 'a fox', '--model', 'm']
    for (const [name, value] of Object.entries({ prompt: 'a cat', model: 'n', ratio: '1:1', project: 'P', out: 'x' }))
      expect(() => readArguments([...one, `--${name}`, value, `--${name}`, value]), name).toThrow(`--${name} is given`)
    expect(() => readArguments(['--home', 'a', '--home', 'a', 'queue', 'list'])).toThrow('--home is given')
    expect(() => readArguments(['--max-credits', '5', 'queue', 'list', '--max-credits=50'])).toThrow('--max-credits')
    expect(readArguments([...one, '--ref', 'a', '--ref', 'b', '--set', 'a=1', '--set', 'b=2']).values.ref).toHaveLength(
      2,
    )
    const ran = await run('--yes', ...one, '--prompt', 'a cat')
    expect([ran.status, ran.lines]).toEqual([2, []])
    expect(ran.stderr).toMatch(/--prompt is given twice/)
  })

  it('of --set is refused too, but for pictures, of which a field may take several (S10)', async () => {
    const twice = await run('quote', 'skill', 'white-bg', samplePhoto, '--set', 'mode=white', '--set', 'mode=grey')
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringMatching(/“mode” is set twice/)])
    const made = ['quote', 'generate', '--prompt', 'x', '--model', 'm']
    const other = await run(...made, '--set', 'referenceType=a', '--set', 'referenceType=b')
    expect([other.status, other.stderr]).toEqual([2, expect.stringMatching(/“referenceType” is set twice/)])
  })
})

describe('what is typed as a name or a search', () => {
  it('has a length and nothing hidden in it, or is refused in words (L12)', async () => {
    const long = await run('library', 'search', 'fox '.repeat(101))
    expect([long.status, long.stderr, long.stdout]).toEqual([2, expect.stringContaining('at most 400 characters'), ''])
    for (const name of ['a\u202eb', 'a\nb', 'x'.repeat(101)]) {
      const made = await printroom([...place.words, 'tokens', 'create', name], { stdin: 'a session' })
      expect([made.status, made.stderr]).toEqual([
        2,
        expect.stringMatching(/A token has a name of 1 to 100.*Nothing was made/),
      ])
      const filed = await run('receipts', 'project', 'abcd', name.replace('x', '\u200bx'))
      expect([filed.status, filed.stderr]).toEqual([2, expect.stringContaining('A project has a name')])
    }
  })
})

describe('queue front and queue move', () => {
  it('of what was sent or has ended is refused in words with status 4 (S10)', async () => {
    const [made] = resultOf(await run('--yes', 'skill', 'remove-bg', samplePhoto, '--wait'))
    const front = await run('queue', 'front', String(made?.id))
    expect([front.status, front.stderr]).toEqual([4, expect.stringMatching(/was sent or has ended; only what waits/)])
    const self = await run('queue', 'move', String(made?.id), '--before', String(made?.id))
    expect([self.status, self.stderr]).toEqual([2, expect.stringMatching(/itself/)])
  })
})

describe.skipIf(process.platform !== 'linux')('a name that is not UTF-8 (Linux alone has such)', () => {
  it('is told as what it is, beside files that go on (S10)', async () => {
    const folder = join(place.home, 'pictures')
    mkdirSync(folder)
    copyFileSync(samplePhoto, join(folder, 'good.jpg'))
    writeFileSync(Buffer.from(`${folder}/caf\xe9.jpg`, 'latin1'), 'x')
    const ran = await run('--yes', 'skill', 'remove-bg', folder, '--wait')
    expect(ran.status, ran.stderr).toBe(4)
    expect(resultOf(ran).map(({ state }) => state)).toEqual(['completed'])
    const [refused] = eventsOf(ran, 'prepared')
    expect(refused).toMatchObject({ source: join(folder, 'caf\\xe9.jpg'), decision: 'refused' })
    expect(refused?.reason).toMatch(/not valid UTF-8.*[Rr]ename/)
    expect(refused?.reason).not.toContain('no longer there')
    rmSync(Buffer.from(`${folder}/caf\xe9.jpg`, 'latin1'))
  })

  it('never stands for another file whose name looks the same (S10)', async () => {
    copyFileSync(samplePhoto, join(place.home, 'caf\u{fffd}.jpg'))
    const file = await withBytes(`${place.home}/caf\\351.jpg`, '--yes', 'skill', 'remove-bg')
    expect([file.status, file.stderr]).toEqual([4, expect.stringMatching(/caf\\xe9\.jpg.*not valid UTF-8/)])
    const prompt = await withBytes('caf\\351', '--yes', 'generate', '--model', 'm', '--prompt')
    expect([prompt.status, prompt.stdout, prompt.stderr]).toEqual([2, '', expect.stringMatching(/“caf\\xe9”.*UTF-8/)])
    expect((await run('receipts', 'list')).lines).toEqual([])
  })
})

describe('receipts export', () => {
  it('writes over nothing, over a file by --force alone, and never over Printroom’s own (S5)', async () => {
    const mine = join(place.home, 'receipts.jsonl')
    expect((await run('receipts', 'export', mine)).lines).toEqual([{ event: 'exported', path: mine, receipts: 0 }])
    writeFileSync(mine, 'mine')
    const again = await run('receipts', 'export', mine)
    expect([again.status, again.stderr, readFileSync(mine, 'utf8')]).toEqual([
      2,
      expect.stringMatching(/there already/),
      'mine',
    ])
    expect((await run('receipts', 'export', mine, '--force')).status).toBe(0)
    expect(readFileSync(mine, 'utf8')).toBe('')
    const data = join(place.home, 'practice')
    const before = readdirSync(data).filter((name) => name !== 'cache')
    for (const name of [...before, 'new.jsonl']) {
      const ran = await run('receipts', 'export', join(data, name), '--force')
      expect([ran.status, ran.stderr], name).toEqual([2, expect.stringMatching(/Printroom’s own/)])
    }
    expect(readdirSync(data)).not.toContain('new.jsonl')
    expect((await run('receipts', 'list', '--force')).status).toBe(2)
  })

  it('nor over another home’s, into a pipe that nobody reads, or beside results by --out (S9, S3)', async () => {
    const other = join(place.home, 'other')
    mkdirSync(join(other, 'service'), { recursive: true })
    for (const name of ['service/receipts.journal', 'settings.json']) writeFileSync(join(other, name), 'kept')
    for (const name of ['service/receipts.journal', 'settings.json']) {
      const ran = await run('receipts', 'export', join(other, name), '--force')
      expect([ran.status, ran.stderr], name).toEqual([2, expect.stringMatching(/Printroom’s own/)])
      expect(readFileSync(join(other, name), 'utf8')).toBe('kept')
    }
    for (const folder of [join(other, 'service', 'mine'), join(place.home, 'practice', 'library')]) {
      const ran = await run('prepare', samplePhoto, '--for', 'reference', '--out', folder)
      expect([ran.status, ran.stderr], folder).toEqual([4, expect.stringMatching(/Printroom’s own.*Nothing was sent/)])
    }
    expect(readdirSync(join(other, 'service'))).toEqual(['receipts.journal'])
    if (process.platform === 'win32') return
    execFileSync('mkfifo', [join(other, 'pipe')])
    const piped = await run('receipts', 'export', join(other, 'pipe'))
    expect([piped.status, piped.stderr]).toEqual([2, expect.stringMatching(/no file that can be written/)])
  })
})

describe('text that is not UTF-8', () => {
  it('is refused wherever it is no name of a file, also where the bytes were lost before (S10)', async () => {
    const lost = 'caf\u{fffd}'
    for (const words of [
      ['generate', '--prompt', lost, '--model', 'm'],
      ['generate', `--prompt=${lost}`],
      ['skill', 'brand-poster', '--set', `brand=${lost}`],
      ['generate', '--prompt', 'x', '--project', lost],
      ['receipts', 'list', '--project', lost],
      ['library', 'search', lost],
    ]) {
      const ran = await run('--yes', ...words)
      expect([ran.status, ran.lines], words.join(' ')).toEqual([2, []])
      expect(ran.stderr).toMatch(/U\+FFFD.*Nothing was sent/)
    }
    const bytes = await withBytes('caf\\351', '--yes', 'generate', '--model', 'm', '--prompt')
    expect([bytes.status, bytes.stderr]).toEqual([2, expect.stringMatching(/not valid UTF-8.*Nothing was sent/)])
  })
})

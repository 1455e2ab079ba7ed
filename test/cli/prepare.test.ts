import type { ChildProcess } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashFile } from '../../src/engine/platform/files.ts'
import { markAsWatched, resultsMarkedIn } from '../../src/engine/platform/folder-marks.ts'
import { newFolder } from '../support/folders.ts'
import { eventsOf, printroom, resultOf } from '../support/terminal.ts'

let folder: string
let out: string

beforeEach(() => {
  folder = newFolder()
  out = join(newFolder(), 'out')
})

const run = (words: string[], env: Record<string, string> = {}) =>
  printroom(['--json', 'prepare', ...words, '--for', 'reference'], { env })

async function dot(name: string, width = 4): Promise<string> {
  const path = join(folder, name)
  await sharp({ create: { width, height: 4, channels: 3, background: '#336699' } })
    .png()
    .toFile(path)
  return path
}

describe('prepare', () => {
  it('says that a folder holds no file: status 4, as “skill” does', async () => {
    const ran = await run([folder, '--out', out])
    expect([ran.status, resultOf(ran)]).toEqual([4, []])
    expect(ran.stderr).toContain('holds no file')
  })

  it('says what it leaves out of more files than it takes: status 4', async () => {
    const first = await dot('0000.png')
    for (let n = 1; n <= 5000; n += 1) linkSync(first, join(folder, `${String(n).padStart(4, '0')}.png`))
    const ran = await run([folder, '--out', out])
    expect(ran.status).toBe(4)
    expect(eventsOf(ran, 'prepared').map(({ decision }) => decision)).toEqual(Array(5000).fill('as-is'))
    expect(ran.stderr).toContain('only the first 5000')
  })

  it('needs no home, and leaves nothing of its work behind', async () => {
    const home = join(folder, 'home')
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    const large = await dot('large.png', 5000)
    const ran = await run([large, '--out', out], { PRINTROOM_HOME: home, HOME: home, TMPDIR: temporary })
    expect(ran.status, ran.stderr).toBe(0)
    expect(eventsOf(ran, 'prepared')).toMatchObject([{ decision: 'encoded', width: 4096 }])
    expect(readdirSync(out)).toEqual(['large-reference.png'])
    expect(readdirSync(folder)).toEqual(['large.png', 'temporary'])
    expect(readdirSync(temporary)).toEqual([])
  })

  it('marks what it puts into a watched folder as Printroom’s own, and nothing elsewhere (I13, D11)', async () => {
    const [source, watched] = [await dot('large.png', 5000), newFolder()]
    await markAsWatched(watched)
    for (const folder of [watched, out]) expect((await run([source, '--out', folder])).status).toBe(0)
    const [made = ''] = readdirSync(out)
    const { sha256 } = await hashFile(join(watched, made))
    // No other home works there by that.
    expect(await resultsMarkedIn(watched, 'a home')).toEqual({ contents: new Set([sha256]), byOthers: false })
    expect(readdirSync(out)).toEqual([made])
  })

  it.runIf(process.platform === 'linux')(
    'goes on where one file cannot be written: it is refused by name, status 4 (Linux: the longest path is known)',
    async () => {
      const short = await dot('a.png')
      const long = await dot(`${'b'.repeat(48)}.png`)
      const last = await dot('c.png')
      // The longest path has 4095 bytes: room for the short names alone.
      let deep = out
      while (deep.length < 4060) deep = join(deep, 'd'.repeat(Math.min(200, 4060 - deep.length)))
      const ran = await run([short, long, last, '--out', deep])
      expect(ran.status, ran.stderr).toBe(4)
      expect(eventsOf(ran, 'prepared').map(({ source, decision }) => [source, decision])).toEqual([
        [short, 'as-is'],
        [long, 'refused'],
        [last, 'as-is'],
      ])
      expect(eventsOf(ran, 'prepared')[1]?.reason).toMatch(/could not be written to .*ENAMETOOLONG/)
      expect(readdirSync(deep)).toEqual(['a-reference.png', 'c-reference.png'])
    },
  )

  it.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves nothing behind but whole files where %s stops it (P9)',
    async (signal) => {
      const temporary = join(folder, 'temporary')
      mkdirSync(temporary)
      const files = await slowPictures('1.png', '2.png', '3.png', '4.png', '5.png', '6.png')
      const ran = await printroom(['--json', 'prepare', ...files, '--for', 'reference', '--out', out], {
        env: { TMPDIR: temporary },
        watch: once((child) => child.kill(signal)),
      })
      expect([ran.status, ran.signal, resultOf(ran)]).toEqual([4, null, []])
      expect(ran.stderr).toContain('Stopped.')
      expect(readdirSync(temporary)).toEqual([])
      const told = eventsOf(ran, 'prepared').map(({ path }) => path)
      expect(told.length).toBeGreaterThan(0)
      expect(told.length).toBeLessThan(files.length)
      // One whose copy was under way is whole too.
      for (const name of readdirSync(out)) {
        expect(name).toMatch(/^\d-reference\.jpg$/)
        expect((await sharp(join(out, name)).stats()).isOpaque).toBe(true)
      }
    },
  )

  it.runIf(process.platform === 'linux')(
    'takes away what a killed one left, and nothing of a living one or of a person (P9; Linux: processes are known by their start)',
    async () => {
      const temporary = join(folder, 'temporary')
      mkdirSync(temporary)
      const files = await slowPictures('1.png', '2.png', '3.png')
      const env = { TMPDIR: temporary }
      const ran = await printroom(['--json', 'prepare', ...files, '--for', 'reference', '--out', out], {
        env,
        watch: once((child) => child.kill('SIGKILL')),
      })
      expect(ran.signal).toBe('SIGKILL')
      const [left = ''] = readdirSync(temporary)
      expect(left).toMatch(/^printroom-/)
      // As if it had died in the middle of a copy; what a person has under such a name is not noted.
      writeFileSync(join(out, '.0123abcd'), 'half')
      writeFileSync(join(out, '.89abcdef'), 'mine')
      writeFileSync(join(temporary, left, 'notes'), `${JSON.stringify(join(out, '.0123abcd'))}\n`)
      const [, , start, place] = left.split('-')
      const others = [
        `printroom-${process.pid}-${startOf(process.pid)}-${place}-00000000`,
        `printroom-1-${start}-0123456789ab-00000000`,
        'printroom-mine',
      ]
      for (const name of others) mkdirSync(join(temporary, name))
      expect((await run([await dot('a.png'), '--out', out], env)).status).toBe(0)
      expect(readdirSync(temporary).sort()).toEqual(others.sort())
      expect([existsSync(join(out, '.0123abcd')), existsSync(join(out, '.89abcdef'))]).toEqual([false, true])
    },
  )

  it('a picture that takes long holds up none of the others (P9)', async () => {
    const [slow = ''] = await slowPictures('0.png')
    const quick = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => dot(`${n}.png`)))
    const ran = await run([slow, ...quick, '--out', out])
    expect(ran.status, ran.stderr).toBe(0)
    const writtenAt = (n: number, ending: string) => statSync(join(out, `${n}-reference.${ending}`)).mtimeMs
    for (let n = 1; n <= 6; n += 1) expect(writtenAt(n, 'png')).toBeLessThan(writtenAt(0, 'jpg'))
  })

  it('says how finely colours are kept and what was lost (P2)', async () => {
    const picture = join(folder, 'noise.png')
    const noise = {
      create: {
        width: 4200,
        height: 500,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 6 },
      },
    } as const
    await sharp(noise).png().toFile(picture)
    const ran = await run([picture, await dot('small.png'), '--out', out])
    const bySource = (name: string) => eventsOf(ran, 'prepared').find(({ source }) => source === join(folder, name))
    expect(bySource('noise.png')).toMatchObject({
      quality: expect.any(Number),
      chroma: expect.stringMatching(/^4:[42]:[40]$/),
      difference: { mean: expect.any(Number), p99: expect.any(Number) },
    })
    expect(bySource('small.png')).toMatchObject({ quality: null, chroma: '4:4:4', difference: null })
    expect(ran.stderr).toMatch(/colours in (full|half the) detail \(4:.:.\).*; .*ΔE \d/)
  })
})

/** At the first line that a command says. */
function once(act: (child: ChildProcess) => void): (child: ChildProcess) => void {
  let isDone = false
  return (child) => {
    if (!isDone) act(child)
    isDone = true
  }
}

/** Field 22: when it began, as the system counts. */
const startOf = (pid: number): string | undefined =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]

/** Pictures that take some time, all with the same content. */
async function slowPictures(...names: string[]): Promise<string[]> {
  const [first = '', ...others] = names.map((name) => join(folder, name))
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const
  await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 1 })
    .toFile(first)
  for (const other of others) linkSync(first, other)
  return [first, ...others]
}

import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
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
  }, 120_000)

  it('needs no home, and leaves nothing of its work behind', async () => {
    const home = join(folder, 'home')
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    const large = await dot('large.png', 5000)
    const ran = await run([large, '--out', out], { PRINTROOM_HOME: home, HOME: home, TMPDIR: temporary })
    expect(ran.status, ran.stderr).toBe(0)
    expect(eventsOf(ran, 'prepared')).toMatchObject([{ decision: 'encoded', width: 4096 }])
    expect(readdirSync(out)).toEqual(['large-reference.jpg'])
    expect(readdirSync(folder)).toEqual(['large.png', 'temporary'])
    expect(readdirSync(temporary)).toEqual([])
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
})

import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { mayMount, smallDisk, writeProtect } from '../support/small-disk.ts'
import { printroom } from '../support/terminal.ts'

// Where the note of a home lies follows from a variable of Linux alone.
describe.runIf(process.platform === 'linux')('a home whose disk is not there', () => {
  it('is said as an error, and never as an empty list (S4, S10)', async () => {
    const root = newFolder()
    const home = join(root, 'disk', 'home')
    mkdirSync(home, { recursive: true })
    const env = { XDG_DATA_HOME: join(root, 'own') }
    const run = (...words: string[]) =>
      printroom(['--home', home, '--service', 'practice', '--json', ...words], { env })
    expect((await run('queue', 'list')).status).toBe(0)
    renameSync(join(root, 'disk'), join(root, 'pulled out'))
    mkdirSync(join(root, 'disk'))
    for (const words of [
      ['queue', 'list'],
      ['backups', 'list'],
      ['backups', 'restore', 'printroom-1.db'],
    ]) {
      const ran = await run(...words)
      expect([words, ran.status]).toEqual([words, 4])
      expect(ran.stderr).toMatch(/was there before and is empty or missing now.*Connect the disk.*nothing was charged/)
      expect(ran.lines).toEqual([{ event: 'error', message: ran.stderr.trim() }])
    }
    // What ends with a result says that it has none.
    expect((await run('resume')).lines.map(({ event }) => event)).toEqual(['error', 'result'])
  })
})

describe.runIf(mayMount('tests of disks that can only be read'))('a home that can only be read', () => {
  it('says so to whoever pauses its queue, and blames no disk (S9)', async () => {
    const disk = smallDisk()
    const run = (...words: string[]) => printroom(['--home', join(disk, 'home'), '--service', 'practice', ...words])
    expect((await run('queue', 'list')).status).toBe(0)
    writeProtect(disk)
    const ran = await run('queue', 'pause')
    expect([ran.status, ran.stderr]).toEqual([4, expect.stringContaining('can only be read, so that was not done')])
    expect(ran.stderr).not.toContain('does not take what is written')
  })
})

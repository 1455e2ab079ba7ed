import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderNumber, stepOf } from '../engine/store/support/open.ts'
import { engineAt } from '../support/engine-at.ts'
import { newFolder } from '../support/folders.ts'
import { mayMount, smallDisk, writeProtect } from '../support/small-disk.ts'
import { printroom, samplePhoto } from '../support/terminal.ts'

const service = 'https://service.example'

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
    // No result either: of what is in that home nothing is known.
    for (const words of [
      ['resume'],
      ['queue', 'cancel', 'abcd'],
      ['quote', 'generate', '--prompt', 'x', '--model', 'm'],
      ['models'],
    ])
      expect((await run(...words)).lines, words.join(' ')).toEqual([
        { event: 'error', message: expect.stringContaining('was there before') },
      ])
  })
})

describe.runIf(process.platform === 'linux')('a computer that keeps no note of its homes', () => {
  it('says so in a warning, and goes on; once a note is there it says nothing more (S4)', async () => {
    const root = newFolder()
    const run = (...words: string[]) =>
      printroom(['--home', join(root, 'home'), '--service', 'practice', '--json', ...words], {
        env: { XDG_DATA_HOME: join(root, 'own') },
      })
    writeFileSync(join(root, 'own'), 'a file where a folder belongs')
    const ran = await run('queue', 'list')
    expect([ran.status, ran.lines]).toEqual([0, []])
    expect(ran.stderr).toMatch(/does not note.*own\/printroom\/homes.*not there one day.*without its limits/)
    expect(ran.stderr.trim().split('\n')).toHaveLength(1)
    rmSync(join(root, 'own'))
    expect((await run('queue', 'list')).stderr).toBe('')
    expect((await run('queue', 'list')).stderr).toBe('')
  })
})

describe.runIf(process.platform === 'linux')('a home whose path is not UTF-8', () => {
  it('is no other home: it is refused before anything is made, by whatever word it was named (S4)', async () => {
    const root = newFolder()
    const program = join(import.meta.dirname, '../../out/main/cli.js')
    // The bytes of such a name can be in no string of ours.
    const script = `bad=$(printf '%s/caf\\351' "$0"); `
    for (const [start, words] of [
      [`PRINTROOM_HOME="$bad" exec "$@"`, ['queue', 'list']],
      [`PRINTROOM_HOME="$bad" exec "$@"`, ['backups', 'list']],
      [`PRINTROOM_HOME="$bad" exec "$@"`, ['practice', 'ledger']],
      [`exec "$@" --home "$bad"`, ['queue', 'list']],
      [`XDG_DATA_HOME="$bad" exec "$@"`, ['queue', 'list']],
      [`mkdir "$bad"; cd "$bad"; exec "$@" --out new`, ['prepare', samplePhoto, '--for', 'reference']],
    ] as const) {
      const ran = spawnSync(
        'sh',
        ['-c', script + start, root, process.execPath, program, '--service', 'practice', ...words],
        {
          env: { PATH: process.env.PATH },
          encoding: 'utf8',
        },
      )
      expect([start, ran.status, ran.stdout]).toEqual([start, start.includes('--out') ? 4 : 2, ''])
      expect(ran.stderr, start).toMatch(/UTF-8.*[Nn]othing was (made|sent)/)
    }
    expect(readdirSync(root, { encoding: 'buffer' }).map((name) => name.toString('latin1'))).toEqual(['caf\xe9'])
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

  it('says so of all that would change it, and not that it was done or came too late (S9)', async () => {
    const disk = smallDisk()
    const home = join(disk, 'home')
    const first = await engineAt(service, 'svc_sk_0123456789abcdefghijklmnopqrstuvwxyz', { home })
    const steps = [stepOf(orderNumber(1)), stepOf(orderNumber(2))]
    const ours = steps.map((step) => ({ ...step, after: { ...step.after, origin: first.engine.origin } }))
    first.engine.store.receipts.save(ours)
    await first.close()
    writeProtect(disk)
    const [one, two] = ours.map(({ after }) => after.id)
    for (const words of [
      ['queue', 'cancel', String(one)],
      ['queue', 'front', String(one)],
      ['queue', 'move', String(one), '--before', String(two)],
      ['queue', 'decide', String(one), 'leave'],
      ['queue', 'retry', String(one)],
      ['queue', 'pause'],
      ['queue', 'resume'],
      ['queue', 'cap', 'day', '5'],
      ['receipts', 'project', String(one), 'Nord'],
      ['settings', 'hosts', 'allow', 'files.example.lan'],
    ]) {
      const ran = await printroom(['--json', ...words], { env: { PRINTROOM_HOME: home, PRINTROOM_SERVICE: service } })
      expect([words, ran.status, ran.signal]).toEqual([words, 4, null])
      expect(ran.stderr, words.join(' ')).toMatch(/can only be read, so that was not done: nothing was changed/)
      expect(ran.lines[0], words.join(' ')).toEqual({
        event: 'error',
        message: expect.stringContaining('only be read'),
      })
      expect(ran.lines.slice(1)).toEqual(
        words[1] === 'cancel' || words[1] === 'decide' || words[1] === 'retry'
          ? [{ event: 'result', requests: [] }]
          : [],
      )
    }
    // What changes nothing is told.
    const caps = await printroom(['--json', 'queue', 'cap'], {
      env: { PRINTROOM_HOME: home, PRINTROOM_SERVICE: service },
    })
    expect([caps.status, caps.lines]).toEqual([0, [expect.objectContaining({ event: 'cap' })]])
  })
})

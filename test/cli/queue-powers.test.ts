import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/engine/store/store.ts'
import { eventsOf, practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const run = (...words: string[]) => printroom([...place.words, ...words], { env: { PRINTROOM_TIME_SCALE: '20' } })

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

const charges = async () => (await run('practice', 'ledger')).lines.filter((line) => line.kind === 'charge')

describe('queue cap', () => {
  it('refuses what would pass it with status 3 and in words, before anything is sent', async () => {
    const set = await run('queue', 'cap', 'day', '3')
    expect(set.lines).toEqual([{ event: 'cap', day: 3, batch: null, spent: 0, reserved: 0, left: 3 }])
    const refused = await run('--yes', 'skill', 'remove-bg', '--twice', samplePhoto, samplePhoto)
    expect(refused.status, refused.stderr).toBe(3)
    expect(resultOf(refused)).toEqual([])
    expect(refused.stderr).toMatch(
      /your limit is 3 credits in 24 hours: 0 spent, 0 reserved.*Nothing was sent or charged/,
    )
    const fits = await run('--yes', 'skill', 'remove-bg', samplePhoto, '--wait')
    expect(fits.status, fits.stderr).toBe(0)
    expect((await run('queue', 'cap', 'batch', 'none')).lines).toMatchObject([{ day: 3, spent: 2, left: 1 }])
    expect((await run('queue', 'cap', 'day', 'none')).lines).toMatchObject([{ day: null, spent: 2, left: null }])
    expect(await charges()).toHaveLength(1)
  })

  it.each([['day'], ['day', '-1'], ['day', 'x'], ['week', '3'], ['day', '3', '4']])(
    'does not take %j %j',
    async (...words) => {
      expect((await run('queue', 'cap', ...words)).status).toBe(2)
    },
  )
})

describe('--skip-paid', () => {
  it('leaves out what was paid before, lists and copies its files, and costs nothing; without it all is ordered', async () => {
    const first = await run('--yes', 'skill', 'remove-bg', samplePhoto, '--wait')
    const [made] = resultOf(first)
    expect(eventsOf(first, 'quote')).toMatchObject([{ credits: 2, alreadyPaid: [] }])
    const quoted = await run('quote', 'skill', 'remove-bg', samplePhoto)
    const paid = [{ source: samplePhoto, requestId: made?.id, assets: made?.assets, credits: 2, isOpen: false }]
    expect(eventsOf(quoted, 'quote')).toMatchObject([{ credits: 2, alreadyPaid: paid }])
    expect(quoted.stderr).toContain(
      `sample.jpg was made before with the same settings, for 2 credits: receipt ${made?.id.slice(0, 8)}`,
    )
    const out = join(place.home, 'out')
    const skipped = await run('skill', 'remove-bg', samplePhoto, '--skip-paid', '--out', out)
    expect(skipped.status, skipped.stderr).toBe(0)
    expect(eventsOf(skipped, 'quote')).toMatchObject([{ credits: 0, lines: [], alreadyPaid: paid }])
    expect(resultOf(skipped)).toEqual([{ ...made, alreadyPaid: true }])
    expect(readdirSync(out)).toEqual(['sample-remove-bg.png'])
    expect(await charges()).toHaveLength(1)
    const again = await run('--yes', 'skill', 'remove-bg', samplePhoto, '--wait')
    expect(again.status, again.stderr).toBe(0)
    expect(await charges()).toHaveLength(2)
  })
})

describe('--skip-paid while the same is under way', () => {
  it('orders nothing a second time, waits for what is under way, and ends as that ends (S6, I2)', async () => {
    await run('queue', 'pause')
    const [waits] = resultOf(await run('--yes', 'skill', 'remove-bg', samplePhoto))
    await run('queue', 'resume')
    const again = await run('--yes', 'skill', 'remove-bg', samplePhoto, '--skip-paid', '--wait')
    expect(again.status, again.stderr).toBe(0)
    expect(again.stderr).toContain(
      `sample.jpg is ordered already with the same settings, for 2 credits: receipt ${waits?.id.slice(0, 8)}, which is not done yet. It is not ordered again.`,
    )
    expect(resultOf(again)).toMatchObject([{ id: waits?.id, state: 'completed', alreadyPaid: true }])
    expect(await charges()).toHaveLength(1)
  })
})

describe('the order of the queue', () => {
  it('is that of queue list, and changed by front and move', async () => {
    await run('queue', 'pause')
    const [a, b, c] = resultOf(
      await run('--yes', 'skill', 'remove-bg', '--twice', samplePhoto, samplePhoto, samplePhoto),
    )
    const listed = async () => (await run('queue', 'list')).lines.map((line) => line.id)
    expect(await listed()).toEqual([a?.id, b?.id, c?.id])
    expect((await run('queue', 'front', String(c?.id))).status).toBe(0)
    expect(await listed()).toEqual([c?.id, a?.id, b?.id])
    expect((await run('queue', 'move', String(b?.id), '--before', String(a?.id))).status).toBe(0)
    expect(await listed()).toEqual([c?.id, b?.id, a?.id])
    expect((await run('queue', 'move', String(b?.id))).status).toBe(2)
    await run('queue', 'cancel', String(a?.id))
    const late = await run('queue', 'front', String(a?.id))
    expect(late.status).toBe(4)
    expect(late.stderr).toContain('only what waits can be moved')
  })
})

describe('queue retry', () => {
  it('orders anew only with the price accepted, and once (I2)', async () => {
    await run('queue', 'pause')
    const [first] = resultOf(await run('--yes', 'skill', 'remove-bg', samplePhoto))
    const id = String(first?.id)
    const waits = await run('queue', 'retry', id)
    expect([waits.status, waits.stderr]).toEqual([4, expect.stringContaining('the queue is paused')])
    await run('queue', 'cancel', id)
    await run('queue', 'resume')
    const asked = await run('queue', 'retry', id)
    expect(asked.status, asked.stderr).toBe(3)
    expect(eventsOf(asked, 'quote')).toMatchObject([{ credits: 2 }])
    expect(await charges()).toHaveLength(0)
    const done = await run('--yes', 'queue', 'retry', id, '--wait')
    expect(done.status, done.stderr).toBe(0)
    expect(resultOf(done)).toMatchObject([{ state: 'completed', creditsUsed: 2 }])
    expect(resultOf(done)[0]?.id).not.toBe(id)
    const again = await run('--yes', 'queue', 'retry', id)
    expect([again.status, again.stderr]).toEqual([4, expect.stringContaining('ordered anew already')])
    expect(await charges()).toHaveLength(1)
  })
})

describe('queue retry of what is under way', () => {
  it('looks once, and sends nothing', async () => {
    const [model] = (await run('models', '--media', 'image')).lines
    const ordered = await run('--yes', 'generate', '--prompt', 'a lake', '--model', String(model?.id))
    const id = String(resultOf(ordered)[0]?.id)
    await run('queue', 'pause')
    await run('--yes', 'skill', 'remove-bg', samplePhoto)
    await run('queue', 'resume')
    const looked = await run('queue', 'retry', id)
    expect([0, 5], looked.stderr).toContain(looked.status)
    expect(['running', 'downloading', 'completed']).toContain(resultOf(looked)[0]?.state)
    expect(await charges()).toHaveLength(1)
  })
})

describe('backups', () => {
  it('are listed and put back; receipts that are newer come back from the journal', async () => {
    const folder = join(place.home, 'practice')
    expect((await run('backups', 'list')).lines).toEqual([])
    await run('queue', 'pause')
    await run('--yes', 'skill', 'remove-bg', samplePhoto)
    const store = await openStore(folder)
    await store.backups.make(Date.UTC(2026, 10, 3, 9))
    const [listed] = (await run('backups', 'list')).lines
    expect(listed).toMatchObject({ event: 'backup', name: 'printroom-2026-11-03T09-00-00.000Z.db' })
    const name = String(listed?.name)
    const busy = await run('backups', 'restore', name)
    expect([busy.status, busy.stderr]).toEqual([4, expect.stringContaining('has this home open')])
    store.close()
    await run('--yes', 'skill', 'remove-bg', samplePhoto)
    const restored = await run('backups', 'restore', name)
    expect(restored.status, restored.stderr).toBe(0)
    expect(restored.lines).toEqual([{ event: 'restored', name, receipts: 2, fromJournal: 1 }])
    expect(restored.stderr).toMatch(/1 were in it, and the journal of receipts brought the others back/)
    expect(readdirSync(folder).some((entry) => entry.includes('.set-aside-'))).toBe(true)
    expect((await run('queue', 'list')).lines.map((line) => line.state)).toEqual(['queued', 'queued'])
    expect((await run('backups', 'restore', '../printroom.db')).status).toBe(2)
    expect(existsSync(join(folder, 'printroom.db'))).toBe(true)
  })
})

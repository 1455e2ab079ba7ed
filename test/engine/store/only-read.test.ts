import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { homeTrouble } from '../../../src/engine/platform/home-trouble.ts'
import { openOnlyRead } from '../../../src/engine/store/only-read.ts'
import { Receipts } from '../../../src/engine/store/receipts.ts'
import { whyOnlyRead } from '../../../src/engine/store/why-only-read.ts'
import { engineAt } from '../../support/engine-at.ts'
import { mayMount, smallDisk, writeProtect } from '../../support/small-disk.ts'
import { opened, openedParts, orderNumber, stepOf } from './support/open.ts'

const service = 'https://service.example'
const key = 'svc_sk_0123456789abcdefghijklmnopqrstuvwxyz'

describe.runIf(mayMount('tests of disks that can only be read'))('a home that can only be read', () => {
  it('can be looked at: receipts, queue, ledger and library, and nothing is written or ordered (S9)', async () => {
    const disk = smallDisk()
    const home = join(disk, 'home')
    const folder = foldersFor(home, false).data
    const first = await engineAt(service, key, { home })
    await first.calls['queue.setCaps']({ day: 7 })
    first.engine.store.receipts.save([stepOf(orderNumber(1)), stepOf(orderNumber(2))])
    await first.close()
    writeProtect(disk)
    const before = readdirSync(folder)
    const { engine, calls, close } = await engineAt(service, key, { home })
    expect(engine.store.readOnly).toBe(true)
    expect(engine.status().notice).toMatch(/can only be read.*looked at; nothing is sent or changed/)
    expect(
      engine.store.receipts
        .list({})
        .map(({ id }) => id)
        .sort(),
    ).toEqual([orderNumber(1).id, orderNumber(2).id])
    expect(engine.budget.caps()).toMatchObject({ day: 7 })
    expect(await calls['requests.list']({ limit: 10 })).toHaveLength(2)
    await expect(calls['queue.setCaps']({ day: 70 })).rejects.toThrow()
    await expect(calls['queue.pause'](undefined)).rejects.toThrow()
    expect(() => engine.store.receipts.save([stepOf(orderNumber(3))])).toThrow()
    await close()
    expect(readdirSync(folder)).toEqual(before)
  })

  it('that was not closed shows what its log of writes holds too (S9)', async () => {
    const disk = smallDisk()
    const parts = await openedParts(disk)
    parts.receipts.save([stepOf(orderNumber(1))])
    expect(readdirSync(disk)).toContain('printroom.db-wal')
    // As after a kill: the log is there, and nobody has it open who could write.
    const { db, journal, end } = openOnlyRead(disk)
    expect(new Receipts(db, journal).list({})).toHaveLength(1)
    db.close()
    journal.close()
    end()
  })

  it('in which there is none yet says so (S9)', async () => {
    const disk = smallDisk()
    writeProtect(disk)
    const error = await engineAt(service, key, { home: join(disk, 'home') }).catch((thrown: unknown) => thrown)
    expect(homeTrouble(error, disk)).toMatch(/does not take what is written|cannot be used/)
  })

  it('is known before anything of it is opened (S9)', async () => {
    const disk = smallDisk()
    ;(await opened(disk)).close()
    expect(whyOnlyRead(disk)).toBeNull()
    expect(whyOnlyRead(join(disk, 'none'))).toBeNull()
    writeProtect(disk)
    expect((await opened(disk)).readOnly).toBe(true)
  })
})

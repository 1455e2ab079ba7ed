import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderNumber, stepOf } from '../engine/store/support/open.ts'
import { engineAt } from '../support/engine-at.ts'
import { mayMount, smallDisk, writeProtect } from '../support/small-disk.ts'
import { printroom } from '../support/terminal.ts'

const service = 'https://service.example'

describe.runIf(mayMount('tests of disks that can only be read'))('a home that can only be read', () => {
  it('is not waited for: nobody sends what is queued in it (S9)', async () => {
    const disk = smallDisk()
    const home = join(disk, 'home')
    const first = await engineAt(service, 'svc_sk_0123456789abcdefghijklmnopqrstuvwxyz', { home })
    const step = stepOf(orderNumber(1))
    first.engine.store.receipts.save([{ ...step, after: { ...step.after, origin: first.engine.origin } }])
    await first.close()
    writeProtect(disk)
    const ran = await printroom(['resume', '--wait', '--json'], {
      env: { PRINTROOM_HOME: home, PRINTROOM_SERVICE: service },
    })
    expect([ran.status, ran.signal]).toEqual([5, null])
    expect(ran.stderr).toContain('can only be read')
    expect(ran.lines.at(-1)).toMatchObject({ event: 'result', requests: [{ state: 'queued' }] })
  })
})

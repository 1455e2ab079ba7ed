import { beforeAll, vi } from 'vitest'
import { PageLife } from './support/page/life.ts'
import { PaidService } from './support/page/service.ts'
import { row } from './support/row.ts'

vi.mock('electron', () => import('../electron-stand-in/electron.mjs'))

const callsOfACase = 2000

beforeAll(() => {
  process.env.PRINTROOM_TIME_SCALE = '100'
  // Not the keychain of whoever runs this.
  process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent'
})

const service = new PaidService()
let isOpen = false

row(
  {
    name: 'page',
    title:
      'a page that says anything to any call spends, sends, writes, reads, sets and runs nothing that no person agreed to (W1, W2)',
    // Its first life finds each of the planted bugs that lean on this row, the last of them within 1,500 calls.
    small: 1,
    large: 500,
    caseLimitMs: 300_000,
  },
  async ({ seed }) => {
    if (!isOpen) await service.open()
    isOpen = true
    const life = new PageLife(seed, service)
    const wrong = await life.live(callsOfACase).then(
      () => null,
      (error: unknown) => error,
    )
    await life.end().catch((error: unknown) => Promise.reject(wrong ?? error))
    if (wrong !== null) throw wrong
  },
)

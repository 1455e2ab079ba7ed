import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Notification } from 'electron'
import { expect, it, onTestFinished, vi } from 'vitest'
import { showNotice } from '../../../src/main/notices.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** As the system does: it knows the notice, but does not hold it. */
function shownWeakly(): WeakRef<Notification>[] {
  const seen: WeakRef<Notification>[] = []
  const { show } = Notification.prototype
  Notification.prototype.show = function (this: Notification) {
    seen.push(new WeakRef(this))
  }
  onTestFinished(() => {
    Notification.prototype.show = show
  })
  return seen
}

/** What a turn of the event loop has looked at stays until its end. */
async function collect(): Promise<void> {
  await setImmediate()
  gc()
}

it.each(['click', 'close', 'failed'] as const)(
  'a notice is held until its %s, however long that takes, and no longer',
  async (event) => {
    const seen = shownWeakly()
    let clicks = 0
    showNotice('Printroom', '3 requests: 3 done.', () => {
      clicks += 1
    })
    await collect()
    expect(seen[0]?.deref()).toBeDefined()
    seen[0]?.deref()?.emit(event)
    expect(clicks).toBe(event === 'click' ? 1 : 0)
    await collect()
    expect(seen[0]?.deref()).toBeUndefined()
  },
)

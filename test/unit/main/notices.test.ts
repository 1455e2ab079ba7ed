import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { showNotice } from '../../../src/main/notices.ts'
import { noticesAlive } from '../../electron-stand-in/desktop.mjs'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** What a turn of the event loop has looked at stays until its end. */
async function collect(): Promise<void> {
  await setImmediate()
  gc()
}

it.each(['click', 'close', 'failed'] as const)(
  'a notice is held until its %s, however long that takes, and no longer',
  async (event) => {
    let clicks = 0
    showNotice('Printroom', '3 requests: 3 done.', () => {
      clicks += 1
    })
    await collect()
    expect(noticesAlive()).toHaveLength(1)
    noticesAlive()[0]?.emit(event)
    expect(clicks).toBe(event === 'click' ? 1 : 0)
    await collect()
    expect(noticesAlive()).toEqual([])
  },
)

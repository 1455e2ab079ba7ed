import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { WebContents } from 'electron'
import { expect, it } from 'vitest'
import { reviveDeadPage } from '../../../src/main/dead-page.ts'

/** A page that counts how often it was loaded anew, and a person who presses the button of that number. */
function page(pressed: number) {
  const events = new EventEmitter()
  const seen = { reloads: 0, questions: [] as string[], closed: false }
  const reload = () => {
    seen.reloads += 1
  }
  const contents = Object.assign(events, { reload, isDestroyed: () => seen.closed })
  reviveDeadPage(
    contents as unknown as WebContents,
    async ({ detail = '' }) => {
      seen.questions.push(detail)
      return pressed
    },
    () => {
      seen.closed = true
    },
  )
  const dies = async (reason = 'crashed') => {
    events.emit('render-process-gone', {}, { reason, exitCode: 1 })
    await setImmediate()
  }
  return { seen, dies }
}

it('a page whose process died is loaded anew, and one that ended in order is not', async () => {
  const { seen, dies } = page(0)
  await dies('clean-exit')
  expect(seen.reloads).toBe(0)
  await dies('oom')
  expect(seen).toEqual({ reloads: 1, questions: [], closed: false })
})

it('a page that dies over and over is asked about, with what became of the orders', async () => {
  const { seen, dies } = page(0)
  for (let i = 0; i < 4; i++) await dies()
  expect(seen.questions).toEqual([expect.stringContaining('is not ordered twice')])
  // Tried again by the person's word, and then by itself as before.
  expect(seen.reloads).toBe(4)
  await dies()
  expect(seen).toMatchObject({ reloads: 5, closed: false })
})

it('and its window is closed where that is wished', async () => {
  const { seen, dies } = page(1)
  for (let i = 0; i < 4; i++) await dies()
  expect(seen).toMatchObject({ reloads: 3, closed: true })
})

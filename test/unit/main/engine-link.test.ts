import { describe, expect, it } from 'vitest'
import { EngineLink } from '../../../src/main/engine-link.ts'
import type { ThreadOptions } from '../../../src/main/thread-messages.ts'

function stubborn(silenceMs: number): EngineLink {
  const none = (): void => undefined
  // The thread of this test reads none of them.
  const options = {} as ThreadOptions
  const entry = new URL('./support/stubborn-thread.mjs', import.meta.url)
  return new EngineLink(entry, options, { onStatus: none, onEvent: none, onKeys: none, onFailure: none }, silenceMs)
}

describe('quitting', () => {
  it('ends where the engine does not answer any more, and whoever waits for it is told (W4)', async () => {
    const link = stubborn(400)
    expect(await link.call('status', undefined)).toMatchObject({ ok: true })
    const hung = link.call('work', undefined)
    expect(await link.close()).toBeNull()
    expect(await hung).toMatchObject({ ok: false, code: 'engine-stopped' })
  })

  it('waits for an engine that is slow and alive (W4)', async () => {
    // Shorter than it takes to close, and longer than a busy machine leaves a thread alone.
    const link = stubborn(3000)
    expect(await link.call('status', undefined)).toMatchObject({ ok: true })
    expect(await link.close()).toEqual({ unfinished: 0 })
  })
})

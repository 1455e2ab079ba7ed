import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { EngineLink } from '../../../src/main/engine-link.ts'
import type { ThreadOptions } from '../../../src/main/thread-messages.ts'

const silenceMs = 400

function stubborn(): EngineLink {
  const none = (): void => undefined
  // The thread of this test reads none of them.
  const options = {} as ThreadOptions
  const entry = new URL('./support/stubborn-thread.mjs', import.meta.url)
  return new EngineLink(entry, options, { onStatus: none, onEvent: none, onFailure: none }, silenceMs)
}

describe('quitting', () => {
  it('ends where the engine does not answer any more, and whoever waits for it is told (W4)', async () => {
    const link = stubborn()
    expect(await link.call('status', undefined)).toMatchObject({ ok: true })
    const hung = link.call('work', undefined)
    const began = performance.now()
    expect(await link.close()).toBeNull()
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await hung).toMatchObject({ ok: false, code: 'engine-stopped' })
  })

  it('waits for an engine that is slow and alive (W4)', async () => {
    const link = stubborn()
    expect(await link.call('status', undefined)).toMatchObject({ ok: true })
    expect(await link.close()).toEqual({ unfinished: 0 })
  })
})

import { describe, expect, it } from 'vitest'
import { operations } from './support/operations.ts'
import { json, scriptedServer, serviceAt } from './support/server.ts'

const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
const minute = 60_000
const day = 86_400_000

async function waitOf(
  retryAfter: string | null,
  retryAfterSeconds?: unknown,
  headers: Record<string, string> = { date },
) {
  const header: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter }
  const server = await scriptedServer(json(429, { error: 'slow down', retryAfterSeconds }, { ...headers, ...header }))
  const outcome = await operations.submit(serviceAt(server.url))
  return outcome.type === 'limited' ? outcome.afterMs : outcome.type
}

describe('how long the service asks to wait', () => {
  it.each([
    ['30', 30_000],
    ['0', 0],
    ['Wed, 21 Oct 2026 07:29:30 GMT', 90_000],
    ['Wed, 21 Oct 2026 07:00:00 GMT', 0],
    ['9999999999', day],
    ['Wed, 21 Oct 2099 07:29:30 GMT', day],
  ])('Retry-After: %s is read by the answer’s own clock, a day at most (O66, A40)', async (text, ms) => {
    expect(await waitOf(text)).toBe(ms)
  })

  it.each(['soon', '', '-5', '1.5', '30 seconds', 'abc 5', '5, 10', 'May 5'])(
    'Retry-After: “%s” cannot be read and counts as a minute, never as now (A5)',
    async (text) => {
      expect(await waitOf(text)).toBe(minute)
    },
  )

  it('a date without the answer’s own clock counts as a minute (A40)', async () => {
    expect(await waitOf('Wed, 21 Oct 2026 07:29:30 GMT', undefined, { date: 'yesterday' })).toBe(minute)
  })

  it.each([
    [null, 20, 20_000],
    ['30', 20, 30_000],
    ['10', 20, 20_000],
    ['30', 0, 30_000],
    [null, -1, minute],
    [null, 1e6, day],
    ['30', 'soon', 30_000],
    [null, 'soon', minute],
    [null, null, minute],
  ])('header %j and body %j: the longer of the two (O57, A5)', async (header, seconds, ms) => {
    expect(await waitOf(header, seconds)).toBe(ms)
  })

  it.each(['submit', 'run'] as const)('is kept of any answer to a %s that settles nothing (O66)', async (name) => {
    const server = await scriptedServer(json(503, { error: 'busy' }, { 'retry-after': '300' }))
    expect(await operations[name](serviceAt(server.url))).toMatchObject({ type: 'unknown', afterMs: 300_000 })
    server.answer(json(500, { error: 'x', code: 'request_interrupted', retryAfterSeconds: 40 }))
    expect(await operations[name](serviceAt(server.url))).toMatchObject({ type: 'unknown', afterMs: 40_000 })
    server.answer(json(200, { success: true }, { 'retry-after': '70' }))
    expect(await operations[name](serviceAt(server.url))).toMatchObject({ type: 'unknown', afterMs: 70_000 })
    server.answer(json(502, ''))
    expect(await operations[name](serviceAt(server.url))).toMatchObject({ type: 'unknown', afterMs: null })
  })

  it('a header says when the permission to send again may be used, and does not take it away (M9, O58, O66, A5)', async () => {
    const body = { error: 'x', code: 'in_progress', retryAfterSeconds: 0 }
    const server = await scriptedServer(json(503, body, { 'retry-after': '20' }))
    expect(await operations.lookUp(serviceAt(server.url))).toMatchObject({ afterMs: 20_000, mayResubmit: true })
  })
})

describe('whether the service itself speaks', () => {
  it.each(['submit', 'run'] as const)('a limit without a word may come from the way to it (A29): %s', async (name) => {
    const server = await scriptedServer(json(429, { error: 'slow down' }))
    expect(await operations[name](serviceAt(server.url))).not.toHaveProperty('isUnsaid')
    server.answer(json(429, {}))
    expect(await operations[name](serviceAt(server.url))).toMatchObject({ type: 'limited', isUnsaid: true })
  })

  it.each(['lookUp', 'skillLookUp'] as const)(
    'an answer in words that is no verdict speaks of the order (O60): %s',
    async (name) => {
      const server = await scriptedServer(json(503, { error: 'interrupted', code: 'request_interrupted' }))
      expect(await operations[name](serviceAt(server.url))).toMatchObject({ type: 'unreachable', isSaid: true })
      for (const answer of [json(503, {}), json(429, { error: 'slow down' })]) {
        server.answer(answer)
        expect(await operations[name](serviceAt(server.url))).not.toHaveProperty('isSaid')
      }
    },
  )
})

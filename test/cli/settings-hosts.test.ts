import { afterEach, beforeEach, expect, it } from 'vitest'
import { practiceHome, printroom } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const hosts = (...words: string[]) => printroom([...place.words, 'settings', 'hosts', ...words])

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

const line = { event: 'hosts', service: 'practice', own: null, waiting: [] }

it('settings hosts allows a host inside a private network, lists it, and forgets it (M6)', async () => {
  const allowed = await hosts('allow', '10.0.0.5')
  expect(allowed.status, allowed.stderr).toBe(0)
  expect(allowed.lines).toEqual([{ ...line, allowed: ['10.0.0.5'] }])
  expect(allowed.stderr).toContain('Results may be fetched from 10.0.0.5, over https alone.')
  expect((await hosts('list')).lines).toEqual([{ ...line, allowed: ['10.0.0.5'] }])
  expect((await hosts('forget', '10.0.0.5')).lines).toEqual([{ ...line, allowed: [] }])
})

it('settings hosts says in its status and in words what cannot be allowed (M6)', async () => {
  for (const words of [[], ['allow'], ['allow', 'a/b'], ['allow', '127.0.0.1'], ['list', 'x'], ['open', '10.0.0.5']]) {
    const ran = await hosts(...words)
    expect([ran.status, words]).toEqual([2, words])
    expect(ran.stderr).not.toBe('')
  }
  for (const host of ['a.localhost', 'metadata.google.internal']) {
    const ran = await hosts('allow', host)
    expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('never fetched from there')])
  }
  const open = await hosts('allow', '8.8.8.8')
  expect(open.stderr).toMatch(/8\.8\.8\.8 is public/)
  expect(open.lines).toEqual([{ ...line, allowed: [] }])
})

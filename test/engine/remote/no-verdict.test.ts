import { describe, expect, it } from 'vitest'
import { noVerdict, operationNames, operations } from './support/operations.ts'
import { json, raw, type Script, scriptedServer, serviceAt } from './support/server.ts'

const html = '<!doctype html><title>Gateway</title>'
const whole = '{"success":true,"generationId":"gen-1","status":"completed","imageUrl":"https://m.test/1.png"}'

const answers: [string, Script][] = [
  ['200 without a body', raw(200, '')],
  ['200 with HTML', raw(200, html, { 'content-type': 'text/html' })],
  ['200 with JSON that stops in the middle', raw(200, whole.slice(0, 60))],
  ['200 that says success: false', json(200, { success: false })],
  ['200 that says success: false and failed', json(200, { success: false, status: 'failed', error: 'try later' })],
  [
    '200 with members of wrong types',
    json(200, { success: 'yes', generationId: 7, status: 3, items: 'none', imageUrl: 1 }),
  ],
  ['200 with nothing in it', json(200, {})],
  ['200 with null', json(200, null)],
  ['200 with a list', json(200, [whole])],
  ['200 with a number too large for JSON', raw(200, whole.replace('}', ',"creditsUsed":1e999}').slice(0, -2))],
  ['201 with HTML', raw(201, html)],
  ['302 to somewhere', raw(302, '', { location: '/elsewhere' })],
  ['400 without a word', raw(400, '')],
  ['402 with HTML', raw(402, html)],
  ['409 with a code that is not documented', json(409, { success: false, error: 'no', code: 'new_code' })],
  ['418', json(418, { error: 'a teapot' })],
  ['500', json(500, { success: false, error: 'internal' })],
  ['502 with HTML', raw(502, html)],
  ['503', json(503, { error: 'busy' })],
  ['503 request_interrupted', json(503, { error: 'x', code: 'request_interrupted' })],
]

describe.each(operationNames)('%s', (name) => {
  it.each(answers)(
    'takes %s for no verdict: neither failed nor free (O60, O113, O114, O118, O132, O133, O135, A29, A30)',
    async (_, script) => {
      const server = await scriptedServer(script)
      const outcome = await operations[name](serviceAt(server.url))
      // A receipt without anything in it is a reservation at best: asked for again, and no permission to send.
      const isReservation = outcome.type === 'inProgress' && 'mayResubmit' in outcome && !outcome.mayResubmit
      expect(isReservation ? 'unreachable' : outcome.type).toBe(noVerdict[name])
      expect(server.seen).toHaveLength(1)
    },
  )
})

describe('an answer of something on the way', () => {
  it.each([404, 410])('%i without the service’s words settles no order (O64, O125, O130, A25)', async (status) => {
    const server = await scriptedServer(raw(status, html, { 'content-type': 'text/html' }))
    for (const name of ['submit', 'run', 'lookUp', 'skillLookUp'] as const)
      expect((await operations[name](serviceAt(server.url))).type, name).toBe(noVerdict[name])
  })

  it.each([401, 403])('%i without the service’s words, as of a gate, ends nothing (A29, A30, A36)', async (status) => {
    const server = await scriptedServer(raw(status, html, { 'content-type': 'text/html' }))
    for (const name of operationNames)
      expect((await operations[name](serviceAt(server.url))).type, name).toBe(noVerdict[name])
  })

  it('an answer larger than any of the service’s is not read to its end', async () => {
    const server = await scriptedServer(raw(200, `{"generationId":"a","x":"${'x'.repeat(9 * 2 ** 20)}"}`))
    expect((await operations.submit(serviceAt(server.url))).type).toBe('unknown')
  })

  it('its words are fit for a terminal and hold no key (A33, O136)', async () => {
    const server = await scriptedServer(json(500, { error: `\u001b[31mkey svc_sk_abc \u202e no\n${'x'.repeat(900)}` }))
    const outcome = await operations.submit(serviceAt(server.url))
    const reason = 'reason' in outcome ? outcome.reason : ''
    expect(reason).toContain('svc_sk_…')
    expect(reason).not.toMatch(/svc_sk_abc|[\p{Cc}\p{Cf}]/u)
    expect(reason.length).toBeLessThan(600)
  })
})

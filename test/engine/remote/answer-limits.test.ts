import { describe, expect, it } from 'vitest'
import { isWithinLimits, jobLimits, listLimits } from '../../../src/engine/remote/answer-limits.ts'
import { json, raw, scriptedServer, serviceAt } from './support/server.ts'

const many = (text: string, megabytes: number): string =>
  `[${Array.from({ length: (megabytes * 1024 * 1024) / (text.length + 1) - 2 }, () => text).join(',')}]`

describe('an answer of more than it can be', () => {
  it('is told by its values and depth before it is read, whatever stands in texts (W10)', () => {
    const small = { bytes: 1000, values: 5, depth: 3 }
    const within = (text: string): boolean => isWithinLimits(Buffer.from(text), small)
    expect(within('{"a":[1,2,{}]}')).toBe(true)
    expect(within('[1,2,3,4,5,6]')).toBe(false)
    expect(within('[[[[]]]]')).toBe(false)
    expect(within('["[[[[[[,,,,,,,,{{{{\\"[[[[,,,,"]')).toBe(true)
    expect(within('["\\\\",[],[]]')).toBe(true)
    expect(within('["\\\\",1,2,3,4,5,6]')).toBe(false)
  })

  it.each(['{}', '[]', '""', '{"a":[]}'])(
    'is not read at all where it is 8 MB, or 1 MB, of %s, and takes no time (W10)',
    async (text) => {
      const server = await scriptedServer()
      const service = serviceAt(server.url)
      for (const megabytes of [8, 1]) {
        const body = many(text, megabytes)
        server.answer(
          raw(200, `{"generationId":"g","status":"completed","imageUrl":"https://a.example/x","more":${body}}`),
        )
        const before = process.threadCpuUsage()
        const unread = 'The answer of the service could not be read.'
        expect(await service.submitGeneration(Buffer.from('{}'))).toMatchObject({ type: 'unknown', reason: unread })
        expect(await service.lookUpGeneration('x')).toMatchObject({ type: 'unreachable', reason: unread })
        expect(await service.runSkill('s', Buffer.from('{}'))).toMatchObject({ type: 'unknown', reason: unread })
        expect(await service.lookUpSkill('s', 'x')).toMatchObject({ type: 'unreachable', reason: unread })
        expect((await service.generationStatus('g')).type).toBe('unreachable')
        expect((await service.uploadAddress('https://a.example/x', 'reference')).type).toBe('later')
        expect((await service.readPublic('/api/models')).type).toBe('failed')
        // Seven answers took 2.5 s each; the work is that of the server here too, which sends them.
        const { user, system } = process.threadCpuUsage(before)
        expect((user + system) / 1000, 'milliseconds of work').toBeLessThan(5000)
      }
    },
  )

  it('is never taken for a no, for failed or for free (W10)', async () => {
    const server = await scriptedServer()
    const service = serviceAt(server.url)
    const blown = { status: 'failed', creditsStatus: 'refunded', error: 'no', code: 'idempotency_conflict' }
    for (const status of [200, 400, 402, 403, 404, 409, 410, 413, 422, 500, 503]) {
      server.answer(json(status, { ...blown, more: Array.from({ length: jobLimits.values + 1 }, () => 0) }))
      expect((await service.submitGeneration(Buffer.from('{}'))).type).toBe('unknown')
      expect((await service.runSkill('s', Buffer.from('{}'))).type).toBe('unknown')
      expect((await service.lookUpGeneration('x')).type).toBe('unreachable')
      expect((await service.lookUpSkill('s', 'x')).type).toBe('unreachable')
    }
  })

  it('is far above what the document shows: a set with its candidates, a list of thousands of models (W10)', async () => {
    const server = await scriptedServer()
    const service = serviceAt(server.url)
    const imageUrls = Array.from({ length: 1000 }, (_, i) => `https://media.example/${i}?${'s'.repeat(200)}`)
    server.answer(json(200, { generationId: 'g', status: 'completed', mediaType: 'image', imageUrls }))
    const seen = await service.lookUpGeneration('x')
    expect(seen.type === 'found' && seen.acceptance.jobs[0]?.urls).toHaveLength(1000)
    const model = { id: 'm', name: 'Model', extra_config: { pricingPerSec: { fast: { '720p': 1 } }, more: [1, 2, 3] } }
    const models = Array.from({ length: 5000 }, () => model)
    server.answer(json(200, { models }))
    expect(Buffer.byteLength(JSON.stringify({ models }))).toBeLessThan(listLimits.bytes)
    expect((await service.readPublic('/api/models')).type).toBe('body')
  })
})

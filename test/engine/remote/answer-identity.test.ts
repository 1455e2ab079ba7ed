import { expect, it } from 'vitest'
import { type Operation, operations } from './support/operations.ts'
import { json, scriptedServer, serviceAt } from './support/server.ts'

const mine = '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01'
const other = '9d1f0c11-0000-4000-8000-5a6f3f1f2a99'
const picture = { status: 'completed', mediaType: 'image', imageUrls: ['https://media.test/theirs.png'] }
const refund = { status: 'failed', error: 'x', creditsUsed: 7, creditsStatus: 'refunded' }
const missing = { success: false, error: 'No such request.', code: 'request_not_found' }

/** What is answered about another order, where mine was asked for. */
const ofAnother: [Operation, string, number, object][] = [
  ['status', 'a picture', 200, { jobId: 'gen-2', ...picture }],
  ['status', 'a refund', 200, { jobId: 'gen-2', ...refund }],
  ['status', 'a picture, by the name of a submission', 200, { generationId: 'gen-2', ...picture }],
  ['lookUp', 'a picture', 200, { requestId: other, generationId: 'gen-2', ...picture }],
  ['lookUp', 'a refund', 200, { requestId: other, generationId: 'gen-1', ...refund }],
  ['lookUp', 'that there is none', 404, { requestId: other, ...missing }],
  [
    'lookUp',
    'that it is gone',
    410,
    { requestId: other, success: false, code: 'generation_unavailable', error: 'Gone.' },
  ],
  ['skillLookUp', 'a picture', 200, { requestId: other, items: [{ generationId: 'gen-2', ...picture }] }],
  ['skillLookUp', 'a failure', 200, { requestId: other, status: 'failed', items: [{ generationId: 'g', ...refund }] }],
  ['skillLookUp', 'that there is none', 404, { requestId: other, ...missing }],
  ['skillStatus', 'a picture', 200, { requestId: other, items: [{ generationId: 'gen-2', ...picture }] }],
]

it.each(ofAnother)(
  '%s: %s of another order is no answer about this one (M15, I5, I6, I7)',
  async (operation, _, status, body) => {
    const server = await scriptedServer(json(status, body))
    expect(await operations[operation](serviceAt(server.url))).toMatchObject({
      type: 'unreachable',
      reason: 'The service answered about another order.',
    })
  },
)

it.each<[Operation, object]>([
  ['status', { jobId: 'gen-1', ...picture }],
  ['status', { generationId: 'internal', jobId: 'gen-1', ...picture }],
  ['status', picture],
  ['lookUp', { requestId: mine.toUpperCase(), generationId: 'gen-9', ...picture }],
  ['lookUp', { generationId: 'gen-9', ...picture }],
  ['skillLookUp', { requestId: mine, items: [{ generationId: 'gen-9', ...picture }] }],
])('%s: an answer that names this one, or nobody, is about this one (A13): %j', async (operation, body) => {
  const server = await scriptedServer(json(200, body))
  expect((await operations[operation](serviceAt(server.url))).type).toMatch(/^(job|found)$/)
})

it('a limit is heard of whomever it speaks (A12)', async () => {
  const server = await scriptedServer(json(429, { requestId: other, error: 'Slow down.', retryAfterSeconds: 9 }))
  expect(await operations.lookUp(serviceAt(server.url))).toMatchObject({ type: 'unreachable', afterMs: 9000 })
})

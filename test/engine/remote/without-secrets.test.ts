import { describe, expect, it } from 'vitest'
import { isRecord, type Json } from '../../../src/domain/json.ts'
import { holdsSecret, withoutSecrets } from '../../../src/engine/remote/without-secrets.ts'
import { canariesIn, forms } from '../../support/canary.ts'
import { inThreadTime } from '../../support/thread-time.ts'
import { operations } from './support/operations.ts'
import { json, key, scriptedServer, serviceAt } from './support/server.ts'

const odd = `svc_sk_${'a+/.*$~"'.repeat(4)}`
const found = (value: unknown, secret: string): string[] =>
  canariesIn('answer', Buffer.from(JSON.stringify(value)), [secret])

describe('the key in an answer', () => {
  it.each(Object.keys(forms) as (keyof typeof forms)[])('is taken out where it stands as %s (W5)', (name) => {
    for (const secret of [key, odd])
      for (const form of forms[name](secret)) {
        const text = typeof form === 'string' ? form : form.toString('utf8')
        const answer = { generationId: text, deep: [{ [text]: `before ${text} after` }] }
        const cleaned = withoutSecrets(answer, [secret])
        expect(JSON.stringify(cleaned)).not.toContain(JSON.stringify(text).slice(1, -1))
        expect(found(cleaned, secret)).toEqual([])
      }
  })

  it('is taken out of base64 at any place, with what is around it (W5)', () => {
    for (const before of ['', 'a', 'ab', 'abc'])
      for (const alphabet of ['base64', 'base64url'] as const) {
        const packed = Buffer.from(`${before}Bearer ${odd} and more`).toString(alphabet)
        const cleaned = withoutSecrets([packed], [odd])
        expect(Buffer.from(String((cleaned as Json[])[0]), alphabet).toString()).not.toContain(odd.slice(8, 24))
        expect(found(cleaned, odd)).toEqual([])
      }
  })

  it('is taken out where it is mixed of ways to write it (W5)', () => {
    const mixed = [...key].map((c, i) =>
      i % 3 === 0 ? `%${c.charCodeAt(0).toString(16)}` : i % 3 === 1 ? `%25${c.charCodeAt(0).toString(16)}` : c,
    )
    expect(withoutSecrets({ error: `x${mixed.join('')}y` }, [key])).toEqual({ error: 'xsvc_sk_…y' })
  })

  it('leaves every other word as it is (W5)', () => {
    const answer = { a: 'svc_sk_', b: ['completed', 5, true, null], c: { url: 'https://x.example/a%20b?c=d+e' } }
    expect(withoutSecrets(answer, [key, 'short'])).toEqual(answer)
  })
})

/** An answer of every member that any endpoint reads, each of them the key. */
const said = {
  success: true,
  status: `completed ${key}`,
  generationId: key,
  jobId: key,
  requestId: key,
  modelId: key,
  aspectRatio: key,
  mediaType: key,
  imageUrl: `https://media.example/${key}`,
  imageUrls: [`https://media.example/${key}`, key],
  videoUrl: key,
  failureCode: key,
  creditsStatus: key,
  submissionStatus: key,
  retryParameters: { [key]: key },
  submission: { generationId: key, error: key },
  items: [{ generationId: key, module: key, status: key, imageUrls: [key], error: key, creditsStatus: key }],
  error: key,
  message: key,
  code: key,
  supportedRatios: [key],
  creditsUsed: key,
  credits: { purchased: key, [key]: 5 },
  models: [{ id: key, name: key, extra_config: { [key]: key } }],
  data: { id: key, text: key, media_urls: [key] },
}

describe('every endpoint', () => {
  it('hands over nothing of a key that its answer repeats in every member (W5)', async () => {
    const server = await scriptedServer()
    const service = serviceAt(server.url)
    for (const status of [200, 201, 400, 401, 402, 404, 409, 410, 429, 503])
      for (const body of [said, { error: said.error }, { ...said, status: 'completed' }, { ...said, success: false }]) {
        server.answer(json(status, body))
        const outcomes: unknown[] = await Promise.all(Object.values(operations).map((run) => run(service)))
        outcomes.push(await service.readPublic('/api/models'), await service.checkKey(key))
        outcomes.push(await service.account(key, 'GET', '/api/tokens'))
        for (const outcome of outcomes) {
          expect(isRecord(outcome as Json)).toBe(true)
          expect(found(outcome, key)).toEqual([])
        }
      }
    expect(server.seen.length).toBeGreaterThan(100)
  })
})

it('what a hostile text repeats is read once: no run of NULs, backslashes or beginnings of the key holds the engine up (W4, W5)', () => {
  for (const run of ['\0', '\\', '%', 's', 'sv', 's\0', '\\u0073'])
    expect(inThreadTime(2000, () => holdsSecret({ text: run.repeat(400_000) }, [key]))).toBe(false)
})

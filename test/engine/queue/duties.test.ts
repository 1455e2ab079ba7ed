import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { receiptsFor } from '../../../src/engine/quoting/approve.ts'
import { QuoteService } from '../../../src/engine/quoting/quote-service.ts'
import { disc } from '../../practice/support/images.ts'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { newFolder } from '../../support/folders.ts'
import { chargesOf, newRig, postsOf, type Rig, scale } from './support/rig.ts'

interface PracticeState {
  endpoints: Record<string, number>
  posts: { path: string; requestId: string | null }[]
}

describe('what a client owes the service', () => {
  let practice: Client
  let rig: Rig
  const state = async (): Promise<PracticeState> =>
    (await fetch(`${practice.practice.control}/state`)).json() as Promise<PracticeState>

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    rig = await newRig(practice)
    rig.engine.driver.start()
  })

  const orderUpscale = async (): Promise<string> => {
    const file = join(newFolder(), 'disc.png')
    writeFileSync(file, await disc())
    const quote = await rig.calls['quote.skill']({ skill: 'upscale', files: [file] })
    expect(quote.problems).toEqual([])
    const { requestIds } = await rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
    return requestIds[0] ?? ''
  }

  it('a stored body keeps the model id it was approved with, a predecessor too (O4, O47)', async () => {
    const { models } = await rig.calls['catalogue.models']({})
    const draft = {
      kind: 'generation' as const,
      modelName: 'Sumire',
      mediaType: 'image',
      skill: '',
      fields: { prompt: 'a lake', modelId: 'sumire-6r9', aspectRatio: '1:1' },
      pictures: [],
      // Its number is on no list any more, so nobody can read its price: it was accepted as such.
      quote: { price: 'unknown' as const, credits: null, lines: [], pricesReadAtMs: Date.now() },
    }
    expect(models.map((model) => model.id)).not.toContain('sumire-6r9')
    const consent = {
      atMs: Date.now(),
      by: 'terminal' as const,
      origin: rig.engine.origin,
      keyFingerprint: rig.engine.key.fingerprint,
    }
    const steps = await receiptsFor([draft], consent, rig.engine.images.files)
    rig.engine.store.receipts.save(steps)
    rig.engine.driver.added()
    const id = steps[0]?.after.id ?? ''
    const view = await rig.ended(id)
    expect(view.state).toBe('completed')
    const body = rig.engine.store.receipts
      .get(id)
      ?.body?.parts.map((part) => ('text' in part ? part.text : ''))
      .join('')
    expect(JSON.parse(body ?? '{}')).toMatchObject({ modelId: 'sumire-6r9' })
  })

  it('a balance is a snapshot with its moment, and daily credits stand apart from those a key can spend (O7, O8)', async () => {
    expect(rig.engine.status().balance).toBeNull()
    const before = Date.now()
    await rig.ended(await rig.orderPicture())
    const balance = rig.engine.status().balance
    expect(balance).toMatchObject({ purchased: 994, daily: 20, unlimited: false })
    expect(Date.parse(balance?.asOf ?? '')).toBeGreaterThanOrEqual(before)
  })

  it('a failed upload has no receipt: no status is asked for, and nothing was charged (O88, O89)', async () => {
    await practice.faults({
      match: { method: 'POST', path: '/api/skills/upload' },
      fault: 'status',
      status: 422,
      times: 1,
    })
    const id = await rig.orderCutout()
    const view = await rig.ended(id)
    expect(view).toMatchObject({ state: 'rejected', creditsUsed: null })
    expect(view.error).toMatch(/Nothing was charged/)
    const { endpoints, posts } = await state()
    expect(Object.keys(endpoints).filter((name) => name.includes('/api/skills/status'))).toEqual([])
    expect(posts).toEqual([])
  })

  it('an upload that cannot be taken now is tried again, and the run happens once (O89, O113)', async () => {
    await practice.faults({
      match: { method: 'POST', path: '/api/skills/upload' },
      fault: 'status',
      status: 503,
      times: 2,
    })
    const id = await rig.orderCutout()
    expect((await rig.ended(id)).state).toBe('completed')
    expect(await chargesOf(practice, id)).toEqual([2])
  })

  it('counts uploads and says when a batch goes past the daily limit, without stopping it (O90, A24)', async () => {
    await rig.ended(await rig.orderCutout())
    const { keyValues } = rig.engine.store
    expect(keyValues.uploadsSince(rig.engine.origin, 0)).toBe(1)
    expect(keyValues.uploadsSince('https://other.example', 0)).toBe(0)
    for (let n = 0; n < 999; n += 1)
      keyValues.recordUpload({
        origin: rig.engine.origin,
        requestId: 'x',
        sha256: 'x',
        purpose: 'reference',
        imageUrl: 'x',
        atMs: Date.now(),
      })
    const file = join(newFolder(), 'disc.png')
    writeFileSync(file, await disc())
    const quote = await new QuoteService(rig.engine).skill({ skill: 'remove-bg', files: [file] })
    expect(quote.problems).toEqual([])
    expect(quote.notes.join(' ')).toMatch(/1000 uploads a day/)
  })

  it.each([503, 500])(
    'an upscale that is answered %i is looked up and recovered under the same number and bytes (O113, O114, O118)',
    async (status) => {
      await practice.faults({
        match: { method: 'POST', path: '/api/skills/upscale/run' },
        fault: 'status',
        status,
        times: 1,
      })
      const id = await orderUpscale()
      const view = await rig.ended(id)
      expect(view).toMatchObject({ id, state: 'completed' })
      expect(await chargesOf(practice, id)).toEqual([view.creditsUsed])
      expect(new Set(await postsOf(practice, id)).size).toBe(1)
    },
  )

  it('an interrupted Skill goes out again as its receipt allows: the same bytes, no second upload (O119, O120, A17)', async () => {
    await practice.faults({
      match: { method: 'POST', path: '/api/skills/upscale/run' },
      fault: 'interrupted',
      times: 1,
    })
    const id = await orderUpscale()
    const view = await rig.ended(id)
    expect(view.state).toBe('completed')
    expect(await chargesOf(practice, id)).toEqual([view.creditsUsed])
    const posts = await postsOf(practice, id)
    expect(posts.length).toBeGreaterThan(1)
    expect(new Set(posts).size).toBe(1)
    expect((await state()).endpoints['POST /api/skills/upload']).toBe(1)
  })

  it('a listed model may still ask for credits that are not there: nothing charged, a person is asked (O61, A34)', async () => {
    await fetch(`${practice.practice.control}/state`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ balances: { acc_a: { purchased: 0 } } }),
    })
    const id = await rig.orderPicture()
    const view = await rig.until(id, (seen) => seen.state === 'needs-decision')
    expect(view.decision?.question).toMatch(/Nothing was charged/)
    expect(view.decision?.choices.map((choice) => choice.id)).toEqual(['send-again', 'leave'])
    expect(await chargesOf(practice, id)).toEqual([])
  })

  it('an order paid with free credits of a session is not found with a key, so it is never adopted (O51)', async () => {
    const requestId = crypto.randomUUID()
    const { models } = await rig.calls['catalogue.models']({ media: 'image' })
    const cheapest = models.reduce((a, b) => ((a.nominalCredits ?? 0) <= (b.nominalCredits ?? 0) ? a : b))
    const answer = await fetch(`${practice.practice.url}/api/generate/v2`, {
      method: 'POST',
      headers: { authorization: `Bearer ${practice.practice.sessionToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a lake', modelId: cheapest.id, aspectRatio: 'auto', idempotencyKey: requestId }),
    })
    expect(answer.status).toBe(200)
    expect(await rig.engine.service.lookUpGeneration(requestId)).toEqual({ type: 'missing' })
  })

  it('an order that the service remembers without its inputs is found and not sent again (O55, O59)', async () => {
    await practice.faults({ match: { method: 'POST', path: '/api/generate/v2' }, fault: 'lost-after', times: 1 })
    const id = await rig.orderPicture()
    await rig.until(id, (view) => view.state === 'uncertain' || view.state === 'running')
    await fetch(`${practice.practice.control}/state`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ legacy: [id] }),
    })
    const view = await rig.ended(id)
    expect(view.state).toBe('completed')
    expect(await chargesOf(practice, id)).toEqual([view.creditsUsed])
    expect(await postsOf(practice, id)).toHaveLength(1)
  })

  it('what waited long for its place is prepared again before it is paid, uploads too (A15)', async () => {
    // Both places for sending are taken by answers that come late; prepared requests wait behind them.
    const late = await startPractice({ timeScale: scale })
    const slow = await newRig(late, { timeScale: 1000 })
    await late.faults({ match: { method: 'POST', path: '/api/generate/v2' }, fault: 'slow', delayMs: 1500, times: 2 })
    slow.engine.driver.start()
    const first = [await slow.orderPicture('one'), await slow.orderPicture('two')]
    const waiting = await slow.orderCutout()
    expect((await slow.ended(waiting)).state).toBe('completed')
    for (const id of first) expect((await slow.ended(id)).state).toBe('completed')
    const { endpoints } = (await (await fetch(`${late.practice.control}/state`)).json()) as PracticeState
    expect(endpoints['POST /api/skills/upload']).toBeGreaterThan(1)
    expect(await chargesOf(late, waiting)).toEqual([2])
  })
})

import { describe, expect, it } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import type { PollOutcome } from '../../../src/domain/request/outcomes.ts'
import { toRequestView } from '../../../src/engine/views/request-view.ts'
import { engineAt } from '../../support/engine-at.ts'
import { day, hour, play, polled, running, t0, timing } from '../../support/receipts.ts'
import { StrangeService } from '../../support/strange-service.ts'

const unreachable: PollOutcome = { type: 'unreachable', reason: 'The network is away.', afterMs: null }

describe('an accepted order for which nobody answers', () => {
  it('is told by since when the service has not answered, and that it may be finished (O21, I9)', async () => {
    const strange = new StrangeService()
    await strange.open()
    const entry = { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }
    strange.models = [{ entry, charge: () => 8 }]
    strange.instead = ({ path }) => (/\/status\//.test(path) ? { status: 502, body: {} } : null)
    const at = await engineAt(strange.base, strange.key, { timeScale: 10 })
    const said: RequestView[] = []
    at.engine.listen('requestChanged', (view) => said.push(view))
    at.engine.driver.start()
    const [id = ''] = await at.approve(await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' }))
    await at.until(id, () => said.filter(({ running }) => running?.isUnseen).length > 2)
    const words =
      /^The service has not answered since \d\d:\d\d\. It may be finished by now; Printroom keeps checking\.$/
    for (const { now } of said.filter(({ running }) => running?.isUnseen)) expect(now).toMatch(words)
    expect((await at.calls['requests.receipt']({ id })).request.now).toMatch(words)
  })

  const viewed = (outcomes: PollOutcome[], nowMs: number, words?: string): string => {
    const { receipt } = play(running(), ...outcomes.map((outcome) => polled(outcome)))
    const next = receipt.next === null || words === undefined ? receipt.next : { ...receipt.next, words }
    return toRequestView({ receipt: { ...receipt, next }, activity: null, assets: [], timing, nowMs }).now
  }

  it('names the day where it is not today, and no moment that is to come (O21)', () => {
    expect(viewed([unreachable], t0 + 2 * day)).toMatch(/ since Tuesday, \d\d:\d\d\./)
    expect(viewed([unreachable, unreachable], t0 + 30 * day)).toMatch(/ since 3 November, \d\d:\d\d\./)
    expect(viewed([unreachable], t0 - hour)).toMatch(/^The service has not answered\. /)
  })

  it('counts from the first of the looks in a row to which nobody answered (O21)', () => {
    const at = (atMs: number, outcome: PollOutcome) => ({ ...polled(outcome), atMs })
    const missing: PollOutcome = { type: 'missing', httpStatus: 404 }
    const sinceMs = (...outcomes: PollOutcome[]) =>
      play(running(), ...outcomes.map((outcome, n) => at(t0 + n * hour, outcome))).receipt.unheard?.sinceMs
    expect(sinceMs(unreachable, unreachable, unreachable)).toBe(t0)
    expect(sinceMs(unreachable, missing, unreachable)).toBe(t0 + 2 * hour)
    expect(sinceMs(unreachable, missing)).toBeUndefined()
  })

  it('is not said to be unanswered where nobody was asked, or the service has answered (O21)', () => {
    const keyless: PollOutcome = { ...unreachable, isKeyless: true }
    expect(viewed([keyless], t0)).toMatch(/^Not checked since \d\d:\d\d: no key is set\. It may be finished by now\.$/)
    expect(viewed([{ type: 'missing', httpStatus: 404 }], t0)).toBe('The service is making it.')
    expect(
      viewed([unreachable], t0, 'The service asked to be left alone until 14:02; the service is not answering'),
    ).toMatch(/^The service has not answered since/)
  })
})

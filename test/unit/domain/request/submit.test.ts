import { describe, expect, it } from 'vitest'
import type { RefusalReason } from '../../../../src/domain/request/outcomes.ts'
import {
  accepted,
  bodyOf,
  found,
  hour,
  jobOf,
  lookedUp,
  madeJob,
  play,
  polled,
  ready,
  receiptOf,
  running,
  second,
  submitted,
  t0,
  timing,
  uncertain,
} from '../../../support/receipts.ts'

const refused = (reason: RefusalReason, message = 'no') =>
  submitted({ type: 'refused', reason, httpStatus: 400, code: null, message })

describe('before the paid POST', () => {
  it('sends only after the body is in the receipt (I1, O46, O47, O96)', () => {
    const step = play(receiptOf(), { type: 'bodyWritten', atMs: t0, body: bodyOf(), preparation: [] })
    expect(step.receipt).toMatchObject({ phase: 'ready', body: bodyOf(), firstSentAtMs: t0, sentTimes: 0 })
    expect(step.effect).toEqual({ do: 'submit', afterMs: 0 })
  })

  it('keeps the first body when a second one is offered (I4)', () => {
    const step = play(ready(), { type: 'bodyWritten', atMs: t0, body: bodyOf('other'), preparation: [] })
    expect(step.receipt.body).toEqual(bodyOf())
    expect(step.effect).toBeNull()
  })

  it('ends as rejected, nothing charged and no status asked for, when preparation refuses a picture (O88)', () => {
    const step = play(receiptOf(), { type: 'preparationRefused', atMs: t0, message: 'too large. Nothing was charged.' })
    expect(step.receipt).toMatchObject({ phase: 'rejected', error: 'too large. Nothing was charged.' })
    expect(step.effect).toBeNull()
  })

  it('waits the longer of its own pause and the one asked for when an upload has to wait (O89, A5)', () => {
    const delayed = (afterMs: number | null) =>
      play(receiptOf(), { type: 'preparationDelayed', atMs: t0, reason: 'later', afterMs }).effect
    expect(delayed(90 * second)).toEqual({ do: 'prepare', afterMs: 90 * second })
    expect(delayed(null)).toEqual({ do: 'prepare', afterMs: timing.backOffMs })
  })

  it('asks a person when the upload needs credits, and goes on with preparing afterwards (O87)', () => {
    const asked = play(receiptOf(), { type: 'preparationNeedsPerson', atMs: t0, kind: 'credits', message: 'top up' })
    expect(asked.receipt).toMatchObject({
      phase: 'needs-decision',
      decision: { kind: 'credits', mayHaveCharged: false },
    })
    const on = play(asked.receipt, { type: 'decided', choice: 'try-again', atMs: t0 })
    expect(on.effect).toEqual({ do: 'prepare', afterMs: 0 })
  })
})

describe('an accepted submission', () => {
  it('keeps job, credits, model and ratio of the answer apart from later figures (O2, O6, A38)', () => {
    const answer = accepted([jobOf()], { creditsUsed: 9, modelId: 'm', aspectRatio: '4:5' })
    const step = play(ready(), submitted(answer, t0 + second))
    expect(step.receipt).toMatchObject({
      phase: 'running',
      acceptedAtMs: t0 + second,
      sentTimes: 1,
      creditsUsed: 9,
      accepted: { creditsUsed: 9, modelId: 'm', aspectRatio: '4:5' },
    })
    expect(step.receipt.jobs[0]?.generationId).toBe('gen-1')
  })

  it('polls a generation after 3 seconds and a Skill after 10 (O24, O25, O97)', () => {
    expect(play(ready(), submitted(accepted())).effect).toEqual({ do: 'poll', afterMs: 3 * second })
    const skill = ready({ order: { kind: 'skill', skill: 's', fields: {}, pictures: [] } })
    expect(play(skill, submitted(accepted())).effect).toEqual({ do: 'poll', afterMs: 10 * second })
  })

  it('brings a result home that came with the answer (O98)', () => {
    const step = play(ready(), submitted(accepted([madeJob()])))
    expect(step.receipt.phase).toBe('downloading')
    expect(step.effect).toEqual({ do: 'bringHome', afterMs: 0, jobIndex: 0, outputIndex: 0 })
  })

  it('says so when the service had the request already (O122)', () => {
    const { timeline } = play(ready(), submitted(accepted([jobOf()], { deduped: true })))
    expect(timeline.at(-1)?.detail).toContain('did not start it twice')
  })
})

describe('a refused submission', () => {
  it.each([
    ['input', 'rejected', []],
    ['credits', 'needs-decision', ['send-again', 'leave']],
    ['key', 'needs-decision', ['new-order', 'leave']],
    ['conflict', 'needs-decision', ['look-again', 'leave']],
    ['collision', 'needs-decision', ['new-order', 'leave']],
    ['price-changed', 'needs-decision', ['try-again', 'leave']],
    ['resize-required', 'needs-decision', ['accept-resize', 'leave']],
  ] as const)(
    'for %s ends in %s and sends nothing by itself (O61, O62, O63, O111, O112, O126, O127, O128, O129, O133, A2)',
    (reason, phase, choices) => {
      const step = play(ready(), refused(reason))
      expect(step.receipt.phase).toBe(phase)
      expect(step.receipt.decision?.choices.map((c) => c.id) ?? []).toEqual(choices)
      expect(step.effect).toBeNull()
      expect(step.receipt.id).toBe(ready().id)
    },
  )

  it('repeats the service’s words and says that nothing was charged (O17, O131)', () => {
    const step = play(ready(), refused('credits', 'Needed: 8; there: 2.'))
    expect(step.receipt.decision?.question).toContain('Needed: 8; there: 2.')
    expect(step.receipt.decision?.question).toContain('Nothing was charged.')
  })

  it('does not say that nothing was charged on a collision after an earlier send (A2, A35, O129)', () => {
    const step = play(ready({ sentTimes: 1 }), refused('collision'))
    expect(step.receipt.decision).toMatchObject({ mayHaveCharged: true })
    expect(step.receipt.decision?.question).not.toContain('Nothing was charged')
    expect(step.receipt.decision?.choices.map((c) => c.id)).not.toContain('new-order')
  })

  it('does not rule out a charge under the number when it stands there with other contents (O128)', () => {
    const step = play(ready(), refused('conflict'))
    expect(step.receipt.decision?.mayHaveCharged).toBe(true)
    const left = play(step.receipt, { type: 'decided', choice: 'leave', atMs: t0 })
    expect(left.receipt.error).not.toContain('Nothing was charged')
  })
})

describe('a price that is not the accepted one', () => {
  const changed = (quotedCredits: number | null) =>
    play(
      ready(),
      submitted({ type: 'refused', reason: 'price-changed', httpStatus: 409, code: null, message: '', quotedCredits }),
    ).receipt

  it('is shown old and new, and accepted it is a new order (O110, O112, O133, A19, I2)', () => {
    expect(changed(12).decision).toMatchObject({ kind: 'price', mayHaveCharged: false, price: { from: 8, to: 12 } })
    expect(changed(12).decision?.choices.map((c) => [c.id, c.credits])).toEqual([
      ['accept-price', 12],
      ['leave', null],
    ])
    const step = play(changed(12), { type: 'decided', choice: 'accept-price', atMs: t0 })
    expect(step.receipt).toMatchObject({ phase: 'rejected', quote: { credits: 8 } })
    expect(step.effect).toBeNull()
  })

  it('cannot be accepted where the service does not name it (O71)', () => {
    expect(changed(null).decision?.choices.map((c) => c.id)).toEqual(['try-again', 'leave'])
  })

  it('found before sending goes on under the same number once it is accepted, with that consent (O2, I1, I2)', () => {
    const asked = play(receiptOf(), { type: 'priceRose', atMs: t0, credits: 12 })
    expect(asked.receipt).toMatchObject({ phase: 'needs-decision', decision: { price: { from: 8, to: 12 } } })
    expect(asked.effect).toBeNull()
    const step = play(asked.receipt, { type: 'decided', choice: 'accept-price', atMs: t0 + second })
    expect(step.receipt).toMatchObject({
      id: receiptOf().id,
      phase: 'approved',
      quote: { price: 'known', credits: 12, pricesReadAtMs: t0 },
      consent: { credits: 12, atMs: t0 + second },
    })
    expect(step.effect).toEqual({ do: 'prepare', afterMs: 0 })
  })

  it('that rises while a written body waits is asked about before it leaves, also where an earlier send may stand (O112, M1)', () => {
    const rose = { type: 'priceRose' as const, atMs: t0, credits: 12 }
    expect(play(ready(), rose).receipt.decision).toMatchObject({ kind: 'price', mayHaveCharged: false })
    expect(play(ready({ sentTimes: 1 }), rose).receipt.decision).toMatchObject({ kind: 'price', mayHaveCharged: true })
  })

  it('that vanished cannot be accepted, and is tried again or left (O71)', () => {
    const { receipt } = play(receiptOf(), { type: 'priceRose', atMs: t0, credits: null })
    expect(receipt.decision?.choices.map((c) => c.id)).toEqual(['try-again', 'leave'])
    expect(play(receipt, { type: 'decided', choice: 'try-again', atMs: t0 }).effect?.do).toBe('prepare')
  })
})

describe('a submission without a verdict', () => {
  it('looks after the asked pause on a limit, however short, and only then sends the same request again (O66, O131, A6, A23)', () => {
    const step = play(ready(), submitted({ type: 'limited', afterMs: 20 * second, message: 'slow down' }))
    expect(step.receipt).toMatchObject({ phase: 'uncertain', sentTimes: 1 })
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: 20 * second })
    expect(step.receipt.sendPause).toEqual({ untilMs: t0 + 20 * second, forMs: 20 * second })
    const again = play(step.receipt, lookedUp({ type: 'missing' }, t0 + 20 * second))
    expect(again.receipt).toMatchObject({ phase: 'ready', id: step.receipt.id, body: step.receipt.body })
    expect(again.effect).toEqual({ do: 'submit', afterMs: 0 })
    const stands = play(step.receipt, lookedUp(found([jobOf()]), t0 + 20 * second))
    expect(stands).toMatchObject({ receipt: { phase: 'running', sentTimes: 1 }, effect: { do: 'poll' } })
  })

  it('keeps in mind over a restart that nothing of it was started where it was told to wait for long (O66, O131, A7)', () => {
    const step = play(ready(), submitted({ type: 'limited', afterMs: 5 * hour, message: 'tomorrow' }))
    expect(step.receipt).toMatchObject({ phase: 'uncertain', sentTimes: 1, settled: true })
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: 5 * hour })
    const again = play(step.receipt, { type: 'recovered', atMs: t0 + hour }, lookedUp({ type: 'missing' }, t0 + hour))
    expect(again.receipt).toMatchObject({ phase: 'uncertain', settled: true, decision: null })
    expect(again.effect).toEqual({ do: 'lookUp', afterMs: 4 * hour })
    const sent = play(again.receipt, lookedUp({ type: 'missing' }, t0 + 5 * hour))
    expect(sent.receipt).toMatchObject({ phase: 'ready', settled: true })
    expect(sent.effect).toEqual({ do: 'submit', afterMs: 0 })
    // What may stand from before is looked up too before it goes out again, and not taken for a mere wait (A6).
    const doubtful = play(ready({ sentTimes: 1 }), submitted({ type: 'limited', afterMs: 5 * hour, message: '' }))
    expect(doubtful.receipt).toMatchObject({ phase: 'uncertain', settled: false })
    expect(doubtful.effect).toEqual({ do: 'lookUp', afterMs: 5 * hour })
  })

  it('looks the receipt up before any second POST after a lost answer (O118, O132, A6, A29, A30)', () => {
    const step = play(ready(), submitted({ type: 'unknown', reason: 'broken', afterMs: null }))
    expect(step.receipt).toMatchObject({ phase: 'uncertain', sentTimes: 1, acceptedAtMs: null })
    expect(step.effect?.do).toBe('lookUp')
  })

  it('looks the receipt up when the service is at the request already (O57, O60, O123, A4)', () => {
    const step = play(ready(), submitted({ type: 'inProgress', afterMs: 330 * second }))
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: 330 * second })
  })

  it('is no outage where no key is set: nobody was asked, and that is what is said (A35)', () => {
    const reason = 'There is no key for this service.'
    for (const sentTimes of [0, 1]) {
      const { receipt } = play(ready({ sentTimes }), submitted({ type: 'notSent', reason, isKeyless: true }))
      expect(receipt.next?.words).toMatch(/^Waiting for a key[;,]/)
      expect(receipt.next?.words).not.toContain('not answering')
    }
    const unreachable = { type: 'unreachable' as const, reason, afterMs: null, isKeyless: true as const }
    expect(play(running(), polled(unreachable)).receipt.next?.words).toBe('Waiting for a key; checking again')
    expect(play(uncertain(), lookedUp(unreachable)).receipt.next?.words).toBe(
      'Waiting for a key; checking order status',
    )
  })

  it('looks it up before it tries again even what no connection was opened for: so it survives a restart (A6)', () => {
    for (const sentTimes of [0, 1]) {
      const { receipt, effect } = play(ready({ sentTimes }), submitted({ type: 'notSent', reason: 'offline' }))
      expect(effect?.do).toBe('lookUp')
      expect(receipt).toMatchObject({ phase: 'uncertain', sentTimes })
      expect(receipt.next?.words).toMatch(sentTimes === 0 ? /nothing was sent or charged/ : /checking order status/)
    }
  })

  it('waits longer each time nothing answers, up to a minute', () => {
    let receipt = ready()
    const pauses = Array.from({ length: 8 }, (_, n) => {
      const isFirst = n === 0
      const step = play(
        receipt,
        isFirst
          ? submitted({ type: 'notSent', reason: 'offline' })
          : lookedUp({ type: 'unreachable', reason: 'offline', afterMs: null }),
      )
      receipt = step.receipt
      return step.effect?.afterMs
    })
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60].map((s) => s * second))
  })

  it('stops at a generation that is gone, proving no refund and keeping the job’s number (O64, O130, O134)', () => {
    const step = play(ready(), submitted({ type: 'gone', generationId: 'gen-7' }))
    expect(step.receipt.phase).toBe('gone')
    expect(step.receipt.error).toContain('gen-7')
    expect(step.receipt.error).toContain('not proven')
    expect(step.effect).toBeNull()
  })

  it('ignores an answer that comes for a request that is no longer sending', () => {
    const step = play(receiptOf({ phase: 'cancelled' }), submitted(accepted()))
    expect(step.receipt.phase).toBe('cancelled')
    expect(step.effect).toBeNull()
  })
})

describe('taking out', () => {
  it('takes out what was not sent and nothing that may have been (O21)', () => {
    const cancel = { type: 'cancelled', atMs: t0 } as const
    expect(play(receiptOf(), cancel).receipt.phase).toBe('cancelled')
    expect(play(ready(), cancel).receipt.phase).toBe('cancelled')
    expect(play(ready({ sentTimes: 1 }), cancel).receipt.phase).toBe('ready')
    expect(play(ready({ phase: 'uncertain', sentTimes: 1 }), cancel).receipt.phase).toBe('uncertain')
    expect(play(ready({ phase: 'running', sentTimes: 1 }), cancel).receipt.phase).toBe('running')
  })
})

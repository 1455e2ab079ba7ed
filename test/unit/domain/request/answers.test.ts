import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../../../src/domain/request/outcomes.ts'
import type { Job, Receipt } from '../../../../src/domain/request/receipt.ts'
import { nowWords } from '../../../../src/domain/request/words.ts'
import {
  accepted,
  broughtHome,
  found,
  hour,
  jobOf,
  lookedUp,
  madeJob,
  minute,
  play,
  polled,
  ready,
  receiptOf,
  running,
  saidJob,
  second,
  skillOrder,
  submitted,
  t0,
  timing,
  uncertain,
} from '../../../support/receipts.ts'

const unquoted: Receipt['quote'] = { price: 'unknown', credits: null, lines: [], pricesReadAtMs: t0 }
const refusal = (changes: Partial<Refusal>): Refusal => ({
  type: 'refused',
  reason: 'credits',
  httpStatus: 402,
  code: null,
  message: '',
  ...changes,
})
const missing = (atMs = t0) => lookedUp({ type: 'missing' }, atMs)
const detailOf = (...[start, ...events]: Parameters<typeof play>) => play(start, ...events).timeline.at(-1)?.detail
const titles = (...[start, ...events]: Parameters<typeof play>) => play(start, ...events).timeline.map((h) => h.title)

describe('what the timeline says of an acceptance', () => {
  const said = (creditsUsed: number | null, quote = receiptOf().quote) =>
    detailOf(ready({ quote }), submitted(accepted([jobOf({ creditsUsed })], { creditsUsed })))

  it('is the charge beside the quote, as far as either is known (O2)', () => {
    expect(said(9)).toBe('Charged 9, quoted 8.')
    expect(said(9, unquoted)).toBe('Charged 9, quoted unknown.')
    expect(said(null)).toBe('No charge was named yet.')
  })
})

describe('what the timeline says of a found order', () => {
  it('is how the submission stands, apart from the picture (O121)', () => {
    const said = (submissionStatus: string | null, submissionHttpStatus: number | null) =>
      detailOf(uncertain(), lookedUp(found([jobOf()], { submissionStatus, submissionHttpStatus })))
    const begin = 'The order exists. Nothing was sent again.'
    expect(said(null, null)).toBe(begin)
    expect(said('recorded', null)).toBe(`${begin} The service calls the submission “recorded”.`)
    expect(said(null, 202)).toBe(`${begin} It was answered with 202.`)
    expect(said('recorded', 202)).toBe(`${begin} The service calls the submission “recorded”, first answered with 202.`)
  })
})

describe('pauses after a submission', () => {
  const limited = submitted({ type: 'limited', afterMs: 0, message: '' })
  const notSent = submitted({ type: 'notSent', reason: 'The network is away.' })

  it('grow with each limit in a row (A23, O131)', () => {
    const once = play(ready(), limited)
    const twice = play(once.receipt, lookedUp({ type: 'missing' }), limited)
    expect([once, twice].map((step) => step.effect)).toEqual([
      { do: 'lookUp', afterMs: 2 * second },
      { do: 'lookUp', afterMs: 4 * second },
    ])
  })

  it('after a lost answer are the first ones, and the two looks begin anew (A8, O118)', () => {
    const step = play(
      ready({ missingInARow: 1 }),
      submitted({ type: 'unknown', reason: 'The connection broke.', afterMs: null }),
    )
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: timing.backOffMs })
    expect(play(step.receipt, missing()).effect?.do).toBe('lookUp')
  })

  it('of a service that does not answer are told once, with nothing charged', () => {
    const first = play(ready(), notSent)
    expect(first.timeline).toMatchObject([
      { tone: 'trouble', detail: expect.stringContaining('Nothing was sent or charged') },
    ])
    expect(first.receipt.next?.words).toContain('nothing was sent or charged')
    expect(play(first.receipt, notSent).timeline).toEqual([])
  })

  it('while it is in progress are those of a request that may stand there (O57, O60)', () => {
    const step = play(ready(), submitted({ type: 'inProgress', afterMs: 0 }))
    expect(step.receipt).toMatchObject({ phase: 'uncertain', sentTimes: 1 })
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: timing.backOffMs })
  })
})

describe('a look-up without a verdict', () => {
  const unreachable = lookedUp({ type: 'unreachable', reason: 'The network is away.', afterMs: null })

  it('is told once, however often it is tried', () => {
    const first = play(uncertain(), unreachable)
    expect(first.timeline).toMatchObject([{ title: 'Couldn’t check', detail: 'The network is away.' }])
    expect(play(first.receipt, unreachable).timeline).toEqual([])
  })

  it('counts as a failure, and an answer ends the count (A8)', () => {
    const thrice = play(uncertain(), unreachable, unreachable, unreachable)
    expect(thrice.effect).toEqual({ do: 'lookUp', afterMs: 8 * second })
    expect(play(thrice.receipt, missing(), unreachable).effect).toEqual({ do: 'lookUp', afterMs: 3 * second })
  })

  it('of an accepted order that it does not show says so, with the service’s words (I5)', () => {
    const step = play(running(), lookedUp(refusal({ message: 'no such thing' })))
    expect(step.receipt.phase).toBe('running')
    expect(step.timeline).toMatchObject([{ tone: 'trouble', detail: expect.stringContaining('“no such thing”') }])
    expect(step.timeline[0]?.detail).toContain('It accepted this order')
  })
})

describe('a look-up that finds nothing', () => {
  it.each([
    ['the very moment of the first send', 0],
    ['the last moment of the window', timing.resendWindowMs],
  ])('sends the same request again at %s (A7, O59)', (_, age) => {
    const step = play(uncertain({ missingInARow: 1 }), missing(t0 + age))
    expect(step.effect).toEqual({ do: 'submit', afterMs: 0 })
    expect(step.receipt).toMatchObject({ phase: 'ready', missingInARow: 0, decision: null })
  })

  it('never does so before the second look, though a person asked for it (A8, O59)', () => {
    const step = play(uncertain({ mayResend: true, resendDecidedAtMs: t0 }), missing())
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: timing.secondLookMs })
  })

  it('looks ever more seldom for an order that was accepted: a minute, an hour, a day; it says so once (A10, A25, I5)', () => {
    let receipt = running()
    const steps = Array.from({ length: 14 }, () => {
      const step = play(receipt, missing())
      receipt = step.receipt
      return step
    })
    const pauses = steps.map(({ effect }) => effect?.afterMs)
    expect(pauses.slice(0, 3)).toEqual([minute, 2 * minute, 4 * minute])
    expect(pauses.at(-1)).toBe(24 * hour)
    expect(new Set(steps.map(({ effect }) => effect?.do))).toEqual(new Set(['lookUp']))
    expect(steps.map(({ timeline }) => timeline.length)).toEqual([1, ...Array(13).fill(0)])
    expect(receipt.error).toContain('not sent again')
    expect(nowWords(receipt, null)).toBe(receipt.error)
    expect(play(receipt, lookedUp(found())).receipt).toMatchObject({ error: null, failuresInARow: 0 })
  })

  it('under another key than its own says which key to set, for an accepted order too (A35, O50)', () => {
    const elsewhere = lookedUp({ type: 'missing', underOtherKey: true })
    const step = play(running(), missing(), elsewhere)
    expect(step.receipt.error).toContain('Set that key again')
    expect(step.timeline).toHaveLength(1)
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: 2 * minute })
  })

  it('under another key than its own asks for that key and sends nothing again, however young it is (A35, I2, I4)', () => {
    const elsewhere = lookedUp({ type: 'missing', underOtherKey: true })
    const step = play(uncertain({ mayResend: true, resendDecidedAtMs: t0 }), elsewhere, elsewhere)
    expect(step.receipt).toMatchObject({ phase: 'needs-decision', decision: { kind: 'key', mayHaveCharged: true } })
    expect(step.receipt.decision?.choices.map(({ id }) => id)).toEqual(['look-again', 'leave'])
    expect(step.receipt.decision?.question).toContain('may stand in another account')
    expect(step.effect).toBeNull()
  })

  it('has nothing to fetch and nothing to ask once all is at home', () => {
    const done = play(running([madeJob()]), broughtHome()).receipt
    const step = play(done, missing(t0 + hour))
    expect(step.receipt.phase).toBe('completed')
    expect(step.effect).toBeNull()
  })
})

describe('a look-up of an order whose files are on their way', () => {
  it('that finds nothing, or finds it gone, goes on fetching at once (I7, A25)', () => {
    const downloading = running([madeJob()], { phase: 'downloading' })
    for (const event of [missing(), lookedUp({ type: 'gone', generationId: null })])
      expect(play(downloading, event).effect).toEqual({ do: 'bringHome', afterMs: 0, jobIndex: 0, outputIndex: 0 })
  })
})

describe('a look-up before sending again as a person decided', () => {
  it('carries the decision out only where the old verdict was the balance (O62, I2)', () => {
    const decided = uncertain({ mayResend: true, resendDecidedAtMs: t0 })
    expect(play(decided, lookedUp(refusal({ reason: 'credits' }))).effect?.do).toBe('submit')
    const wrong = play(decided, lookedUp(refusal({ reason: 'input' })))
    expect(wrong.receipt.phase).toBe('rejected')
    expect(wrong.effect).toBeNull()
  })
})

describe('a verdict that may be on an earlier send', () => {
  const verdict = (atMs = t0) => lookedUp(refusal({ reason: 'credits' }), atMs)

  it('is heard twice, half a minute apart, before it is believed: the last send may be on its way (A3, A8)', () => {
    const first = play(uncertain({ sentTimes: 2, failuresInARow: 3 }), verdict())
    expect(first.receipt).toMatchObject({ phase: 'uncertain', decision: null, failuresInARow: 0 })
    expect(first.effect).toEqual({ do: 'lookUp', afterMs: timing.secondLookMs })
    expect(first.receipt.next?.words).toBe('Checking order status')
    expect(first.timeline).toMatchObject([{ title: 'Looked up: refused before' }])
    const second = play(first.receipt, verdict(t0 + minute))
    expect(second.receipt).toMatchObject({ phase: 'needs-decision', decision: { kind: 'credits' } })
  })

  it('is believed at once where it was sent once, or where each send was answered with a “no”', () => {
    expect(play(uncertain(), verdict()).receipt.phase).toBe('needs-decision')
    expect(play(uncertain({ sentTimes: 2, settled: true }), verdict()).receipt.phase).toBe('needs-decision')
  })

  it('is heard twice too where a person has decided to send it again, and nothing is in doubt after it (A6, O112)', () => {
    const first = play(uncertain({ sentTimes: 2, mayResend: true, resendDecidedAtMs: t0 }), verdict())
    expect(first.effect?.do).toBe('lookUp')
    const second = play(first.receipt, verdict(t0 + minute))
    expect(second.receipt).toMatchObject({ phase: 'ready', settled: true })
    expect(second.effect?.do).toBe('submit')
  })

  it.each(['input', 'credits', 'price-changed', 'resize-required'] as const)(
    'says of %s, heard twice, that nothing of it stands (O133)',
    (reason) => {
      const no = (atMs: number) => lookedUp(refusal({ reason }), atMs)
      const { receipt } = play(uncertain({ sentTimes: 2 }), no(t0), no(t0 + minute))
      expect(receipt.settled).toBe(true)
      expect(receipt.decision?.mayHaveCharged ?? false).toBe(false)
      expect(receipt.error ?? receipt.decision?.question).toContain('Nothing was charged.')
    },
  )

  it('never says so of a number that another order has (A2)', () => {
    for (const reason of ['collision', 'conflict'] as const)
      expect(play(uncertain(), lookedUp(refusal({ reason }))).receipt).toMatchObject({
        settled: false,
        decision: { mayHaveCharged: true },
      })
  })
})

describe('a look-up that finds a reservation', () => {
  const inProgress = lookedUp({ type: 'inProgress', afterMs: 0, mayResubmit: false })

  it('is told, and looks again not sooner than jobs are looked at (O57, O24, O25)', () => {
    expect(play(uncertain(), inProgress).effect).toEqual({ do: 'lookUp', afterMs: 3 * second })
    expect(play(uncertain({ order: skillOrder }), inProgress).effect).toEqual({ do: 'lookUp', afterMs: 10 * second })
    expect(titles(uncertain(), inProgress)).toEqual(['Looked up, not sent again'])
  })

  it('counts as a look in any case', () => {
    expect(play(uncertain(), inProgress, inProgress).receipt.lookedUpTimes).toBe(2)
  })
})

describe('a look-up that tells of a refused key', () => {
  it('asks nobody once the order has ended: what is owed is tried on (A36, I7)', () => {
    const ended = play(running([madeJob()], { phase: 'completed' }), lookedUp(refusal({ reason: 'key' })))
    expect(ended.receipt.decision).toBeNull()
    expect(ended.effect?.do).toBe('bringHome')
  })
})

describe('an order that is gone', () => {
  const gone = (generationId: string | null) => ({ type: 'gone' as const, generationId })

  it('keeps the number of its job, the answer’s before its own (O130)', () => {
    expect(play(running(), lookedUp(gone('gen-9'))).receipt.error).toContain('(job gen-9)')
    expect(play(running(), lookedUp(gone(null))).receipt.error).toContain('(job gen-1)')
    expect(play(uncertain(), lookedUp(gone(null))).receipt.error).toContain('no longer has this order. Whether')
    expect(play(running([]), lookedUp(gone(null))).receipt.error).not.toContain('(job')
  })

  it('had been accepted: it counts so from now, or from when that was learned (I5)', () => {
    expect(play(uncertain(), lookedUp(gone(null), t0 + hour)).receipt.acceptedAtMs).toBe(t0 + hour)
    expect(play(running(), lookedUp(gone(null), t0 + hour)).receipt.acceptedAtMs).toBe(t0)
  })

  it('of which everything failed is asked about no more (O130)', () => {
    const failed = play(running(), polled(saidJob([jobOf({ status: 'failed' })]))).receipt
    const step = play(failed, lookedUp(gone(null)))
    expect(step.receipt.phase).toBe('failed')
    expect(step.effect).toBeNull()
  })

  it('tells the number of a job that failed unlisted; no other job is taken for it (O130, O134)', () => {
    const failed = play(running(), polled(saidJob([jobOf({ status: 'failed' })]))).receipt
    const unlisted = jobOf({ generationId: null, status: 'failed' })
    const numbers = (jobs: Job[], said: string | null) =>
      play({ ...failed, jobs }, lookedUp(gone(said))).receipt.jobs.map(({ generationId }) => generationId)
    expect(numbers([unlisted], 'gen-9')).toEqual(['gen-9'])
    expect(numbers([unlisted], null)).toEqual([null])
    expect(numbers([jobOf({ generationId: 'gen-1', status: 'failed' })], 'gen-9')).toEqual(['gen-1'])
    expect(numbers([unlisted, unlisted], 'gen-9')).toEqual([null, null])
  })

  it('stays complete where all is at home already', () => {
    const done = play(running([madeJob()]), broughtHome()).receipt
    const step = play(done, lookedUp(gone('gen-1')))
    expect(step.receipt).toMatchObject({ phase: 'completed', error: null })
    expect(step.effect).toBeNull()
  })
})

describe('a balance that is too low', () => {
  const asked = (required: number | null | undefined, quote = receiptOf().quote) =>
    play(ready({ quote }), submitted(refusal({ required, message: 'not enough' }))).receipt.decision

  it('is no rise where the sum is the accepted one, is not named, or none was accepted (O61)', () => {
    for (const decision of [asked(8), asked(5), asked(null), asked(undefined), asked(12, unquoted)]) {
      expect(decision?.price).toBeNull()
      expect(decision?.question).not.toContain('It needs')
    }
    expect(asked(12)?.price).toEqual({ from: 8, to: 12 })
  })

  it('says what to do next (O61, O131)', () => {
    expect(asked(8)?.question).toContain('It said: “not enough”. Top up, then send the same request again.')
  })
})

describe('a refusal', () => {
  const ask = (changes: Partial<Refusal>, start = ready()) => play(start, submitted(refusal(changes))).receipt

  it('of the input says to change the order, and that it is then a new one (O62, O126)', () => {
    const { error } = ask({ reason: 'input', message: 'ratio' })
    expect(error).toContain('Nothing was charged. It said: “ratio”. Change the order and send it as a new one.')
  })

  it('without words of the service quotes none', () => {
    for (const reason of ['input', 'credits', 'key', 'conflict', 'collision'] as const) {
      const { error, decision } = ask({ reason })
      expect(error ?? decision?.question).not.toContain('It said')
    }
  })

  it('of the key asks for a new order at its price, and after an earlier send for another look (A35, O127)', () => {
    expect(ask({ reason: 'key' }).decision?.choices[0]).toMatchObject({ id: 'new-order', credits: 8 })
    const second = ask({ reason: 'key' }, ready({ sentTimes: 1 })).decision
    expect(second).toMatchObject({ mayHaveCharged: true })
    expect(second?.choices.map((choice) => choice.id)).toEqual(['look-again', 'leave'])
  })

  it('of a cap can be tried again or left, and says which is which', () => {
    const cap = { which: 'day' as const, cap: 10, spent: 8, reserved: 0, left: 2, credits: 8 }
    const stopped = play(receiptOf(), { type: 'capReached', atMs: t0, refusal: cap }).receipt.decision
    expect(stopped?.choices.map((choice) => choice.label)).toEqual(['Retry', 'Cancel'])
  })

  it('of the size names it where it is known, and what the consent costs (O111, O109)', () => {
    const sized = ask({ reason: 'resize-required', sourceSize: { width: 9000, height: 8000 } }).decision
    expect(sized?.question).toContain('The original (9000 × 8000) is larger')
    expect(sized?.choices[0]).toMatchObject({ id: 'accept-resize', credits: 8 })
    expect(ask({ reason: 'resize-required' }).decision?.question).toContain('The original is larger')
  })

  it('of a price names the old one and the new, as far as they are known (O112)', () => {
    expect(ask({ reason: 'price-changed', quotedCredits: 12 }).decision?.question).toContain(
      'It costs 12 now; you accepted 8.',
    )
    const unknown = play(receiptOf({ quote: unquoted }), { type: 'priceRose', atMs: t0, credits: 12 }).receipt.decision
    expect(unknown?.question).toContain('you accepted it without a price that could be read.')
    const upTo = receiptOf({ quote: unquoted, consent: { ...receiptOf().consent, credits: null, ceilingCredits: 10 } })
    const above = play(upTo, { type: 'priceRose', atMs: t0, credits: 12 }).receipt.decision
    expect(above?.question).toContain('It costs 12 now; you accepted 10 at most.')
    expect(ask({ reason: 'price-changed' }).decision?.question).toContain('no price for it now')
  })
})

describe('a look at a job that is not found', () => {
  const gone404 = polled({ type: 'missing', httpStatus: 404 })

  it('is told once with the answer, and looked up after a minute at least (A25)', () => {
    const step = play(running(), gone404)
    expect(step.timeline).toMatchObject([{ tone: 'trouble', detail: expect.stringContaining('404') }])
    expect(step.effect).toEqual({ do: 'lookUp', afterMs: minute })
    expect(play(step.receipt, gone404).timeline).toEqual([])
    expect(play(step.receipt, gone404).receipt.failuresInARow).toBe(2)
  })
})

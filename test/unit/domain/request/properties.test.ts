import { describe, expect, it } from 'vitest'
import { wasLeftInDoubt } from '../../../../src/domain/request/doubt.ts'
import { type Job, type Receipt, receipt as receiptSchema } from '../../../../src/domain/request/receipt.ts'
import { step } from '../../../../src/domain/request/step.ts'
import { everyStepOfLives } from '../../../support/random-events.ts'
import { timing } from '../../../support/receipts.ts'

const fixed = ({ id, origin, order, keyFingerprint, batch, replaces, approvedAtMs }: Receipt) => ({
  id,
  origin,
  order,
  keyFingerprint,
  batch,
  replaces,
  approvedAtMs,
})

/** What a clock that was set back makes of a pause. */
const pausesOf = ({ askedPause }: Receipt) => ({ askedPause })

const isMade = (job: Job): boolean => job.status === 'completed' && job.urls.length > 0

describe('whatever happens, in whatever order', () => {
  it('a request stays itself: number, order and key never change (I2, I4)', () => {
    everyStepOfLives((before, { receipt }) => expect(fixed(receipt)).toEqual(fixed(before)))
  })

  it('what does not fit changes nothing, and an act that does is told (I8)', () => {
    const acts = ['cancelled', 'moved', 'lookAsked', 'decided']
    everyStepOfLives((before, { accepted, receipt, effect, timeline }, event) => {
      if (accepted) return void (acts.includes(event.type) && expect(timeline).not.toEqual([]))
      const { updatedAtMs, clockWentBack } = receipt
      expect([effect, timeline]).toEqual([null, []])
      if (!('outcome' in event))
        expect(receipt).toEqual({ ...before, updatedAtMs, clockWentBack, ...pausesOf(receipt) })
    })
  })

  it('price and consent change only when a person accepts another price that the question shows', () => {
    everyStepOfLives((before, { receipt }, event) => {
      const choice = event.type === 'decided' ? event.choice : null
      const { decision } = before
      // To try again is to send, where the choice names what that costs.
      const isPriced = decision?.choices.some(({ id, credits }) => id === choice && credits !== null)
      const isAccepted =
        (choice === 'accept-price' && before.body === null) ||
        (choice === 'send-again' && decision?.price) ||
        (choice === 'try-again' && decision?.price && isPriced)
      if (isAccepted) expect(receipt.consent.credits).toBe(receipt.quote.credits)
      else expect([receipt.quote, receipt.consent]).toEqual([before.quote, before.consent])
    })
  })

  it('a body, once written, is the body for life (I4, O47, A17)', () => {
    everyStepOfLives((before, { receipt }) => {
      if (before.body !== null) expect(receipt.body).toBe(before.body)
    })
  })

  it('nothing is sent before a body is in the receipt (I1)', () => {
    everyStepOfLives((_, { receipt, effect }) => {
      if (effect?.do === 'submit') expect([receipt.phase, receipt.body === null]).toEqual(['ready', false])
    })
  })

  it('evidence of acceptance is never forgotten and forbids another POST (I5, O133)', () => {
    everyStepOfLives((before, { receipt, effect }) => {
      if (before.acceptedAtMs === null) return
      expect(receipt.acceptedAtMs).toBe(before.acceptedAtMs)
      expect(effect?.do).not.toBe('submit')
      expect(['approved', 'ready', 'uncertain']).not.toContain(receipt.phase)
    })
  })

  it('a POST after a first one follows a look-up, a limit, or an act of the user (O118, A6, O133)', () => {
    everyStepOfLives((before, { effect }, event) => {
      if (effect?.do !== 'submit' || before.sentTimes === 0) return
      const isLimit = event.type === 'submitted' && event.outcome.type === 'limited'
      expect(isLimit || event.type === 'lookedUp' || event.type === 'decided').toBe(true)
    })
  })

  it('refunded is said only while creditsStatus says so (I6, O3, O134)', () => {
    everyStepOfLives((_, { receipt, timeline }) => {
      const said = [receipt.error, receipt.decision?.question, ...timeline.map((h) => `${h.title} ${h.detail}`)]
      const words = [receipt.creditsStatus, ...receipt.jobs.map((job) => job.creditsStatus)]
      if (said.some((text) => text?.includes('refunded'))) expect(words).toContain('refunded')
    })
  })

  it('what is known of jobs is added to and never erased (O52, I7)', () => {
    everyStepOfLives((before, { receipt }) => {
      before.jobs.forEach((old, index) => {
        const now = receipt.jobs[index]
        // Why there was no job, until there is one.
        const isDispatched = old.generationId === null && old.status === 'failed' && now?.generationId !== null
        for (const key of ['generationId', 'module', 'mediaType', 'error', 'creditsUsed', 'creditsStatus'] as const)
          if (old[key] !== null && !(key === 'error' && isDispatched)) expect(now?.[key], key).not.toBeNull()
        if (old.generationId !== null) expect(now?.generationId).toBe(old.generationId)
        if (old.urls.length > 0) expect(now?.urls.length).toBeGreaterThan(0)
        if (isMade(old)) expect(now && isMade(now)).toBe(true)
      })
    })
  })

  it('a file that is home stays listed, and what is owed is an output that is not home (I7)', () => {
    everyStepOfLives((before, { receipt }) => {
      expect(receipt.assets.slice(0, before.assets.length)).toEqual(before.assets)
      for (const owed of receipt.owed)
        expect(receipt.assets.some((a) => a.jobIndex === owed.jobIndex && a.outputIndex === owed.outputIndex)).toBe(
          false,
        )
    })
  })

  it('an end is left only for fetching and settling, and what was left in doubt for a look that was asked for (O13, I8)', () => {
    const forGood = ['rejected', 'cancelled', 'gone']
    const watched = ['completed', 'partial', 'failed', 'downloading', 'running']
    everyStepOfLives((before, { receipt }) => {
      if (wasLeftInDoubt(before) && receipt.wasLeft && receipt.phase === 'uncertain') return
      if (forGood.includes(before.phase)) expect(receipt.phase).toBe(before.phase)
      if (['completed', 'partial', 'failed'].includes(before.phase)) expect(watched).toContain(receipt.phase)
    })
  })

  it('nothing stands still: every open request has a next thing to do or a question (I8, I7)', () => {
    const open = ['approved', 'ready', 'uncertain', 'running', 'downloading']
    everyStepOfLives((_, { receipt, effect }, __, fits) => {
      if (fits && open.includes(receipt.phase)) expect(effect, receipt.phase).not.toBeNull()
      if (receipt.phase === 'needs-decision') expect(receipt.decision?.choices.length).toBeGreaterThan(0)
      const recovered = step(receipt, { type: 'recovered', atMs: receipt.updatedAtMs }, timing)
      if (open.includes(receipt.phase)) expect(recovered.effect).not.toBeNull()
    }, 1000)
  })

  it('the plan that is shown is the plan that is kept', () => {
    everyStepOfLives((_, { receipt, effect }, event) => {
      if (effect) expect(receipt.next?.atMs).toBe(event.atMs + effect.afterMs)
    })
  })

  it('two looks are never closer than the document recommends (O24, O25)', () => {
    everyStepOfLives((before, { effect }, event) => {
      const looked = event.type === 'polled' || event.type === 'lookedUp'
      if (!looked || (effect?.do !== 'poll' && effect?.do !== 'lookUp')) return
      const interval = before.order.kind === 'skill' ? timing.pollSkillMs : timing.pollGenerationMs
      expect(effect.afterMs).toBeGreaterThanOrEqual(interval)
    })
  })

  it('waits that the service asks for are kept (O57, O66)', () => {
    everyStepOfLives((before, { effect }, event) => {
      const named = 'outcome' in event && 'afterMs' in event.outcome ? (event.outcome.afterMs ?? 0) : 0
      // That of a permission to send counts from the first look that brought it (M9).
      const isRepeated = event.type === 'lookedUp' && event.outcome.type === 'inProgress' && event.outcome.mayResubmit
      const since = isRepeated && before.permittedAtMs !== null ? Math.max(0, event.atMs - before.permittedAtMs) : 0
      const asked = named - since
      const isLook = effect?.do === 'poll' || effect?.do === 'lookUp'
      if (effect && (isLook || effect.do === 'submit')) expect(effect.afterMs).toBeGreaterThanOrEqual(asked)
    })
  })

  it('a paid POST waits as long as the one before was told to, whoever permits it (O66, A5)', () => {
    everyStepOfLives((before, { receipt, effect }, event) => {
      if (effect?.do !== 'submit' || before.sendPause === null || event.type === 'submitted') return
      const { untilMs, forMs } = before.sendPause
      expect(effect.afterMs).toBeGreaterThanOrEqual(Math.min(untilMs - receipt.updatedAtMs, forMs))
    })
  })

  it('a receipt stays one that can be stored and read back', () => {
    everyStepOfLives((_, { receipt }) => expect(receiptSchema.parse(receipt)).toEqual(receipt), 300)
  })
})

import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../../src/domain/ledger/entry.ts'
import type { RequestEvent } from '../../../../src/domain/request/events.ts'
import { missingOutputs } from '../../../../src/domain/request/jobs.ts'
import type { Job, PaidOrder, Receipt } from '../../../../src/domain/request/receipt.ts'
import { retryOf } from '../../../../src/domain/request/retry.ts'
import { isEndState } from '../../../../src/domain/request/states.ts'
import { surplusDecision, surplusToAskAbout } from '../../../../src/domain/request/surplus.ts'
import type { Step } from '../../../../src/domain/request/transitions.ts'
import { nowWords, stateOf } from '../../../../src/domain/request/words.ts'
import {
  broughtHome,
  jobOf,
  madeJob,
  notFetched,
  play,
  polled,
  receiptOf,
  running,
  saidJob,
  skillOrder,
  t0,
} from '../../../support/receipts.ts'

const addresses = (count: number, of = 'g') => Array.from({ length: count }, (_, n) => `https://media.test/${of}/${n}`)
const decided = (choice: 'fetch-more' | 'leave'): RequestEvent => ({ type: 'decided', choice, atMs: t0 })
const skill = (changes: Partial<Extract<PaidOrder, { kind: 'skill' }>>): PaidOrder => ({
  ...(skillOrder as Extract<PaidOrder, { kind: 'skill' }>),
  ...changes,
})
const modules = (...names: string[]): PaidOrder => skill({ fields: { modules: names } })
const heard = (receipt: Receipt, jobs: Job[]): Step => play(receipt, polled(saidJob(jobs)))

/** Brings home whatever is planned, until nothing is. */
function fetched(start: Step): Receipt {
  let step = start
  for (let files = 0; step.effect?.do === 'bringHome'; files += 1) {
    if (files > 1000) throw new Error('no end')
    step = play(step.receipt, broughtHome(step.effect.outputIndex, step.effect.jobIndex))
  }
  return step.receipt
}

const made = (urls: string[], order?: PaidOrder): Receipt =>
  fetched(heard(running([jobOf()], order ? { order } : {}), [madeJob(urls)]))

describe('results beyond what was ordered', () => {
  it('wait for a person, while what was ordered comes home by itself (W9)', () => {
    const receipt = made(addresses(20_000))
    expect(receipt.assets.map(({ outputIndex }) => outputIndex)).toEqual([0, 1, 2, 3])
    expect(receipt).toMatchObject({ phase: 'completed', next: null })
    expect(surplusToAskAbout(receipt)).toBe(19_996)
    expect([stateOf(receipt, null), isEndState(stateOf(receipt, null))]).toEqual(['needs-decision', false])
    expect(nowWords(receipt, null)).toMatch(/^The service lists 19996 files more than you ordered\./)
    expect(retryOf(receipt)).toEqual({ do: 'nothing', why: expect.stringContaining('19996 files more') })
    // Nothing of what was ordered is owed.
    expect(entryOf({ ...receipt, creditsStatus: 'confirmed' })).toMatchObject({ owed: null, isPending: false })
  })

  it('come home all at one word, and are asked about no more (W9)', () => {
    const asked = made(addresses(9))
    const step = play(asked, decided('fetch-more'))
    expect(step).toMatchObject({ effect: { do: 'bringHome', outputIndex: 4 }, receipt: { phase: 'downloading' } })
    const home = fetched(step)
    expect(home.assets).toHaveLength(9)
    expect([stateOf(home, null), surplusDecision(home)]).toEqual(['completed', null])
  })

  it('stay where they are at another word, and the request is complete (W9)', () => {
    const left = play(made(addresses(9)), decided('leave'))
    expect(left).toMatchObject({ effect: null, receipt: { phase: 'completed', assets: { length: 4 } } })
    expect(stateOf(left.receipt, null)).toBe('completed')
    expect(play(left.receipt, decided('fetch-more')).receipt.surplus).toEqual({ decided: 5, fetch: 0 })
  })

  it('that are listed after the answer are another question: a yes is to what was shown (W9)', () => {
    const home = fetched(play(made(addresses(6)), decided('fetch-more')))
    const more = fetched(heard(home, [madeJob(addresses(5000))]))
    expect(more.assets).toHaveLength(6)
    expect(surplusToAskAbout(more)).toBe(4994)
  })

  it('hold up neither a file that is owed nor a refund that is looked for (W9, I7, A10)', () => {
    let step = heard(running(), [madeJob(addresses(9))])
    for (const place of [0, 1, 2]) step = play(step.receipt, broughtHome(place))
    for (let tries = 0; tries < 6; tries += 1) {
      step = play(step.receipt, notFetched({ outputIndex: 3 }))
      if (step.effect?.do === 'poll') step = play(step.receipt, polled(saidJob([madeJob(addresses(9))])))
    }
    expect([stateOf(step.receipt, null), step.effect]).toMatchObject(['needs-decision', { do: 'bringHome' }])
    expect(play(step.receipt, decided('leave')).effect).toMatchObject({ do: 'bringHome', outputIndex: 3 })
    const jobs = [
      madeJob(addresses(3, 'a'), { module: 'hero' }),
      jobOf({ generationId: 'b', module: 'detail', status: 'failed', creditsStatus: 'pending' }),
    ]
    const partly = fetched(
      heard(
        running(
          jobs.map((job) => ({ ...job, status: 'processing', urls: [] })),
          { order: modules('hero', 'detail') },
        ),
        jobs,
      ),
    )
    expect([partly.phase, stateOf(partly, null), partly.next?.words]).toEqual([
      'partial',
      'needs-decision',
      'Checking for a refund',
    ])
    expect(play(partly, decided('leave')).effect).toMatchObject({ do: 'poll' })
  })

  it('count by what was ordered: a picture of each module, and what the catalogue names of one run (W9)', () => {
    const set = modules('hero', 'detail')
    const jobs = [
      madeJob(addresses(3, 'a'), { generationId: 'a', module: 'hero' }),
      jobOf({ generationId: 'b', module: 'detail' }),
    ]
    const first = heard(
      running(
        jobs.map((job) => ({ ...job, status: 'processing', urls: [] })),
        { order: set },
      ),
      jobs,
    )
    // One of the first and nothing more of it, however long the second takes.
    const waiting = play(first.receipt, broughtHome(0, 0))
    expect(waiting).toMatchObject({ effect: { do: 'poll' }, receipt: { phase: 'running' } })
    const both = fetched(heard(waiting.receipt, [madeJob(addresses(1, 'b'), { generationId: 'b', module: 'detail' })]))
    expect(both.assets.map(({ jobIndex, outputIndex }) => [jobIndex, outputIndex])).toEqual([
      [0, 0],
      [1, 0],
    ])
    expect(surplusToAskAbout(both)).toBe(2)
    expect(made(addresses(9), skill({ mostOutputs: 8 })).assets).toHaveLength(8)
    expect(made(addresses(9), skill({ mostOutputs: 1 })).assets).toHaveLength(1)
    // One that promises thousands has not been ordered thousands of.
    expect(made(addresses(9000), skill({ mostOutputs: 9000 })).assets).toHaveLength(24)
    expect(made(addresses(9), skill({})).assets).toHaveLength(6)
  })

  it('do not grow by being told of from the end: what is at home counts, whichever is listed next (W9)', () => {
    let receipt = running([jobOf({ generationId: 'z' })], { order: skill({ mostOutputs: 2 }) })
    for (let n = 0; n < 40; n += 1) {
      const jobs = Array.from({ length: 40 }, (_, at) =>
        at < 40 - n
          ? jobOf({ generationId: `j${at}` })
          : madeJob([`https://media.test/${at}`], { generationId: `j${at}` }),
      )
      receipt = fetched(heard(receipt, jobs))
    }
    expect(receipt.assets).toHaveLength(2)
  })

  it('of an order within what is usual are none, whoever asks (W9)', () => {
    const receipt = made(addresses(4))
    expect([stateOf(receipt, null), surplusDecision(receipt)]).toEqual(['completed', null])
    expect(play(receipt, decided('fetch-more')).timeline).toEqual([])
    expect(missingOutputs(receiptOf({ phase: 'downloading', jobs: [madeJob(addresses(4))] }))).toHaveLength(4)
  })
})

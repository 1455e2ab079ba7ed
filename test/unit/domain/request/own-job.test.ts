import { describe, expect, it } from 'vitest'
import type { PaidOrder } from '../../../../src/domain/request/receipt.ts'
import { nowWords } from '../../../../src/domain/request/words.ts'
import {
  found,
  jobOf,
  lookedUp,
  madeJob,
  minute,
  play,
  polled,
  running,
  saidJob,
  skillOrder,
} from '../../../support/receipts.ts'

const poster = { ...skillOrder, fields: { brand: 'X' } } as PaidOrder

describe('an answer that names another job than the one of the order', () => {
  it.each<[string, PaidOrder]>([
    ['generation', running().order],
    ['Skill of one picture', poster],
  ])('counts as about what was asked, never as a second job: a %s (I7, O52)', (_, order) => {
    const other = madeJob(undefined, { generationId: 'gen-other' })
    for (const event of [polled(saidJob([other])), lookedUp(found([other]))]) {
      const { receipt, effect, timeline } = play(running(undefined, { order }), event)
      expect(receipt.jobs).toMatchObject([{ generationId: 'gen-1', status: 'completed' }])
      expect(effect).toMatchObject({ do: 'bringHome', jobIndex: 0, outputIndex: 0 })
      expect(receipt.accepted?.oddFigures).toEqual(['job gen-other of job gen-1'])
      expect(timeline).toContainEqual(
        expect.objectContaining({ tone: 'trouble', detail: expect.stringContaining('gen-other') }),
      )
    }
  })

  it('is asked about seldom while it has not ended, and told once (A11)', () => {
    const other = polled(saidJob([jobOf({ generationId: 'gen-other' })]))
    const first = play(running(), other)
    expect(first.effect).toEqual({ do: 'poll', afterMs: minute })
    const second = play(first.receipt, other)
    expect([second.receipt.jobs.length, second.timeline]).toEqual([1, []])
  })

  it('is a second job where an order makes several (O102)', () => {
    const set = { ...skillOrder, fields: { modules: ['hero', 'detail'] } } as PaidOrder
    const { receipt } = play(running(undefined, { order: set }), polled(saidJob([jobOf({ generationId: 'b' })])))
    expect(receipt.jobs.map(({ generationId }) => generationId)).toEqual(['gen-1', 'b'])
  })
})

describe('a job that is called completed and names no file', () => {
  it('is asked about each minute, in words that say so (O14)', () => {
    const { receipt, effect } = play(running(), polled(saidJob([jobOf({ status: 'completed' })])))
    expect(effect).toEqual({ do: 'poll', afterMs: minute })
    expect(receipt.next?.words).toBe('Requesting the download link')
    expect(nowWords(receipt, null)).toContain('names no file yet')
  })
})

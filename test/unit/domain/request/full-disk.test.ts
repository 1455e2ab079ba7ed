import { expect, it } from 'vitest'
import { missingOutputs } from '../../../../src/domain/request/jobs.ts'
import {
  broughtHome,
  madeJob,
  notFetched,
  play,
  polled,
  running,
  saidJob,
  t0,
  timing,
} from '../../../support/receipts.ts'

const urls = ['https://media.test/1.png']
const downloading = () => play(running(), polled(saidJob([madeJob(urls)]))).receipt
const full = () => notFetched({ isDiskFull: true, reason: 'The disk is full.' })

it('a full disk counts against no address and ends no request: it is tried again, ever more seldom, up to a minute (I12, I7)', () => {
  let step = play(downloading())
  const pauses: number[] = []
  for (let n = 0; n < 20; n += 1) {
    step = play(step.receipt, full())
    expect(step.receipt).toMatchObject({ phase: 'downloading', owed: [{ reason: 'The disk is full.', triedTimes: 0 }] })
    expect(step.effect?.do).toBe('bringHome')
    pauses.push(step.effect?.afterMs ?? 0)
  }
  expect(pauses.slice(0, 3)).toEqual([2, 4, 8].map((by) => by * timing.backOffMs))
  expect(pauses.at(-1)).toBe(timing.backOffMaxMs)
  expect(step.receipt.next?.words).toContain('space')
  expect(play(step.receipt, broughtHome()).receipt).toMatchObject({ phase: 'completed', owed: [] })
})

it('a full disk takes nothing from what is known of the address, nor adds to it (I12, M3)', () => {
  const once = play(downloading(), notFetched(), full(), full())
  expect(once.receipt.owed).toMatchObject([{ triedTimes: 1, failedHere: 1 }])
  expect(play(once.receipt, notFetched()).effect?.do).toBe('poll')
})

it('a full disk holds up no look at what is still being made (I12, A15)', () => {
  const both = [madeJob(urls), { ...madeJob([]), generationId: 'second', status: 'processing' }]
  const made = play(running(), polled(saidJob(both)))
  expect(made.effect?.do).toBe('bringHome')
  const step = play(made.receipt, full())
  expect(step.effect?.do).toBe('poll')
  expect(missingOutputs(step.receipt)).toHaveLength(1)
})

it('after a start what waited for room is tried at once (I12)', () => {
  const waited = play(downloading(), full(), full(), full()).receipt
  expect(play(waited, { type: 'recovered', atMs: t0 }).effect).toMatchObject({ do: 'bringHome', afterMs: 0 })
})

const away = () => notFetched({ isDiskAway: true, reason: 'Its disk can only be read.' })

it('a disk that does not take a file ends no request and counts against no address: tried again, ever more seldom (S3, I7)', () => {
  let step = play(downloading())
  const pauses: number[] = []
  for (let n = 0; n < 12; n += 1) {
    step = play(step.receipt, away())
    expect(step.receipt).toMatchObject({ phase: 'downloading', owed: [{ triedTimes: 0 }] })
    expect(step.effect?.do).toBe('bringHome')
    pauses.push(step.effect?.afterMs ?? 0)
  }
  expect(pauses.slice(0, 3)).toEqual([2, 4, 8].map((by) => by * timing.backOffMs))
  expect(pauses.at(-1)).toBe(timing.backOffMaxMs)
  expect(step.receipt.next?.words).toMatch(/when the library’s disk is available/)
  expect(play(step.receipt, full()).receipt.next?.words).toContain('space')
  expect(play(step.receipt, { type: 'recovered', atMs: t0 }).effect).toMatchObject({ do: 'bringHome', afterMs: 0 })
  expect(play(step.receipt, broughtHome()).receipt).toMatchObject({ phase: 'completed', owed: [] })
})

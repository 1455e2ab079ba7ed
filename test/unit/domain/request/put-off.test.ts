import { describe, expect, it } from 'vitest'
import { isPutOff } from '../../../../src/domain/request/dead-address.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import {
  broughtHome,
  day,
  madeJob,
  minute,
  notFetched,
  play,
  polled,
  running,
  saidJob,
  second,
  t0,
} from '../../../support/receipts.ts'

const made = (...urls: string[]): Receipt => play(running(), polled(saidJob([madeJob(urls)]))).receipt
const one = () => made('https://media.test/1')
const later = (laterMs: number, changes = {}) => notFetched({ laterMs, ...changes })

describe('a file whose own address says “later”', () => {
  it('is tried no sooner than was asked, and the pause is in the receipt (I14, S2, O57)', () => {
    const { receipt, effect } = play(one(), later(minute))
    expect(effect).toMatchObject({ do: 'bringHome', afterMs: minute })
    expect(receipt.owed[0]?.pause).toEqual({ untilMs: t0 + minute, forMs: minute })
    expect(isPutOff(receipt, effect ?? { do: 'poll', afterMs: 0 }, t0 + minute - 1)).toBe(true)
    expect(isPutOff(receipt, effect ?? { do: 'poll', afterMs: 0 }, t0 + minute)).toBe(false)
  })

  it('waits as long after a restart, and no longer where the clock was set back (I14, S2, A40)', () => {
    const { receipt } = play(one(), later(10 * minute))
    const again = (atMs: number) => play(receipt, { type: 'recovered', atMs }).effect
    expect(again(t0 + minute)).toMatchObject({ do: 'bringHome', afterMs: 9 * minute })
    expect(again(t0 - day)).toMatchObject({ afterMs: 10 * minute })
    expect(again(t0 + 11 * minute)).toMatchObject({ do: 'bringHome', afterMs: 0 })
  })

  it('does not speak against its address, however often it is put off (A14, S2)', () => {
    const { receipt, effect } = play(one(), later(second), later(second), later(second), later(second))
    expect(effect?.do).toBe('bringHome')
    expect(receipt.owed[0]).toMatchObject({ triedTimes: 4, failedHere: 0 })
  })

  it('holds up no other file, and none of them holds it up (I7, S2)', () => {
    const start = made('https://media.test/1', 'https://media.test/2')
    const put = play(start, later(minute))
    expect(put.effect).toMatchObject({ do: 'bringHome', outputIndex: 1, afterMs: 0 })
    expect(play(put.receipt, broughtHome(1)).effect).toMatchObject({ outputIndex: 0, afterMs: minute })
    const both = play(put.receipt, later(day, { outputIndex: 1 }))
    expect(both.effect).toMatchObject({ outputIndex: 0, afterMs: minute })
  })

  it('is fetched at once from another address, and the pause goes with its last trouble (A14)', () => {
    const { receipt } = play(one(), later(day))
    expect(play(receipt, polled(saidJob([madeJob(['https://media.test/fresh'])]))).effect).toMatchObject({ afterMs: 0 })
    expect(play(receipt, notFetched({ atMs: t0 + day })).receipt.owed[0]?.pause).toBeUndefined()
  })
})

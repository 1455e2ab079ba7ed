import { describe, expect, it, onTestFinished } from 'vitest'
import { type CallKind, generations, lists, looks, runsOf, uploads } from '../../../src/domain/pace/kinds.ts'
import { pausesOf } from '../../../src/engine/pace/kept-pauses.ts'
import { nextOf } from '../../../src/engine/pace/next-words.ts'
import { Pace } from '../../../src/engine/pace/pace.ts'
import { pauseWords } from '../../../src/engine/pace/words.ts'
import { openStore } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { running, t0 } from '../../support/receipts.ts'

const second = 1000
const hour = 3600 * second
const day = 24 * hour

/** One computer with one home: its clocks stand until they are moved. */
async function computer() {
  const store = await openStore(newFolder())
  let isOpen = true
  const close = () => {
    if (isOpen) store.close()
    isOpen = false
  }
  onTestFinished(close)
  const clocks = { wallMs: t0, monotonicMs: 5_000_000 }
  const waiting: { atMs: number; call: () => void }[] = []
  const program = (onChange: () => void = () => undefined) =>
    new Pace({
      kept: pausesOf(store.keyValues, 'https://service.test'),
      now: () => clocks.wallMs,
      timers: {
        monotonicMs: () => clocks.monotonicMs,
        after: (ms, call) => {
          const one = { atMs: clocks.monotonicMs + ms, call }
          waiting.push(one)
          return () => void waiting.splice(waiting.indexOf(one), 1)
        },
        soon: setImmediate,
      },
      scale: 1,
      onChange,
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  /** Both clocks go on; what is due meanwhile is called at its moment. */
  const pass = async (ms: number) => {
    const untilMs = clocks.monotonicMs + ms
    for (;;) {
      await settle()
      const next = waiting.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (!next) break
      waiting.splice(waiting.indexOf(next), 1)
      clocks.wallMs += Math.max(0, next.atMs - clocks.monotonicMs)
      clocks.monotonicMs = Math.max(clocks.monotonicMs, next.atMs)
      next.call()
    }
    clocks.wallMs += untilMs - clocks.monotonicMs
    clocks.monotonicMs = untilMs
    await settle()
  }
  /** It was ended, and the computer too: the monotonic clock begins anew. */
  const restart = (offMs: number) => {
    clocks.monotonicMs = 10
    clocks.wallMs += offMs
    return program()
  }
  return { store, close, clocks, program, pass, restart }
}

const limit = (afterMs: number | null = null) => ({ httpStatus: 429, code: null, afterMs })
const good = { httpStatus: 200, code: null, afterMs: null }
const mayAsk = async (pace: Pace, kind: CallKind) => (await pace.turn(kind)) !== null

describe('the pace of one account', () => {
  it('lets five looks a second go, whoever asks for them and however many ask (L4, I14)', async () => {
    const { program, pass, clocks } = await computer()
    const pace = program()
    const wentMs: number[] = []
    for (let n = 0; n < 50; n += 1) void pace.turn(looks).then(() => wentMs.push(clocks.monotonicMs))
    await pass(5 * second)
    expect(wentMs.length).toBeGreaterThanOrEqual(25)
    expect(wentMs.length).toBeLessThanOrEqual(26)
    expect(Math.min(...wentMs.slice(1).map((ms, n) => ms - (wentMs[n] ?? 0)))).toBeGreaterThanOrEqual(200)
    // Uploads have turns of their own.
    expect(pace.nextMs(uploads)).toBe(0)
  })

  it('a limit holds all programs of the home, and those that come later (L4, S2, I14, O66)', async () => {
    const { program, pass, restart } = await computer()
    const [one, other] = [program(), program()]
    expect(await mayAsk(other, looks)).toBe(true)
    one.heard(looks, limit(40 * second), 5_000_000)
    for (const kind of [looks, lists, uploads, generations, runsOf('a')]) {
      expect(await mayAsk(one, kind)).toBe(false)
      expect(await mayAsk(other, kind)).toBe(false)
    }
    await pass(30 * second)
    const later = restart(5 * second)
    expect(await mayAsk(later, looks)).toBe(false)
    expect(later.leftMs(looks)).toBe(5 * second)
    await pass(5 * second)
    expect(await mayAsk(later, looks)).toBe(true)
  })

  it('by a clock that was set back a pause is as long as it was, once, and a day at most (A40, S2)', async () => {
    const { program, restart, pass } = await computer()
    program().heard(looks, limit(hour), 5_000_000)
    const first = restart(-365 * day)
    expect(first.leftMs(looks)).toBe(hour)
    await pass(hour / 2)
    // Counted from the start before: it does not begin anew with each.
    expect(restart(0).leftMs(looks)).toBe(hour / 2)
    program().heard(looks, limit(99 * day), 5_000_000)
    expect(restart(0).leftMs(looks)).toBeLessThanOrEqual(day)
  })

  it('grows where limits come without a time; what left before one is no news of another', async () => {
    const { program, pass, clocks } = await computer()
    const pace = program()
    const lengths: number[] = []
    for (let n = 0; n < 3; n += 1) {
      const sentMs = clocks.monotonicMs
      pace.heard(looks, limit(), sentMs)
      pace.heard(looks, limit(), sentMs - 1)
      lengths.push(pace.leftMs(looks))
      await pass(lengths[n] ?? 0)
    }
    expect(lengths).toEqual([10, 20, 40].map((s) => s * second))
    pace.heard(looks, good, clocks.monotonicMs)
    pace.heard(looks, limit(), clocks.monotonicMs)
    expect(pace.leftMs(looks)).toBe(10 * second)
  })

  it('goes on gently after a pause, and faster with each good answer (L4)', async () => {
    const { program, pass, clocks } = await computer()
    const pace = program()
    pace.heard(looks, limit(second), clocks.monotonicMs)
    await pass(second)
    const gaps: number[] = []
    for (let n = 0; n < 5; n += 1) {
      pace.began(looks)
      gaps.push(pace.nextMs(looks) - clocks.monotonicMs)
      pace.heard(looks, good, clocks.monotonicMs)
      await pass(5 * second)
    }
    expect(gaps).toEqual([1600, 800, 400, 200, 200])
  })

  it('holds in this program also where the disk does not take it', async () => {
    const { close, program } = await computer()
    const pace = program()
    close()
    pace.heard(looks, limit(hour), 5_000_000)
    expect(await mayAsk(pace, looks)).toBe(false)
  })

  it('text that is none of ours holds nobody up', async () => {
    const { store, program } = await computer()
    for (const text of ['', '{', '[]', '{"all":{"fromMs":0,"forMs":-5,"times":1}}', '{"all":"for ever"}']) {
      store.keyValues.setNote('pace:https://service.test', text)
      expect(await mayAsk(program(), looks)).toBe(true)
    }
  })
})

describe('the words for it', () => {
  it('say until when and what becomes of what waits', async () => {
    const { program, pass, clocks } = await computer()
    let told = 0
    const pace = program(() => {
      told += 1
    })
    pace.heard(runsOf('cutout'), limit(hour), 5_000_000)
    const words = pauseWords(pace.pausesLeft(), clocks.wallMs)
    expect(words).toMatch(
      /^The service takes no more orders for cutout until \d\d:\d\d: a limit there, no lack of credits/,
    )
    const receipt = running()
    expect(nextOf(receipt, (kind) => pace.leftMs(kind), clocks.wallMs)).toEqual(receipt.next)
    pace.heard(looks, limit(2 * hour), 5_000_000)
    expect(nextOf(receipt, (kind) => pace.leftMs(kind), clocks.wallMs)).toEqual({
      atMs: clocks.wallMs + 2 * hour,
      words: expect.stringMatching(/^The service asked to be left alone until \d\d:\d\d; checking again$/),
    })
    expect(told).toBe(2)
    await pass(2 * hour)
    // Told when each of them is over, too.
    expect(told).toBe(4)
    expect(pauseWords(pace.pausesLeft(), clocks.wallMs)).toBeNull()
  })
})

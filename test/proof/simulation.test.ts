import { beforeAll, expect, it, vi } from 'vitest'
import { row } from './support/row.ts'
import { Schedule } from './support/simulation/schedule.ts'
import { prepareSharedWorld, type SharedWorld } from './support/simulation/shared-world.ts'

// The computer's edges: its network, its disk, its chance (support/simulation/edges.ts). Everything above is real.
vi.mock('undici', async () => (await import('./support/simulation/network.ts')).undici)
// Ends of real connections are heard of in turns of the event loop; those of this world are no later than its clock says.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setImmediate: () => Promise.resolve(),
}))
vi.mock('node:fs', async (original) => (await import('./support/simulation/fake-fs.ts')).fsOver(await original()))
vi.mock('node:fs/promises', async (original) =>
  (await import('./support/simulation/fake-fs.ts')).fsPromisesOver(await original()),
)
vi.mock('node:crypto', async (original) => (await import('./support/simulation/edges.ts')).cryptoOver(await original()))

let shared: SharedWorld
beforeAll(async () => {
  shared = await prepareSharedWorld()
})

/** Else a change of the plan might leave out without a word what the checks are for. */
const mustBeMet = [
  'sent again',
  'waited as asked',
  'cap',
  'order refused by a cap',
  'stopped by a cap',
  'decision: cap',
  'move',
  'taken out together',
  'taken out in preparation',
  'price rise',
  'decision: price',
  'sent again at a price that was looked at',
  'pause',
  'retry: look',
  'retry: order',
  'key 0',
  'key 1',
  'key 2',
  'key cleared',
  'waits for its key',
  'decision: key',
  'pause of any length',
  'price fall',
  'lists that cannot be read',
  'library away',
  'moved home',
  'copied home',
  'decided late',
  'addresses that die',
  'absurd figures',
  'numbers given twice',
  'retry: left in doubt',
]

/** What schedules of the row met, those of its first ones: the more are looked at, the less it says that each thing was met. */
const countedForMeetings = 600
const met = new Map<string, number>()
let counted = 0
function countMeetings(noted: ReadonlyMap<string, number>): void {
  if (counted === countedForMeetings) return
  counted += 1
  for (const [what, times] of noted) met.set(what, (met.get(what) ?? 0) + times)
}

row(
  {
    name: 'simulation',
    title:
      'whatever fails, crashes or jumps, each step keeps the invariants, caps, places, keys and pauses, and at rest both books agree and nothing is owed (I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I14, O12, O117, A35)',
    small: countedForMeetings,
    large: 1_000_000,
    atOnce: 1,
    // Its clock is not the computer's. One that is given up goes on beside the next ones, in their world.
    caseLimitMs: 3_600_000,
  },
  async ({ seed }) => {
    const { trace, violations, noted } = await new Schedule(seed, shared).run()
    countMeetings(noted)
    if (violations.length > 0)
      throw new Error(`${violations.slice(0, 3).join('; ')}\n${trace().slice(-120).join('\n')}`)
  },
)

it('schedules meet caps, moves, pauses, retries and other keys, and what comes of them', async () => {
  // None where the row ran before; by itself, or after a piece of the row, this test runs what is missing.
  for (let seed = 1; counted < countedForMeetings; seed += 1)
    countMeetings((await new Schedule(seed, shared).run()).noted)
  for (const what of mustBeMet) expect(met.get(what) ?? 0, what).toBeGreaterThan(0)
}, 300_000)

it('a seed replays to the same trace', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const first = await new Schedule(seed, shared).run()
    const second = await new Schedule(seed, shared).run()
    expect({ ...second, trace: second.trace() }).toEqual({ ...first, trace: first.trace() })
  }
}, 300_000)

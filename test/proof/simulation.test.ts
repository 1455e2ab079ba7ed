import { beforeAll, expect, it, vi } from 'vitest'
import { row } from './support/row.ts'
import { type Ground, prepareGround } from './support/simulation/ground.ts'
import { Schedule } from './support/simulation/schedule.ts'

// The computer's edges: its network, its disk, its chance (support/simulation/edges.ts). Everything above is real.
vi.mock('undici', async () => (await import('./support/simulation/network.ts')).undici)
vi.mock('node:fs', async (original) => (await import('./support/simulation/fake-fs.ts')).fsOver(await original()))
vi.mock('node:fs/promises', async (original) =>
  (await import('./support/simulation/fake-fs.ts')).fsPromisesOver(await original()),
)
vi.mock('node:crypto', async (original) => (await import('./support/simulation/edges.ts')).cryptoOver(await original()))

let ground: Ground
beforeAll(async () => {
  ground = await prepareGround()
})

row(
  {
    name: 'simulation',
    title:
      'whatever fails, crashes or jumps, each step keeps the invariants, and at rest both books agree (I1, I2, I3, I4, I5, I6, I7, I8, I9)',
    small: 10_000,
    large: 1_000_000,
    atOnce: 1,
  },
  async ({ seed }) => {
    const { trace, violations } = await new Schedule(seed, ground).run()
    if (violations.length > 0)
      throw new Error(`${violations.slice(0, 3).join('; ')}\n${trace().slice(-120).join('\n')}`)
  },
)

it('a seed replays to the same trace', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const first = await new Schedule(seed, ground).run()
    const second = await new Schedule(seed, ground).run()
    expect({ ...second, trace: second.trace() }).toEqual({ ...first, trace: first.trace() })
  }
})

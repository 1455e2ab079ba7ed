import { randomUUID } from 'node:crypto'
import { uptime } from 'node:os'
import { expect, it } from 'vitest'
import { leaseTiming, type Moment } from '../../../src/domain/studio/lease.ts'
import { partitionOf } from '../../../src/domain/studio/partition.ts'
import type { Database } from '../../../src/engine/studio/database.ts'
import { LeaseKeeper } from '../../../src/engine/studio/lease-keeper.ts'
import { describeStudio, newStudio } from './support/studio.ts'

const timing = leaseTiming(10)

/** A keeper on a computer whose clocks are as they are told to be. */
function keeper(database: Database, name: string, clock: (real: Moment) => Moment) {
  const real = (): Moment => ({
    wallMs: Date.now(),
    monotonicMs: performance.now(),
    uptimeMs: uptime() * 1000,
  })
  return new LeaseKeeper({
    database,
    session: randomUUID(),
    name,
    timing,
    unreachedMs: 30_000,
    unreachedSince: () => null,
    mayGive: () => true,
    onLost: () => undefined,
    now: () => clock(real()),
  })
}

const ofPartition = (partition: number): string => `${partition.toString(16)}0000000-0000-4000-8000-000000000000`
const hours = 3_600_000

describeStudio('leases on computers whose clocks differ', (server) => {
  it('are shared as ever where one clock is hours behind and another ahead, and nobody may send for both (I3)', async () => {
    const { database } = await newStudio(server())
    const behind = keeper(database, 'behind', (real) => ({ ...real, wallMs: real.wallMs - 30 * hours }))
    const ahead = keeper(database, 'ahead', (real) => ({ ...real, wallMs: real.wallMs + 30 * hours }))
    await behind.beat()
    for (let n = 0; n < 3; n += 1) {
      await ahead.beat()
      await behind.beat()
    }
    expect([behind.partitions.length, ahead.partitions.length]).toEqual([8, 8])
    expect(new Set([...behind.partitions, ...ahead.partitions]).size).toBe(16)
    for (let partition = 0; partition < 16; partition += 1) {
      const id = ofPartition(partition)
      expect(partitionOf(id)).toBe(partition)
      expect([behind.mayLeave(id), ahead.mayLeave(id)].filter(Boolean)).toHaveLength(1)
    }
  })

  it('a clock that is set, forwards or back, stops what would be sent until the next renewal (I3)', async () => {
    const { database } = await newStudio(server())
    let off = 0
    const one = keeper(database, 'one', (real) => ({ ...real, wallMs: real.wallMs + off }))
    await one.beat()
    const id = ofPartition(0)
    expect(one.mayLeave(id)).toBe(true)
    for (const to of [-hours, hours]) {
      off = to
      expect(one.mayLeave(id)).toBe(false)
      one.cutOff()
      expect(one.signalOf(id).aborted).toBe(true)
      await one.beat()
      expect([one.mayLeave(id), one.signalOf(id).aborted]).toEqual([true, false])
    }
  })

  it('by a clock that runs slow nothing is sent any more when another takes over (I3)', async () => {
    const { database } = await newStudio(server())
    const slowly = ({ wallMs, monotonicMs, uptimeMs }: Moment): Moment => ({
      wallMs: wallMs * 0.7,
      monotonicMs: monotonicMs * 0.7,
      uptimeMs: uptimeMs * 0.7,
    })
    const slow = keeper(database, 'slow', slowly)
    const other = keeper(database, 'other', (real) => real)
    await slow.beat()
    expect(slow.mayLeave(ofPartition(5))).toBe(true)
    // It renews no more, as one that is cut off or frozen; the other looks as often as it can.
    while (other.partitions.length < 16) {
      await other.beat()
      for (const partition of other.partitions) expect(slow.mayLeave(ofPartition(partition))).toBe(false)
    }
    expect(slow.partitions).toHaveLength(16)
    await slow.beat()
    expect(slow.partitions.filter((partition) => other.partitions.includes(partition))).toEqual([])
  })
})

import { networkPoints, type Point } from '../../../src/engine/platform/failpoints.ts'
import type { Watch } from './incarnation.ts'

/** How a disk says no: full, broken, or a sync whose work may or may not have been done. */
export const diskFaults = ['full', 'broken', 'broken for a while', 'sync lied'] as const
export type DiskFault = (typeof diskFaults)[number]

const network: ReadonlySet<Point> = new Set(networkPoints)

/** A disk that refuses the k-th durable call (from 0), and `for a while` the ones after it; `null` only counts. */
export class FaultyDisk {
  /** The points of its durable calls, in their order. */
  readonly calls: Point[] = []
  readonly #at: number | null
  readonly #fault: DiskFault

  constructor(at: number | null, fault: DiskFault) {
    this.#at = at
    this.#fault = fault
  }

  readonly watch: Watch = (point, side) => {
    // The holder's beat hangs on real time: counted, the k-th call would be another one each time.
    if (network.has(point) || point === 'claim commit') return
    if (side === 'before') this.calls.push(point)
    if (this.#at === null) return
    const wanted = this.#fault === 'sync lied' ? 'after' : 'before'
    const since = this.calls.length - 1 - this.#at
    const lasts = this.#fault === 'broken for a while' ? 5 : 1
    if (side !== wanted || since < 0 || since >= lasts) return
    throw refusal(point, this.#fault)
  }
}

/** As the system, or SQLite, words it. */
function refusal(point: Point, fault: DiskFault): Error {
  const isDatabase = point.endsWith('commit')
  const code = fault === 'full' ? (isDatabase ? 'SQLITE_FULL' : 'ENOSPC') : isDatabase ? 'SQLITE_IOERR_FSYNC' : 'EIO'
  return Object.assign(new Error(`${code}: ${fault}, ${point}`), { code })
}

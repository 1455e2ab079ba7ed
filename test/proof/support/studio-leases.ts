import { partitionOf } from '../../../src/domain/studio/partition.ts'
import type { Database } from '../../../src/engine/studio/database.ts'

interface Step {
  request: string
  revision: number
  phase: string
  fence: string | null
}

const nameOf = ({ request, revision }: Step): string => `${request} ${revision}`

const readSteps = (database: Database): Promise<Step[]> =>
  database.rows<Step>('SELECT request, revision, phase, fence::text AS fence FROM steps')

/** Leases as they stand at one moment, and what was written by then. */
export class LeaseLook {
  readonly #database: Database
  #fences = new Map<number, bigint>()
  #written = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Leases first: what is not among the steps then was written later than these stood. */
  async look(): Promise<void> {
    const leases = await this.#database.rows<{ partition: number; fence: string }>(
      'SELECT partition, fence::text AS fence FROM leases',
    )
    this.#fences = new Map(leases.map(({ partition, fence }) => [partition, BigInt(fence)]))
    this.#written = new Set((await readSteps(this.#database)).map(nameOf))
  }

  /** What was written since then under a lease that another had taken by then: a lease is held until the write stands. */
  async wrongs(): Promise<string[]> {
    const late = (await readSteps(this.#database)).filter((step) => !this.#written.has(nameOf(step)))
    return late.flatMap((step) => {
      const then = this.#fences.get(partitionOf(step.request)) ?? 0n
      return step.fence === null || BigInt(step.fence) >= then
        ? []
        : [`${nameOf(step)} (${step.phase}) was written under the fence ${step.fence} when ${then} stood`]
    })
  }
}

import { hasEnded, isReady, type Trial, type WorkerProcess } from '../../support/studio/trial.ts'
import { isDone, orderUntilDone, wrongsOf } from './studio-judge.ts'
import { cutouts, isOfTaking, type Point, type Scenario } from './studio-points.ts'
import type { Strike } from './studio-strikes.ts'

/** So many orders in vain, and a point is not reached: no case is ever empty. */
const mostOrders = 12
/** So many may be taken by others, who are quicker than one whose lines are watched: then they stand still while it is ordered. */
const racesInVain = 6
const waitMs = 90_000
const creditsOfACutout = 2

/** People who order from workers, of which one is watched, and may be struck. */
export class World {
  readonly #trial: Trial
  readonly #strike: Strike
  readonly #workers: number
  readonly #ends = new AbortController()
  readonly #orders: Promise<void>[] = []
  #total = 0

  constructor(trial: Trial, strike: Strike, workers: number) {
    this.#trial = trial
    this.#strike = strike
    this.#workers = workers
  }

  /** Until the blow is over and all is done that was ordered. @throws where the point is never reached */
  async play({ scenario, name }: Point): Promise<void> {
    try {
      const watched = await this.begin(scenario.from === 'its start')
      await this.lead(scenario, watched, () => this.#strike.hasBegun, isOfTaking(name))
      const came = (): string => [...new Set(this.#strike.seen)].join(' | ')
      await within(this.#strike.begun, () => `it was never reached; it came by ${came()}`)
      // Another person's orders go on meanwhile.
      void this.#order('Ben', cutouts, 1)
      await within(this.#strike.over, () => 'the blow does not end')
      await this.end()
    } finally {
      await this.close()
    }
  }

  /** Starts the workers, the watched one last. */
  async begin(isWatchedFromItsStart: boolean): Promise<WorkerProcess> {
    const [trial, strike] = [this.#trial, this.#strike]
    await Promise.all(Array.from({ length: this.#workers - 1 }, (_, n) => trial.work(`other-${n + 1}`)))
    if (isWatchedFromItsStart) strike.watch()
    const watched = await strike.begin(trial, 'one')
    await trial.until(() => strike.hasBegun || hasEnded(watched) || isReady(watched))
    return watched
  }

  /** Lets happen what leads to the points of a scenario, until they were reached. */
  async lead(scenario: Scenario, watched: WorkerProcess, isReached: () => boolean, isTaking = false): Promise<void> {
    const { from, orders, person, faults } = scenario
    const [trial, strike] = [this.#trial, this.#strike]
    const isOnce = from === 'another joins' || from === 'it ends'
    if (from === 'an order') strike.watch()
    const most = orders === null ? 0 : isOnce ? 1 : mostOrders
    for (let n = 0; orders !== null && n < most && !isReached(); n += 1) {
      await trial.remote.client.faults(...faults)
      if (scenario.isTight) await this.#tighten()
      // Both fit alone, and not both of them.
      if (scenario.isTight) void this.#order('Ben', cutouts, 1)
      const done = this.#order(person, orders, 2 * this.#workers)
      const isUnderWay = (): boolean => watched.lines.some(({ event }) => event === 'request')
      // Another one may have taken it: the next order need not wait for its end.
      const canFollow = isTaking && !scenario.isTight
      const goesOn = isOnce ? trial.until(isUnderWay) : canFollow ? this.#taken(n + 1) : strike.begun
      const isRace = !isTaking || n < racesInVain
      const others = isRace ? [] : trial.workers.filter((worker) => worker !== watched)
      for (const { child } of others) child.kill('SIGSTOP')
      await Promise.race([done, strike.begun, goesOn]).finally(() => {
        for (const { child } of others) child.kill('SIGCONT')
      })
    }
    if (isOnce) strike.watch()
    if (from === 'another joins') await trial.begin('late')
    if (from === 'it ends') watched.child.kill('SIGTERM')
  }

  /** So many commands have an outcome. */
  #taken(count: number): Promise<void> {
    return this.#trial.until(async () => {
      const taken = await this.#trial.database.rows('SELECT id FROM commands WHERE done_at IS NOT NULL')
      return this.#strike.hasBegun || taken.length >= count
    })
  }

  /** All that was ordered is done. */
  async end(): Promise<void> {
    await within(Promise.all(this.#orders), () => 'what was ordered is not done')
    await this.#trial.until(() => isDone(this.#trial, this.#total))
  }

  wrongs(): Promise<string[]> {
    return wrongsOf(this.#trial, this.#total)
  }

  /** People wait no longer. */
  async close(): Promise<void> {
    this.#ends.abort()
    await Promise.allSettled(this.#orders)
  }

  /** What was ordered up to now fits, and one order more. */
  async #tighten(): Promise<void> {
    await Promise.allSettled(this.#orders)
    const held = creditsOfACutout * (this.#total + 2 * this.#workers)
    const { status, stderr } = await this.#trial.administer(['budget', 'studio', 'day', String(held + 1)])
    if (status !== 0) throw new Error(stderr)
  }

  /** @returns when it is done */
  #order(person: string, { words, hasPictures }: NonNullable<Scenario['orders']>, pictures: number): Promise<void> {
    const count = hasPictures ? pictures : 0
    // Pictures are others where the name is of another length.
    const name = person + '-'.repeat(this.#orders.length)
    const order = async (): Promise<void> => {
      const own = await this.#trial.pictures(name, count)
      if (await orderUntilDone(this.#trial, person, [...words, ...own], this.#ends.signal))
        this.#total += Math.max(1, count)
    }
    const done = order()
    // Heard where all are waited for.
    done.catch(() => undefined)
    this.#orders.push(done)
    return done
  }
}

async function within(work: Promise<unknown>, words: () => string): Promise<void> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(words())), waitMs)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(limit))
}

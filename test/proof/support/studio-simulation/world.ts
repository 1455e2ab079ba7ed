import type { Database } from '../../../../src/engine/studio/database.ts'
import { type Chance, chanceOf } from '../random.ts'
import { Time } from '../simulation/time.ts'
import { Clocks } from './clocks.ts'
import { Computer } from './computer.ts'
import { DatabaseLine } from './database-line.ts'
import { Machine } from './machine.ts'
import { ModelDatabase } from './model-database.ts'
import { People, personId } from './people.ts'
import { type Mishap, type Plan, planOfSeed } from './plan.ts'
import { ModelService } from './service.ts'
import { ServiceLine } from './service-line.ts'
import { Watch } from './watch.ts'
import { Weather } from './weather.ts'

/** All that a schedule consists of, put together of its seed. */
export class World {
  readonly time = new Time()
  readonly plan: Plan
  readonly database: ModelDatabase
  readonly service: ModelService
  readonly watch: Watch
  readonly people: People
  readonly machines: Machine[]
  readonly trace: string[] = []
  readonly #chance: Chance
  readonly #weather: Weather

  constructor(seed: number) {
    this.#chance = chanceOf(seed + 1)
    this.plan = planOfSeed(seed)
    this.#weather = new Weather(this.#chance, cutsOf(this.plan), this.plan.roughness, this.plan.fairFromMs)
    const nowMs = (): number => this.time.nowMs
    this.database = new ModelDatabase(nowMs, () => this.watch.committed())
    const { tables } = this.database
    this.service = new ModelService({
      chance: this.#chance,
      nowMs,
      heeds: this.plan.heeds,
      priceOf: (number) => this.people.prices.get(number) ?? 0,
    })
    this.watch = new Watch({
      tables,
      nowMs,
      sessionOf: (computer) => this.machines.find(({ name }) => name === computer.name)?.sessionOf(computer) ?? null,
      isStrict: this.plan.mostStopMs <= strictStopMs,
      note: (words) => this.note(words),
    })
    this.machines = this.plan.machines.map(
      ({ rate, offMs }, n) => new Machine(`worker ${n + 1}`, new Clocks(this.time, rate, offMs), this),
    )
    this.people = this.#letPeopleIn()
  }

  #letPeopleIn(): People {
    const { tables } = this.database
    for (const [n, { name, role, limit }] of this.plan.people.entries())
      tables.people.set(personId(n), { id: personId(n), name, role, limit, lastTurn: null, isDisabled: false })
    for (const budget of this.plan.budgets) tables.budgets.push({ ...budget, perOrder: null })
    const terminal = new Computer('terminal', new Clocks(this.time, 1, 0), this.time)
    const database = this.databaseLineOf(terminal) as unknown as Database
    return new People({ plan: this.plan, chance: this.#chance, tables, terminal, database })
  }

  note(words: string): void {
    this.trace.push(`${String(this.time.nowMs).padStart(8)} ${words}`)
  }

  databaseLineOf(computer: Computer): DatabaseLine {
    return new DatabaseLine({
      database: this.database,
      computer,
      journey: () => this.#weather.journey(computer.name, 'database', this.time.nowMs),
      later: (ms, call) => void this.time.after(ms, null, call),
      onAnswer: (...heard) => this.watch.confirmed(...heard),
    })
  }

  serviceLineOf(computer: Computer): ServiceLine {
    const { lateness, mostStopMs, fairFromMs } = this.plan
    return new ServiceLine({
      service: this.service,
      computer,
      chance: this.#chance,
      watch: this.watch,
      journey: () => this.#weather.journey(computer.name, 'service', this.time.nowMs),
      later: (ms, call) => void this.time.after(ms, null, call),
      lateness,
      stopMs: () => (this.time.nowMs < fairFromMs && this.#chance.percent(5) ? 1 + this.#chance.below(mostStopMs) : 0),
    })
  }

  begin(): void {
    for (const machine of this.machines) machine.start()
    this.people.begin()
    for (const mishap of this.plan.mishaps)
      this.time.after(mishap.atMs, null, () => this.#happens(mishap, this.machines[mishap.machine]))
    for (const { atMs, name, perDay } of this.plan.budgetChanges)
      this.time.after(atMs, null, () => {
        for (const budget of this.database.tables.budgets) if (budget.name === name) budget.perDay = perDay
      })
    for (const { atMs } of this.plan.crashes) this.time.after(atMs, null, () => this.database.crash())
    this.time.after(this.plan.fairFromMs, null, () => {
      for (const machine of this.machines) {
        machine.thaw()
        machine.start()
      }
    })
  }

  #happens({ what, ms }: Mishap, machine: Machine | undefined): void {
    if (machine === undefined) return
    this.note(`${machine.name}: ${what}, ${ms}`)
    switch (what) {
      case 'kill':
        machine.kill()
        this.time.after(ms, null, () => machine.start())
        return
      case 'freeze':
      case 'sleep':
        machine.freeze(what === 'sleep')
        this.time.after(ms, null, () => machine.thaw())
        return
      case 'end':
        machine.end()
        return
      case 'set the clock':
        machine.clocks.set(ms)
        return
      case 'cut from the database':
      case 'cut from the service':
        return
    }
  }
}

/** Longer than that a program stands still only where nothing is promised of its bytes. */
const strictStopMs = 4000

function cutsOf({ mishaps, crashes, machines }: Plan): ConstructorParameters<typeof Weather>[1] {
  const cuts = mishaps.flatMap(({ what, machine, atMs, ms }) =>
    what === 'cut from the database' || what === 'cut from the service'
      ? [
          {
            computer: `worker ${machine + 1}`,
            from: what === 'cut from the database' ? ('database' as const) : ('service' as const),
            sinceMs: atMs,
            untilMs: atMs + ms * (machines.length > 2 ? 2 : 1),
          },
        ]
      : [],
  )
  const away = crashes.map(({ atMs, ms }) => ({
    computer: 'all',
    from: 'database' as const,
    sinceMs: atMs,
    untilMs: atMs + ms,
  }))
  return [...cuts, ...away]
}

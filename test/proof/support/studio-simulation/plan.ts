import { type Chance, chanceOf } from '../random.ts'

/** What happens to one worker's computer, and when. */
export interface Mishap {
  atMs: number
  machine: number
  what: 'kill' | 'freeze' | 'sleep' | 'end' | 'set the clock' | 'cut from the database' | 'cut from the service'
  /** How long it lasts; of the clock, by how much it is set. */
  ms: number
}

export interface OrderPlan {
  atMs: number
  person: number
  credits: number[]
  project: string | null
  /** Its command is sent once more, from elsewhere. */
  isTwice: boolean
}

export interface Plan {
  /** Of each computer, its monotonic clock's rate and how far its wall clock is off. */
  machines: { rate: number; offMs: number }[]
  people: { name: string; role: 'designer' | 'lead'; limit: number | null }[]
  budgets: { scope: 'studio' | 'project' | 'person'; name: string; perDay: number }[]
  /** An administrator sets one of them anew. */
  budgetChanges: { atMs: number; name: string; perDay: number }[]
  orders: OrderPlan[]
  /** Nobody answers what a request asks before that. */
  answersFromMs: number
  /** Nobody leaves a request that asks something. */
  isPatient: boolean
  /** Somebody takes one out that may or may not have been sent. */
  cancelsMs: number[]
  mishaps: Mishap[]
  /** The database is away, and all that was under way in it is gone. */
  crashes: { atMs: number; ms: number }[]
  /** From then on nothing fails any more. */
  fairFromMs: number
  roughness: number
  lateness: { mostMs: number; share: number }
  /** How long a program stands still at most after its last look at the deadline. */
  mostStopMs: number
  heeds: boolean
}

const second = 1000
const hour = 3_600_000
const names = ['Ann', 'Ben', 'Cleo', 'Dan']

const lengths = [200, 3 * second, 8 * second, 11 * second, 14 * second, 20 * second, 40 * second] as const

function mishapsOf(chance: Chance, machines: number, fairFromMs: number): Mishap[] {
  const whats = [
    'kill',
    'kill',
    'freeze',
    'freeze',
    'sleep',
    'end',
    'set the clock',
    'cut from the database',
    'cut from the database',
    'cut from the service',
  ] as const
  return Array.from({ length: chance.below(7) }, () => {
    const what = chance.oneOf(whats)
    const ms =
      what === 'set the clock'
        ? chance.oneOf([-3 * hour, -12 * second, -3 * second, 3 * second, 12 * second, 3 * hour])
        : chance.below(chance.oneOf(lengths)) + (chance.percent(20) ? 9 * second : 0)
    return { atMs: second + chance.below(fairFromMs - second), machine: chance.below(machines), what, ms }
  })
}

function ordersOf(chance: Chance, people: number, untilMs: number): OrderPlan[] {
  return Array.from({ length: 2 + chance.below(3) }, () => ({
    atMs: chance.below(untilMs),
    person: chance.below(people),
    credits: Array.from({ length: 1 + chance.below(2) }, () => 1 + chance.below(12)),
    project: chance.oneOf([null, 'spring']),
    isTwice: chance.percent(25),
  }))
}

function budgetsOf(chance: Chance): Plan['budgets'] {
  const all: Plan['budgets'] = [
    { scope: 'studio', name: '', perDay: 10 + chance.below(60) },
    { scope: 'project', name: 'spring', perDay: 5 + chance.below(30) },
    { scope: 'person', name: 'Ann', perDay: 5 + chance.below(30) },
  ]
  return all.filter(() => chance.percent(40))
}

/** Two kinds of worlds: in the one nothing that has left is later than half a minute; in the other it may be, and the service heeds its number. */
function latenessOf(chance: Chance): Pick<Plan, 'lateness' | 'mostStopMs' | 'heeds'> {
  if (chance.percent(70))
    return { lateness: { mostMs: 20 * second, share: 10 }, mostStopMs: 4 * second, heeds: chance.percent(50) }
  return { lateness: { mostMs: 150 * second, share: 20 }, mostStopMs: 60 * second, heeds: true }
}

/** One of so many schedules is of a crowd. */
const crowdOf = 40

const ordered = (person: number, count: number, atMs: number): OrderPlan => ({
  person,
  atMs,
  credits: Array.from({ length: count }, () => 1),
  project: null,
  isTwice: false,
})

type Crowd = Pick<Plan, 'people' | 'orders' | 'budgets' | 'budgetChanges' | 'answersFromMs'>

/** Somebody orders many at once before others order one each. */
const latecomers = (chance: Chance): Crowd => ({
  people: names.map((name) => ({ name, role: 'lead', limit: null })),
  orders: [ordered(0, 70, 0), ...[1, 2, 3].map((person) => ordered(person, 1, (5 + chance.below(5)) * second))],
  budgets: [],
  budgetChanges: [],
  answersFromMs: 0,
})

/**
 * What somebody ordered waits for an approval, what another did is stopped by their budget, and all of it comes back at one moment,
 * when a third one's has gone on for long; then others order one each.
 */
function returning(chance: Chance): Crowd {
  const backMs = (60 + chance.below(60)) * second
  return {
    people: names.map((name, n) => ({ name, role: 'lead', limit: n === 3 ? 10 : null })),
    orders: [
      ordered(3, 40, 0),
      ordered(0, 50, 0),
      ordered(2, 90, 0),
      ...[1, 2].map((n) => ordered(1, 1, backMs + n * (5 + chance.below(10)) * second)),
    ],
    budgets: [{ scope: 'person', name: 'Ann', perDay: 1000 }],
    budgetChanges: [
      { atMs: (4 + chance.below(6)) * second, name: 'Ann', perDay: 0 },
      { atMs: backMs - second, name: 'Ann', perDay: 1000 },
    ],
    answersFromMs: backMs,
  }
}

/** Nothing fails. */
function crowd(chance: Chance): Plan {
  return {
    machines: Array.from({ length: 2 }, () => ({ rate: 1, offMs: 0 })),
    ...(chance.percent(50) ? latecomers(chance) : returning(chance)),
    isPatient: true,
    cancelsMs: [],
    mishaps: [],
    crashes: [],
    fairFromMs: 0,
    roughness: 0,
    lateness: { mostMs: 0, share: 0 },
    mostStopMs: 0,
    heeds: false,
  }
}

export function planOfSeed(seed: number): Plan {
  const chance = chanceOf(seed)
  if (chance.below(crowdOf) === 0) return crowd(chance)
  const fairFromMs = (12 + chance.below(36)) * second
  const machines = Array.from({ length: 2 + chance.below(3) }, () => ({
    rate: chance.percent(50) ? 1 : 0.9 + chance.next() * 0.2,
    offMs: chance.percent(50) ? 0 : Math.round((chance.next() - 0.5) * 60 * hour),
  }))
  const people = names.slice(0, 2 + chance.below(3)).map((name, n) => ({
    name,
    role: n < 2 ? ('lead' as const) : ('designer' as const),
    limit: chance.percent(25) ? 10 : null,
  }))
  return {
    machines,
    people,
    budgets: budgetsOf(chance),
    budgetChanges: [],
    answersFromMs: 0,
    isPatient: false,
    orders: ordersOf(chance, people.length, fairFromMs * 0.7),
    cancelsMs: Array.from({ length: chance.below(3) }, () => chance.below(fairFromMs)),
    mishaps: mishapsOf(chance, machines.length, fairFromMs),
    crashes: chance.percent(20) ? [{ atMs: chance.below(fairFromMs), ms: chance.below(chance.oneOf(lengths)) }] : [],
    fairFromMs,
    roughness: chance.oneOf([0, 1, 4, 12]),
    ...latenessOf(chance),
  }
}

import { settled, takeClocks } from './edges.ts'
import { World } from './world.ts'

/** So long after the last fault everything must have ended. */
const endsWithinMs = 40 * 60_000
const mostMoments = 400_000

export interface Ran {
  violations: string[]
  trace: string[]
  /** What was met, and how often. */
  noted: ReadonlyMap<string, number>
  seconds: number
}

/** One seed, one schedule: from the first order until everything has ended. */
export async function runSchedule(seed: number): Promise<Ran> {
  const giveBack = takeClocks()
  // Errors that are thrown and caught all the time: nobody reads where.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const world = new World(seed)
  try {
    world.begin()
    await toTheEnd(world)
  } finally {
    giveBack()
    Error.stackTraceLimit = stackTraceLimit
  }
  const { watch, trace, time } = world
  return { violations: watch.violations, trace, noted: metIn(world), seconds: time.nowMs / 1000 }
}

async function toTheEnd(world: World): Promise<void> {
  const { time, watch, plan } = world
  const lastMs = plan.fairFromMs + endsWithinMs
  for (let moments = 0; watch.violations.length === 0; moments += 1) {
    const moment = time.next()
    if (moment === null || time.nowMs > lastMs || moments > mostMoments)
      return watch.tell(`it has not ended: ${openOf(world)}`)
    moment.call()
    await settled()
    if (time.nowMs >= plan.fairFromMs && moments % 16 === 0 && isOver(world)) return atTheEnd(world)
  }
}

function isOver({ people, database: { tables }, watch }: World): boolean {
  if (!people.isQuiet || watch.posts.some(({ hasLeft, isSettled }) => hasLeft && !isSettled)) return false
  for (const { isOpen } of tables.requests.values()) if (isOpen) return false
  return true
}

function openOf({ database: { tables } }: World): string {
  const open = [...tables.requests.values()].filter(({ isOpen }) => isOpen)
  const commands = [...tables.commands.values()].filter(({ isDone }) => !isDone)
  return JSON.stringify([
    open.map(({ receipt }) => receipt.slice(0, 3000)),
    commands.map(({ kind, request, payload }) => [kind, request, payload.slice(0, 100)]),
  ])
}

/** One charge an order, each of them with an owner who has its result. */
function atTheEnd({ service, database: { tables }, watch, people }: World): void {
  for (const { number, charges, fails } of service.jobs.values()) {
    if (charges > 1) watch.tell(`${number} was charged ${charges} times`)
    const row = tables.requests.get(number)
    if (row === undefined) {
      watch.tell(`${number} was paid, and nobody has ordered it`)
      continue
    }
    // What may have been charged somebody may leave, and is told so.
    if (people.left.has(number)) continue
    if (fails ? row.phase !== 'failed' : row.phase !== 'completed')
      watch.tell(`${number} was paid, and is ${row.phase}`)
    if (!fails && !tables.assets.has(`${number} 0 0`)) watch.tell(`the result of ${number} is nowhere`)
  }
}

function metIn({ watch, database: { tables }, trace, plan }: World): Map<string, number> {
  const met = new Map<string, number>()
  const add = (what: string, times: number): void => void met.set(what, (met.get(what) ?? 0) + times)
  add('posts', watch.posts.length)
  add('stood still before it left', watch.posts.filter(({ isBelated }) => isBelated).length)
  for (const { what } of plan.mishaps) add(what, 1)
  for (const { phase } of tables.steps) add(phase, 1)
  for (const { outcome } of tables.commands.values()) add(outcome?.includes('"refused"') ? 'refused' : 'done', 1)
  add('sent again', watch.posts.length - new Set(watch.posts.map(({ number }) => number)).size)
  add(
    'taken over',
    tables.leases.reduce((sum, { fence }) => sum + Math.max(0, fence - 1), 0),
  )
  add('cannot start', trace.filter((words) => words.includes('cannot start')).length)
  return met
}

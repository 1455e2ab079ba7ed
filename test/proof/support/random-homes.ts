import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { RequestEffect } from '../../../src/domain/request/events.ts'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { step } from '../../../src/domain/request/step.ts'
import { openStore, type Store } from '../../../src/engine/store/store.ts'
import { eventOf, startMs, turns } from '../../support/random-events.ts'
import { receiptOf, skillOrder, timing } from '../../support/receipts.ts'
import { fastFolder } from './fast-folder.ts'
import { isNews } from './news.ts'
import { type Chance, chanceOf } from './random.ts'

/** The files of a home at one moment of its life. Null: not there. */
export interface HomeFiles {
  database: Buffer | null
  wal: Buffer | null
  journal: Buffer | null
}

export interface Moment extends HomeFiles {
  salt: Buffer
  /** Every receipt as it was written last. */
  truth: Receipt[]
}

export const names = { database: 'printroom.db', wal: 'printroom.db-wal', journal: 'receipts.journal' } as const

/** A life of one request, as the steps that are written down. */
function lifeOf(start: Receipt, seed: number): { after: Receipt; timeline: ReturnType<typeof step>['timeline'] }[] {
  const [life = []] = fc.sample(turns, { seed, numRuns: 1 })
  const steps = [{ after: start, timeline: [] as ReturnType<typeof step>['timeline'] }]
  let [receipt, planned, nowMs]: [Receipt, RequestEffect | null, number] = [
    start,
    { do: 'prepare', afterMs: 0 },
    startMs,
  ]
  for (const turn of life) {
    const { event } = eventOf(turn, planned, nowMs)
    nowMs = event.atMs
    const made = step(receipt, event, timing)
    planned = made.effect ?? planned
    if (!isNews(receipt, made)) continue
    receipt = { ...made.receipt, revision: receipt.revision + 1 }
    steps.push({ after: receipt, timeline: made.timeline })
  }
  return steps
}

/** A home whose requests lived at random, seen at several moments: while it was open, as a crash leaves it, and closed. */
export async function randomHome(seed: number): Promise<Moment[]> {
  const chance = chanceOf(seed)
  const folder = fastFolder()
  try {
    const truth = new Map<string, Receipt>()
    const moments: Moment[] = []
    let store = await openStore(folder)
    store.keyValues.setNote('paused', chance.percent(50) ? 'yes' : 'no')
    const lives = Array.from({ length: 2 + chance.below(30) }, (_, n) =>
      lifeOf(newOrder(chance, n), chance.below(2 ** 31)),
    )
    const total = lives.reduce((sum, { length }) => sum + length, 0)
    const moment = (): void => void moments.push(momentOf(folder, truth))
    // One that is closed often has it all in its database, one that is not in its log, and others a part in each.
    const closes = chance.oneOf([0, 2, 2, 12])
    for (let done = 0; lives.some(({ length }) => length > 0); done += 1) {
      save(store, chance, lives, truth)
      if (done % Math.max(3, Math.floor(total / 6)) === 2) moment()
      if (chance.percent(closes)) {
        store.close()
        moment()
        store = await openStore(folder)
      }
    }
    moment()
    store.close()
    moment()
    return moments
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const idOf = (chance: Chance): string => {
  const hex = Array.from({ length: 32 }, () => chance.below(16).toString(16)).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function newOrder(chance: Chance, index: number): Receipt {
  const credits = chance.percent(10) ? null : chance.below(40)
  const order = receiptOf({
    id: idOf(chance),
    batch: chance.percent(30) ? { id: idOf(chance), index, size: 32 } : null,
    consent: { atMs: startMs, credits, by: 'terminal', ceilingCredits: null },
  })
  return {
    ...order,
    ...(chance.percent(50) ? { order: skillOrder } : {}),
    quote: { ...order.quote, price: credits === null ? 'unknown' : 'known', credits },
  }
}

/** The next steps of one or a few requests, in one. */
function save(store: Store, chance: Chance, lives: ReturnType<typeof lifeOf>[], truth: Map<string, Receipt>): void {
  const going = lives.filter(({ length }) => length > 0)
  const steps = Array.from({ length: chance.percent(20) ? 3 : 1 }, () => going[chance.below(going.length)])
    .filter((life, n, all) => all.indexOf(life) === n)
    .map((life) => life?.shift())
    .filter((one) => one !== undefined)
  store.receipts.save(steps)
  for (const { after } of steps) truth.set(after.id, after)
}

function momentOf(folder: string, truth: Map<string, Receipt>): Moment {
  const read = (name: string): Buffer | null => {
    const path = join(folder, name)
    return existsSync(path) ? readFileSync(path) : null
  }
  return {
    database: read(names.database),
    wal: read(names.wal),
    journal: read(names.journal),
    salt: read('salt') ?? Buffer.alloc(0),
    truth: [...truth.values()],
  }
}

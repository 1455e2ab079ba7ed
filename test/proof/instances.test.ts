import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { openStore } from '../../src/engine/store/store.ts'
import { disc } from '../practice/support/images.ts'
import { bundle } from '../support/bundle.ts'
import { type Instance, Instances } from './support/instances.ts'
import type { Operation } from './support/operations.ts'
import { wrongsOf } from './support/oracle.ts'
import { paidPosts } from './support/paid-posts.ts'
import { type Chance, chanceOf } from './support/random.ts'
import { Remote, temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'

/** Half a minute may pass before a resend would be asked of a person. */
const scale = 30
const patienceMs = 60_000
const kinds: readonly [Operation, ...Operation[]] = ['picture', 'picture', 'picture', 'cutout', 'poster']

let remote: Remote
let program = ''
beforeAll(async () => {
  program = await bundle('test/proof/support/instance-worker.ts')
  remote = await Remote.open({ timeScale: scale })
})
afterAll(() => remote.close())

row(
  {
    name: 'instances',
    title:
      'of 2 to 8 instances at one home, whichever dies while it drives, another takes over and each order is charged once (I3, I5, I8, O118)',
    small: 3,
    large: 300,
    atOnceAlone: 4,
    caseLimitMs: 240_000,
  },
  async ({ index, seed }) => {
    const chance = chanceOf(seed)
    const folder = temporaryFolder()
    const [home, picture] = [join(folder, 'home'), join(folder, 'disc.png')]
    writeFileSync(picture, await disc())
    const instances = new Instances(program, home, remote.url, remote.key, scale, picture)
    try {
      // Two, five and eight first.
      const count = 2 + ((3 * index) % 7)
      for (let n = 0; n < count; n += 1) instances.start()
      await instances.until(() => (instances.alive.every(({ isThere }) => isThere) ? true : null), patienceMs, 'all')
      const lived = await livesAndDeaths(instances, chance, { count, isPutToSleepFirst: index % 3 === 1 })
      await endsWell(instances, home, lived)
    } finally {
      await instances.killAll()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    }
  },
)

interface Lived {
  ordered: number
  /** How many have driven, one after the other. */
  holders: number
}

/** Orders come in at any of them while the one that drives is killed, or stopped for a while, again and again. */
async function livesAndDeaths(
  instances: Instances,
  chance: Chance,
  { count, isPutToSleepFirst }: { count: number; isPutToSleepFirst: boolean },
): Promise<Lived> {
  let ordered = 0
  const orderSome = (): void => {
    for (let n = 1 + chance.below(3); n > 0; n -= 1) {
      instances.alive[chance.below(instances.alive.length)]?.order(chance.oneOf(kinds))
      ordered += 1
    }
  }
  orderSome()
  const deaths = 1 + chance.below(Math.min(3, count - 1))
  for (let n = 0; n < deaths; n += 1) {
    const holder = await instances.until(() => instances.holder, patienceMs, 'one that drives')
    await pause(chance.below(500))
    if (chance.percent(25)) orderSome()
    if (chance.percent(5) || (n === 0 && isPutToSleepFirst)) {
      await sleeps(instances, holder)
      continue
    }
    await holder.kill()
    await successor(instances, holder, patienceMs)
    if (chance.percent(40)) orderSome()
    if (chance.percent(30)) instances.start()
  }
  orderSome()
  return { ordered, holders: 1 + deaths }
}

/** One that has driven since: on a computer with too much to do it may have taken over already when the other is struck. */
const successor = (instances: Instances, gone: Instance, limitMs: number): Promise<Instance> =>
  instances.until(
    () => instances.alive.find((one) => one !== gone && one.drivesSinceMs > gone.drivesSinceMs) ?? null,
    limitMs,
    'another that drives',
  )

/** As a computer that is put to sleep for one of them alone: it goes on later, under a claim that may be gone by then. */
async function sleeps(instances: Instances, holder: Instance): Promise<void> {
  holder.stop()
  // One that was stopped in the midst of a write holds the database's lock, and nobody can take over from it.
  await successor(instances, holder, 8000).catch(() => null)
  holder.goOn()
}

async function endsWell(instances: Instances, home: string, { ordered, holders }: Lived): Promise<void> {
  const folders = foldersFor(home, false)
  const store = await openStore(folders.data)
  try {
    const openOnes = (): string[] => store.receipts.list({ open: true }).map(({ id, phase }) => `${id} ${phase}`)
    const told = (): string[] =>
      instances.lines.filter((line) => line.startsWith('ordered ')).map((line) => line.slice(8))
    const isQuiet = (): true | null =>
      instances.alive.every(({ hasAnswered }) => hasAnswered) && openOnes().length === 0 ? true : null
    await instances.until(isQuiet, patienceMs, 'the end of all orders').catch((error: unknown) => {
      throw new Error(`${String(error)}; open: ${openOnes().join(', ')}`)
    })
    // Those whose killed instance never came to it are not there; what was told of is.
    const receipts = store.receipts.list({})
    expect(receipts.length).toBeLessThanOrEqual(ordered)
    const ids = receipts.map(({ id }) => id)
    for (const id of told()) expect(ids).toContain(id)
    for (const { id, phase } of receipts) expect(`${id} ${phase}`).toBe(`${id} completed`)
    const refused = instances.lines.filter((line) => line.startsWith('not ordered'))
    // Nothing was ordered then, and whoever asked was told.
    for (const words of refused) expect(words).toContain('database is locked')
    const all = await remote.ledger()
    const ledger = {
      ...all,
      entries: all.entries.filter(({ requestId }) => requestId !== null && ids.includes(requestId)),
    }
    expect(wrongsOf({ store, library: folders.library, ledger })).toEqual([])
    const posts = await paidPosts(remote.client)
    for (const id of ids) {
      const bodies = posts.get(id) ?? []
      expect(new Set(bodies).size).toBe(1)
      // Who drives sends an order once; only a death in between lets the next one send it again.
      expect(bodies.length).toBeLessThanOrEqual(holders)
    }
    expect(ledger.entries.filter(({ kind }) => kind === 'charge')).toHaveLength(ids.length)
  } finally {
    store.close()
  }
}

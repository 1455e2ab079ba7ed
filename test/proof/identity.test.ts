import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll } from 'vitest'
import { LiveList } from '../../src/engine/catalogue/live-list.ts'
import { readModels } from '../../src/engine/catalogue/read-lists.ts'
import { fingerprintOf } from '../../src/engine/key/fingerprint.ts'
import type { PerformDeps } from '../../src/engine/queue/perform.ts'
import { Service } from '../../src/engine/remote/service.ts'
import { Life } from './support/identity-life.ts'
import { MemoryStore } from './support/memory-store.ts'
import { chanceOf } from './support/random.ts'
import { RecordingWire, type Sent } from './support/recording-wire.ts'
import { row } from './support/row.ts'
import { picturesIn, sealedOrder } from './support/sealed-orders.ts'

const origin = 'https://service.test'
const keys = { own: 'svc_sk_own', other: 'svc_sk_other' } as const
const fingerprints = { own: fingerprintOf(keys.own, 'salt'), other: fingerprintOf(keys.other, 'salt') }

const store = new MemoryStore()
const pictures = picturesIn(store.folder, chanceOf(1))
const wire = new RecordingWire()
afterAll(async () => {
  store.close()
  await wire.close()
})

row(
  {
    name: 'identity',
    title:
      'over restarts and retries of every kind a request keeps its number, its bytes and its key (I2, I4, O47, O53, O58, O59, O61)',
    small: 1000,
    large: 1_000_000,
  },
  async ({ seed }) => {
    const chance = chanceOf(seed)
    wire.begin(chance)
    const fromJournal = store.begin()
    const { order, body, bytes } = await sealedOrder(chance, pictures, fingerprints.own)
    let held: 'own' | 'other' | null = 'own'
    const service = new Service(
      wire,
      async () => ({ base: origin, key: held === null ? null : keys[held] }),
      () => undefined,
    )
    const heldKey = (): string | null => (held === null ? null : fingerprints[held])
    const life = new Life({
      receipts: store.receipts,
      fromJournal,
      deps: depsOf(service, heldKey),
      chance,
      order,
      body,
      changeKey: () => {
        held = chance.oneOf(['own', 'own', 'other', null])
      },
      heldKey,
    })
    for (let turns = 4 + chance.below(14); turns > 0 && !life.isOver; turns -= 1) {
      const spoiled = chance.percent(2) ? spoil(chance.below(pictures.length)) : null
      try {
        await life.turn()
      } finally {
        spoiled?.mend()
      }
    }
    for (const sent of wire.sent) isTheSame(sent, bytes)
  },
)

/** What preparation and fetching would need is not there: nothing of it may be reached. */
function depsOf(service: Service, keyFingerprint: () => string | null): PerformDeps {
  const unreached = (): never => {
    throw new Error('only paid requests are sent here')
  }
  const models = new LiveList({
    service,
    keyValues: store.keep,
    origin,
    now: Date.now,
    name: 'models',
    path: '/api/models',
    freshMs: 0,
    read: readModels,
  })
  // A look-up that finds nothing asks what it costs now, for the question that may come of it.
  const prices = { priceNow: async () => null }
  const guarded = new Proxy({ models, prices } as unknown as PerformDeps['prepare'], {
    get: (target, name) => (name === 'models' || name === 'prices' ? target[name] : unreached()),
  })
  const home = new Proxy({} as PerformDeps['home'], { get: unreached })
  return { service, now: Date.now, keyFingerprint, onBalance: () => undefined, prepare: guarded, home }
}

/** A prepared file that is no longer what it was: what is made of it must not be sent. */
function spoil(index: number): { mend(): void } | null {
  const picture = pictures[index]
  if (picture === undefined) return null
  const bytes = readFileSync(picture.path)
  writeFileSync(picture.path, Buffer.concat([bytes, Buffer.from([1])]))
  return { mend: () => writeFileSync(picture.path, bytes) }
}

function isTheSame(sent: Sent, bytes: Buffer): void {
  if (!sent.bytes.equals(bytes)) throw new Error(`other bytes were sent: ${sent.bytes.toString('utf8', 0, 300)}`)
  if (sent.bearer !== keys.own) throw new Error('it was sent with another key')
}

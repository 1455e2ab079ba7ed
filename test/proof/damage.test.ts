import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Receipt } from '../../src/domain/request/receipt.ts'
import { openStore, type Store } from '../../src/engine/store/store.ts'
import { damagesOfDatabase, damagesOfJournal } from './support/damages.ts'
import { fastFolder } from './support/fast-folder.ts'
import { type Chance, chanceOf } from './support/random.ts'
import { type HomeFiles, type Moment, names, randomHome } from './support/random-homes.ts'
import { row } from './support/row.ts'
import { looksNewer, setAsideIn, wrongRows } from './support/rows.ts'

/** Homes are made once and damaged many times: each by its own number, so that a case can be made again. */
const homes = new Map<number, Promise<Moment[]>>()
const howManyHomes = 60
/** Before the next home has its turn. */
const casesOfAHome = 25
const homeNumber = (n: number): Promise<Moment[]> => {
  const known = homes.get(n) ?? randomHome(n)
  homes.set(n, known)
  return known
}

row(
  {
    name: 'damage',
    title:
      'whatever is damaged of the database or of the journal, while the other is whole no receipt is lost and no sum is wrong (I5, I8)',
    small: 5 * casesOfAHome,
    large: 10_000,
  },
  async ({ index, seed }) => {
    const chance = chanceOf(seed)
    const which = Math.floor(index / casesOfAHome) % howManyHomes
    const home = await homeNumber(which)
    const foreign = await homeNumber((which + 1) % howManyHomes)
    const at = chance.below(home.length)
    const moment = momentAt(home, at)
    const others = {
      earlier: momentAt(home, chance.below(at + 1)),
      foreign: momentAt(foreign, chance.below(foreign.length)),
    }
    const files: HomeFiles = { database: moment.database, wal: moment.wal, journal: moment.journal }
    // Each kind of damage has its turn; what comes on top harms the same copy.
    const first = index % (damagesOfDatabase.length + damagesOfJournal.length)
    const damages = first < damagesOfDatabase.length ? damagesOfDatabase : damagesOfJournal
    const done: string[] = []
    for (let n = 0, most = howMany(chance); n < most; n += 1) {
      const at = n === 0 ? first % damagesOfDatabase.length : chance.below(damages.length)
      const [name, damage] = damages[at] ?? ['none', () => undefined]
      damage(files, chance, others)
      done.push(name)
    }
    const words = `${damages === damagesOfJournal ? 'journal' : 'database'} with ${done.join(', ') || 'no damage'}`
    await comesBack(moment, files, chance).catch((error: unknown) => {
      throw new Error(`${words}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    })
  },
)

/** Mostly one; sometimes none, since a whole home must not be called damaged. */
const howMany = (chance: Chance): number => (chance.percent(5) ? 0 : chance.percent(75) ? 1 : 2 + chance.below(2))

const momentAt = (home: Moment[], at: number): Moment => {
  const found = home[at]
  if (found === undefined) throw new Error('a home without moments')
  return found
}

async function comesBack(moment: Moment, files: HomeFiles, chance: Chance): Promise<void> {
  const folder = fastFolder()
  try {
    for (const [file, name] of Object.entries(names)) {
      const bytes = files[file as keyof HomeFiles]
      if (bytes !== null) writeFileSync(join(folder, name), bytes)
    }
    writeFileSync(join(folder, 'salt'), moment.salt)
    writeFileSync(join(folder, 'ballast'), '')
    const truth = [...moment.truth]
    let store = await openStore(folder)
    try {
      tells(wrongsOf(store, truth))
      if (isSame(files, moment)) tells(store.notices)
      // A flipped bit in the version's number: it is not touched, and all of it can be read.
      if (store.readOnly) return
      const goesOn = truth[chance.below(truth.length)]
      if (goesOn !== undefined) {
        const after: Receipt = { ...goesOn, revision: goesOn.revision + 1, updatedAtMs: goesOn.updatedAtMs + 1 }
        store.receipts.save([{ after, timeline: [] }])
        truth[truth.indexOf(goesOn)] = after
      }
      store.close()
      store = await openStore(folder)
      // Which receipts are set aside is looked at by itself.
      const notices = store.notices.filter((notice) => !notice.startsWith('Receipt '))
      tells([...notices, ...wrongsOf(store, truth)].map((wrong) => `opened again, ${wrong}`))
    } finally {
      store.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tells(wrongs: string[]): void {
  if (wrongs.length > 0) throw new Error(`${wrongs.slice(0, 5).join('; ')} (${wrongs.length} in all)`)
}

const isSame = (files: HomeFiles, { database, wal, journal }: Moment): boolean =>
  files.database === database && files.wal === wal && files.journal === journal

/** Both copies are whole again, and tell the same. */
function wrongsOf(store: Store, truth: Receipt[]): string[] {
  const wrongs = store.readOnly && !looksNewer(store.paths.database) ? ['it can only be looked at'] : []
  wrongs.push(...setAsideIn(store.paths.database).map((id) => `${id} was set aside`))
  for (const [copy, receipts] of [
    ['database', store.receipts.list({})],
    ['journal', [...store.receipts.fromJournal().values()]],
  ] as const) {
    const found = new Map(receipts.map((receipt) => [receipt.id, receipt]))
    if (found.size !== receipts.length) wrongs.push(`a receipt stands twice in the ${copy}`)
    for (const receipt of truth) {
      const other = found.get(receipt.id)
      if (other === undefined) wrongs.push(`${receipt.id} is lost in the ${copy}`)
      else if (other.revision !== receipt.revision)
        wrongs.push(`${receipt.id} is at ${other.revision} in the ${copy}, not at ${receipt.revision}`)
      else if (!isDeepStrictEqual(written(other), written(receipt)))
        wrongs.push(`${receipt.id} reads otherwise in the ${copy}`)
      found.delete(receipt.id)
    }
    wrongs.push(...[...found.keys()].map((id) => `${id} is not of this home and stands in the ${copy}`))
  }
  if (!store.readOnly) wrongs.push(...wrongRows(store.paths.database, truth))
  return wrongs
}

/** As it is after it was stored: what is undefined is not there. */
const written = (receipt: Receipt): unknown => JSON.parse(JSON.stringify(receipt))

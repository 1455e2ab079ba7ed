import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Images } from '../../../src/engine/images/port.ts'
import { databaseName } from '../../../src/engine/platform/file-names.ts'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { libraryNote } from '../../../src/engine/store/rebuild.ts'
import { restoreBackup } from '../../../src/engine/store/restore.ts'
import { startImages } from '../../support/image-worker.ts'
import { allDone, type Incarnation, incarnate } from './incarnation.ts'
import { type Operation, operations, order } from './operations.ts'
import { wrongsOf } from './oracle.ts'
import { Remote, temporaryFolder } from './remote.ts'

/** What the lives of a row have in common: the service, the image worker, and a small picture. */
export class Stage {
  readonly remote: Remote
  readonly images: Images
  readonly picture: string
  readonly #folder: string

  private constructor(remote: Remote, folder: string) {
    this.remote = remote
    this.#folder = folder
    this.images = startImages(join(folder, 'prepared'))
    this.picture = join(folder, 'disc.png')
  }

  static async open(): Promise<Stage> {
    const stage = new Stage(await Remote.open(), temporaryFolder())
    await sharp({ create: { width: 48, height: 32, channels: 3, background: '#c83' } })
      .png()
      .toFile(stage.picture)
    return stage
  }

  async close(): Promise<void> {
    await this.images.close()
    await this.remote.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** One life of the app in a home. */
export interface Life {
  stage: Stage
  home: string
  /** Told what must be closed, whatever happens. */
  keep: (made: Incarnation) => void
  /** Ends what waits when it died. */
  signal: AbortSignal
}

/** Something the app does that may be cut off, or fail, at any moment. */
export interface Scenario {
  name: string
  /** Undisturbed, before it. */
  before?: (stage: Stage, home: string) => Promise<void>
  act: (life: Life) => Promise<void>
}

async function opened({ stage, home, keep }: Life): Promise<Incarnation> {
  const made = await incarnate(home, stage.remote, { images: stage.images })
  keep(made)
  made.engine.driver.start()
  return made
}

/** A home with one picture that was paid for, brought home, and backed up. */
async function wellKept(stage: Stage, home: string): Promise<void> {
  const made = await incarnate(home, stage.remote, { images: stage.images })
  try {
    made.engine.driver.start()
    await order(made.calls, 'picture', stage.picture)
    await allDone(made)
    await made.engine.store.backups.make(Date.now())
  } finally {
    await made.engine.close()
  }
}

async function orderAndWait(life: Life, operation: Operation): Promise<Incarnation> {
  const made = await opened(life)
  await order(made.calls, operation, life.stage.picture)
  await allDone(made, life.signal)
  return made
}

export const orderScenarios: Scenario[] = operations.map((operation) => ({
  name: operation,
  act: async (life) => void (await orderAndWait(life, operation)),
}))

export const upkeepScenarios: Scenario[] = [
  {
    name: 'a backup',
    act: async (life) => {
      const { engine } = await orderAndWait(life, 'poster')
      engine.driver.pause(true)
      engine.driver.pause(false)
      await engine.store.backups.make(Date.now())
      engine.store.assets.markTrashed(['no such file'], Date.now())
    },
  },
  {
    name: 'a restore',
    before: wellKept,
    act: async ({ stage, home }) => {
      const { engine } = await incarnate(home, stage.remote, { images: stage.images })
      const [newest = ''] = engine.store.backups.list()
      await engine.close()
      const store = await restoreBackup(foldersFor(home, false).data, newest)
      store.close()
    },
  },
  {
    name: 'a rebuild',
    before: async (stage, home) => {
      await wellKept(stage, home)
      writeFileSync(join(foldersFor(home, false).data, databaseName), 'not a database any more, whatever it was before')
    },
    act: async (life) => allDone(await opened(life), life.signal),
  },
]

/** Opens the home and drives what is open to its end. */
export const driveToEnd: Scenario['act'] = async (life) => allDone(await opened(life), life.signal)

/** Does it, and then compares home and service's books. Throws with what is wrong. */
export async function endsConsistent(act: Scenario['act'], life: Life): Promise<void> {
  const made: Incarnation[] = []
  const keep = (one: Incarnation) => {
    made.push(one)
    life.keep(one)
  }
  await act({ ...life, keep })
  const { engine } = made.at(-1) ?? (await opened({ ...life, keep }))
  const { store, options } = engine
  // After the database was made anew the library is looked through while the engine is open already.
  for (let tries = 0; tries < 200 && store.keyValues.note(libraryNote) !== 'yes'; tries += 1) await pause(10)
  const ids = store.receipts.list({}).map(({ id }) => id)
  const ledger = await life.stage.remote.ledger()
  const wrongs = wrongsOf({ store, library: options.folders.library, ledger, ids })
  for (const id of store.receipts.setAside()) wrongs.push(`${id} was set aside`)
  if (wrongs.length > 0) throw new Error(wrongs.join('; '))
}

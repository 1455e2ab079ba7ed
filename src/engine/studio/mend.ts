import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Engine } from '../engine.ts'
import { hashFile } from '../platform/files.ts'
import { type CommandOutcome, endAlone, insertCommand, payloadOf, type StudioCommand } from './commands.ts'
import type { Database } from './database.ts'
import type { MarkedFiles } from './marked-files.ts'
import type { OwnFolders } from './shared-paths.ts'

/** Files that the studio counts as kept and that its store does not have: whoever has one puts it back. */
export const mendKind = 'mend'

const payloadForm = z.object({ files: z.array(z.string().regex(/^[\da-f]{64}$/)) })

/** So long after a look at what nobody here had: a home's disk may be back, or another worker have put its own. */
const againMs = 60_000

interface Mending {
  /** Seen in the store. */
  whole: Set<string>
  /** Monotonic; infinite while it is under way. */
  dueMs: number
}

interface MenderDeps {
  database: Database
  files: MarkedFiles
  folders: OwnFolders
  engine: Pick<Engine, 'store' | 'place'>
  session: string
  timeScale: number
  isEnding: () => boolean
}

/** A worker's part in it: what its own home has, whole, it puts back. What nobody has stays owed, and the command open. */
export class Mender {
  readonly #deps: MenderDeps
  readonly #all = new Map<string, Mending>()

  constructor(deps: MenderDeps) {
    this.#deps = deps
  }

  isDue(id: string): boolean {
    return (this.#all.get(id)?.dueMs ?? 0) <= performance.now()
  }

  /** @throws StudioError where the store is not there, or does not take it: it is due again after a while */
  async mend(command: StudioCommand): Promise<void> {
    const { id } = command
    const { database, session, isEnding, timeScale } = this.#deps
    const mending = this.#all.get(id) ?? { whole: new Set(), dueMs: 0 }
    this.#all.set(id, mending)
    mending.dueMs = Number.POSITIVE_INFINITY
    try {
      const read = payloadForm.safeParse(payloadOf(command))
      if (!read.success) return void (await endAlone(database, id, unread, session))
      for (const sha256 of read.data.files) {
        if (isEnding()) return
        if (!mending.whole.has(sha256) && (await this.#putBack(sha256))) mending.whole.add(sha256)
      }
      if (mending.whole.size === new Set(read.data.files).size) await endAlone(database, id, done, session)
    } finally {
      mending.dueMs = performance.now() + againMs / timeScale
    }
  }

  /** @returns whether the store has it now */
  async #putBack(sha256: string): Promise<boolean> {
    const { files, folders, engine } = this.#deps
    if (await files.has(sha256)) return true
    const own = engine.store.assets.placesOf(sha256).map((relativePath) => engine.place.pathOf({ relativePath }))
    for (const path of [...own, join(folders.bodies, sha256), join(folders.sources, sha256)]) {
      if ((await hashFile(path).catch(() => null))?.sha256 !== sha256) continue
      await files.put(path, sha256)
      return true
    }
    return false
  }
}

const done: CommandOutcome = { is: 'done', requests: [] }
const unread: CommandOutcome = { is: 'refused', code: 'unfit', message: 'It names no files. Nothing was put back.' }

/**
 * Asks the workers for files that are missing. It takes the place of what was asked before: that is missing still, or not any more.
 * @param files none: nothing is missing
 */
export const askToMend = (database: Database, person: string, files: readonly string[]): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.rows(
      `UPDATE commands SET done_at = clock_timestamp(), outcome = $2 WHERE kind = $1 AND done_at IS NULL`,
      [mendKind, JSON.stringify(done)],
    )
    if (files.length === 0) return
    const payload = JSON.stringify({ files: [...new Set(files)] })
    await insertCommand(transaction, { id: randomUUID(), person, kind: mendKind, payload })
  })

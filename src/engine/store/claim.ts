import { type ProcessPlace, thisPlace } from '../platform/process-place.ts'
import { commit } from './commit.ts'
import type { Db } from './db.ts'
import { isInPlace } from './reopenable-database.ts'
import { statement } from './statements.ts'

interface ClaimRow {
  holder: string
  pid: number
  /** The place of its process and when that began (process-place.ts); the computer's name alone from earlier versions. */
  host: string
  fence: number
  beat: number
}

/** A holder of this place whose beat has not moved for this long, by the watcher's own monotonic clock, has stopped. */
const silentAfterMs = 3000
/** The same of one whose process number says nothing here: its disk may be a slow one on a network. */
const silentElsewhereAfterMs = 10_000

/**
 * Which process drives the queue of one service: a row in the database, so that it dies with nobody's memory.
 * The holder beats; each take-over raises the fence, and a write under an old fence is refused inside the write lock.
 */
export class Claim {
  readonly #db: Db
  readonly #name: string
  readonly #holder: string
  readonly #place: ProcessPlace
  #fence = 0
  #seen: { beat: number; fence: number; sinceMs: number } | null = null

  constructor(db: Db, name: string, holder: string, place: ProcessPlace = thisPlace()) {
    this.#db = db
    this.#name = name
    this.#holder = holder
    this.#place = place
  }

  get held(): boolean {
    return this.#fence > 0
  }

  /**
   * Takes the claim if it is free, if its holder's process is gone, or if its beat has stopped.
   * @param monotonicMs the caller's monotonic clock
   */
  tryTake(monotonicMs: number): boolean {
    return commit('claim commit', this.#db, () => {
      const row = this.#row()
      if (row && row.holder !== this.#holder && !this.#isDead(row, monotonicMs)) return false
      const fence = (row?.fence ?? 0) + 1
      this.#db
        .prepare(
          `INSERT INTO claims (name, holder, pid, host, fence, beat) VALUES (?, ?, ?, ?, ?, 0)
             ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, pid = excluded.pid, host = excluded.host,
               fence = excluded.fence, beat = 0`,
        )
        .run(this.#name, this.#holder, process.pid, this.#ownHost(), fence)
      this.#fence = fence
      return true
    })
  }

  #ownHost(): string {
    return `${this.#place.text} ${this.#place.startOf(process.pid) ?? '-'}`
  }

  #isDead(row: ClaimRow, monotonicMs: number): boolean {
    if (row.holder === '') return true
    const isOfHere = row.host.slice(0, row.host.lastIndexOf(' ')) === this.#place.text
    if (isOfHere && this.#place.knowsProcesses && this.#isGone(row)) return true
    if (this.#seen?.beat !== row.beat || this.#seen.fence !== row.fence) {
      this.#seen = { beat: row.beat, fence: row.fence, sinceMs: monotonicMs }
      return false
    }
    return monotonicMs - this.#seen.sinceMs > (isOfHere ? silentAfterMs : silentElsewhereAfterMs)
  }

  /** No process of that number, or one that began later and has it by chance. */
  #isGone({ pid, host }: ClaimRow): boolean {
    if (!isAlive(pid)) return true
    const began = host.slice(this.#place.text.length + 1)
    const begins = this.#place.startOf(pid)
    return began !== '-' && begins !== null && begins !== began
  }

  /** Whoever looks has stood still itself: a silence that it has not watched is none. */
  lookAnew(): void {
    this.#seen = null
  }

  /** Says that the holder lives. False when the claim was taken by another. */
  beat(): boolean {
    const { changes } = commit('claim commit', this.#db, () =>
      this.#db
        .prepare('UPDATE claims SET beat = beat + 1 WHERE name = ? AND holder = ? AND fence = ?')
        .run(this.#name, this.#holder, this.#fence),
    )
    if (changes === 0) this.#fence = 0
    return changes > 0
  }

  /** Whether this process still holds the claim, in the file that others find too. */
  isCurrent(): boolean {
    if (!isInPlace(this.#db)) return false
    const row = this.#row()
    return this.#fence > 0 && row?.holder === this.#holder && row.fence === this.#fence
  }

  release(): void {
    if (!this.held) return
    commit('claim commit', this.#db, () =>
      this.#db
        .prepare("UPDATE claims SET holder = '', beat = 0 WHERE name = ? AND holder = ? AND fence = ?")
        .run(this.#name, this.#holder, this.#fence),
    )
    this.#fence = 0
  }

  /** As `release`, for who has nothing more to do: never throws for the disk. */
  releaseQuietly(): void {
    try {
      this.release()
    } catch {
      // A full disk, say. It is free all the same as soon as its beat has stopped or its process is gone.
    }
  }

  #row(): ClaimRow | undefined {
    return statement<[string], ClaimRow>(
      this.#db,
      'SELECT holder, pid, host, fence, beat FROM claims WHERE name = ?',
    ).get(this.#name)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

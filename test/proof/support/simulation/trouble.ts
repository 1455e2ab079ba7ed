import type { Chance } from '../random.ts'
import { type DiskOperation, systemError } from './disk.ts'

/** `full`: nothing more can be written. `io`: some calls fail. `sync`: it takes everything and keeps nothing for sure. */
export type TroubleKind = 'none' | 'full' | 'io' | 'sync'

/** What the disk does to who uses it, SQLite included, while it is not well. */
export class DiskTrouble {
  kind: TroubleKind = 'none'
  readonly #chance: Chance

  constructor(chance: Chance) {
    this.#chance = chance
  }

  beforeCommit(): void {
    if (this.kind === 'full') throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    if (this.kind === 'io' && this.#chance.percent(40))
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
  }

  beforeDeed(operation: DiskOperation): void {
    const isToFail =
      (this.kind === 'io' && operation !== 'open' && this.#chance.percent(30)) ||
      (this.kind === 'sync' && operation === 'sync' && this.#chance.percent(60))
    if (isToFail) throw systemError('EIO', operation)
    if (this.kind === 'full' && (operation === 'write' || operation === 'change'))
      throw systemError('ENOSPC', operation)
  }
}

export const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EIO', 'SQLITE_FULL', 'SQLITE_IOERR_FSYNC'].includes(String(error.code))

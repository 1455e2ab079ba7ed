import type { Database } from 'better-sqlite3'
import type { PracticeClock } from './clock.ts'
import type { FaultTable } from './control/faults.ts'
import type { Home } from './home.ts'
import type { MediaStore } from './media/media-store.ts'

/** What every part of the running service works with. */
export interface Practice {
  home: Home
  db: Database
  clock: PracticeClock
  faults: FaultTable
  media: MediaStore
  /** `http://127.0.0.1:PORT`. Addresses are stored as paths and made absolute when answered: the port is another with each start. */
  origin(): string
  /** Whether it is the origin of now, or was that of an earlier start: orders and receipts hold addresses of those. */
  wasOrigin(origin: string): boolean
}

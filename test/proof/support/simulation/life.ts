import type { Owner } from './time.ts'

/** From the start of a process to its end. */
export class Life implements Owner {
  isDead = false
  isFrozen = false
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The world, whose code is not the app's. */
export const somebody = new Life('somebody')

/** The process is gone: nothing it still tries happens. */
export class Dead extends Error {
  override name = 'Dead'
  readonly code = 'EDEAD'
}

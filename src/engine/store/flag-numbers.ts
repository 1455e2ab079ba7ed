import type { AssetFlag } from '../../contract/library.ts'

/** How a flag stands in the database. */
export const flagNumbers = { pick: 1, reject: -1, none: 0 } as const

export const flagOf = (number: number): AssetFlag | null =>
  number === flagNumbers.pick ? 'pick' : number === flagNumbers.reject ? 'reject' : null

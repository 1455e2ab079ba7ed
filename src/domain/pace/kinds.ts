import type { PaidOrder } from '../request/receipt.ts'

/** What the service may want to be left alone with; `all`: with everything that this account asks for. */
export type PaceScope = 'all' | 'list' | 'upload' | 'generate' | `run ${string}`

/** What is asked of the service. */
export interface CallKind {
  /** What a limit on it says about itself. */
  of: 'look' | Exclude<PaceScope, 'all'>
  /** Held while the service wants to be left alone with any of these. */
  scopes: readonly PaceScope[]
  /** What it shares its turns with; null: no more of them come than people ask for. */
  turn: 'look' | 'upload' | 'submit' | null
}

/** Status of jobs and receipts, and look-ups (§4.2, §4.3, §4.15). */
export const looks: CallKind = { of: 'look', scopes: ['all'], turn: 'look' }
/** Public lists and pictures (§4.4, §4.5, §4.7). */
export const lists: CallKind = { of: 'list', scopes: ['all', 'list'], turn: null }
/** §4.8. */
export const uploads: CallKind = { of: 'upload', scopes: ['all', 'upload'], turn: 'upload' }
/** The paid POST of a generation (§4.1). */
export const generations: CallKind = { of: 'generate', scopes: ['all', 'generate'], turn: 'submit' }
/** The paid POST of one Skill (§4.9): the limits of a day are each Skill's own (§8). */
export const runsOf = (skill: string): CallKind => ({
  of: `run ${skill}`,
  scopes: ['all', `run ${skill}`],
  turn: 'submit',
})

export const submitsOf = (order: PaidOrder): CallKind =>
  order.kind === 'generation' ? generations : runsOf(order.skill)

/** Preparation sends nothing by itself, but uploads pictures of what could then not be sent: it waits with both. */
export function preparationOf(order: PaidOrder): CallKind {
  const submits = submitsOf(order)
  const isUploaded = order.kind === 'skill' && order.pictures.length > 0
  return { of: submits.of, scopes: isUploaded ? [...submits.scopes, 'upload'] : submits.scopes, turn: null }
}

import type { Receipt } from '../request/receipt.ts'

/** Keys as their fingerprints, each under the salt of whose it is. Null: none. */
export interface KeysOfImport {
  /** The key that is set in the home, by the home's salt and by the studio's. */
  own: string | null
  shared: string | null
  /** The workers', by the studio's salt. */
  account: string | null
}

/** Why an open request of a home stays with it when the home is imported, in a sentence; null: it may go. */
export function whyItStays(receipt: Receipt, keys: KeysOfImport): string | null {
  const { decision, copies, watch, phase } = receipt
  if (watch !== null) return 'A folder that is watched here ordered it.'
  if (copies !== null) return 'Its results also go to a folder of this computer, which no worker has.'
  if (phase === 'needs-decision' && decision?.kind === 'budget')
    return 'An agent asked for it outside its budget, and nobody has approved it. Decide it here first.'
  return otherKey(receipt.keyFingerprint, keys)
}

function otherKey(orderedUnder: string | null, { own, shared, account }: KeysOfImport): string | null {
  if (account === null)
    return 'No worker has run in this studio yet, so nobody knows which key is the studio’s. Start one with “studio serve” first.'
  if (own === null)
    return 'No key is set in this home, so nobody can tell whether it was ordered under the studio’s. Set the key first.'
  if (orderedUnder !== own)
    return 'It was ordered under another key than the one that is set here, maybe of another account.'
  if (shared !== account) return 'It was ordered under another key than the studio’s, maybe of another account.'
  return null
}

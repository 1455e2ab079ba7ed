import type { Receipt } from './receipt.ts'

// An accepted order for which nobody answers: how it stands was known once, and may be otherwise by now.

/** Whether its last look came to nothing, so that what it said of itself is old; since when, and whether for want of a key. */
export const unheardOf = ({ phase, failuresInARow, unheard }: Receipt): Receipt['unheard'] =>
  phase === 'running' && failuresInARow > 0 ? unheard : null

/** @param since " since 14:02", or nothing */
export const unheardText = ({ isKeyless }: NonNullable<Receipt['unheard']>, since: string): string =>
  isKeyless
    ? `Not checked${since}: no key is set. It may be finished by now.`
    : `The service has not answered${since}. It may be finished by now; Printroom keeps checking.`

import type { Receipt } from './receipt.ts'

/**
 * Whether the price is asked again before a body that is ready leaves: some time after its preparation, which asked it
 * last, and where nothing of it is in doubt. It never left, or whatever left was answered with a “no” that starts
 * nothing. What is in doubt is replayed as it is, never held back for its price nor ordered under another number (A6, O133).
 */
export const isPriceOpen = ({ phase, sentTimes, settled, failuresInARow }: Receipt): boolean =>
  phase === 'ready' && (sentTimes === 0 ? failuresInARow > 0 : settled)

import { isInDoubt } from './doubt.ts'
import type { Receipt } from './receipt.ts'

/** Whether its price is asked again before a body that is ready leaves, or leaves once more: where nothing of it is in doubt. */
export const isPriceOpen = (receipt: Receipt): boolean => receipt.phase === 'ready' && !isInDoubt(receipt)

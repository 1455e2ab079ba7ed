import type { Receipt, TimelineEntry } from './receipt.ts'
import { silence } from './transitions.ts'

// An accepted order for which nobody answers: how it stands was known once, and may be otherwise by now.

type Shown = Pick<Receipt, 'phase' | 'failuresInARow' | 'next'>

/** By the words of what comes next, which may stand behind those of a pause. */
const isNextAfter = ({ next }: Shown, reason: string): boolean =>
  next?.words.toLowerCase().includes(reason.toLowerCase()) === true

const isKeyless = (receipt: Shown): boolean => isNextAfter(receipt, silence({ isKeyless: true }))

/** Whether its last look came to nothing, so that what it said of itself is old. */
export const isUnheard = (receipt: Shown): boolean =>
  receipt.phase === 'running' && receipt.failuresInARow > 0 && (isKeyless(receipt) || isNextAfter(receipt, silence({})))

/** How the timeline calls the first of such looks in a row; of the others it says nothing. */
export const couldNotLook = 'Could not look'

/** Since when nothing was heard of it; null where something else has happened to it meanwhile. */
export function unheardSinceMs(timeline: readonly TimelineEntry[]): number | null {
  const last = timeline.at(-1)
  return last?.title === couldNotLook ? last.atMs : null
}

/** @param since " since 14:02", or nothing */
export const unheardWords = (receipt: Shown, since: string): string =>
  isKeyless(receipt)
    ? `Not checked${since}: no key is set. It may be finished by now.`
    : `The service has not answered${since}. It may be finished by now; Printroom keeps checking.`

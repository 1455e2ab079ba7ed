import { waitsToBeSent, wasLeftInDoubt } from './doubt.ts'
import { handedOverWords } from './hand-over.ts'
import { isUnderWay, missingOutputs } from './jobs.ts'
import { missingModules } from './missing-modules.ts'
import type { Receipt } from './receipt.ts'
import { surplusDecision, surplusToAskAbout } from './surplus.ts'
import { unlisted } from './unlisted.ts'

/**
 * What “retry” means for a request where it stands: `look` fetches what is owed and cuts waits short, `order` makes a new
 * quoted order with the same inputs (of a partial one only what is missing), and anything else is a sentence why not.
 * Nothing of it sends a number again.
 */
export type Retry = { do: 'look' } | { do: 'order'; warning: string | null } | { do: 'nothing'; why: string }

/** @param isPaused whether the queue is paused: then what waits to be sent waits for that */
export function retryOf(receipt: Receipt, isPaused = false): Retry {
  if (receipt.phase === 'handed-over') return { do: 'nothing', why: handedOverWords(receipt) }
  if (missingOutputs(receipt).length > 0) return { do: 'look' }
  if (waitsToBeSent(receipt)) return waits(receipt, isPaused)
  switch (receipt.phase) {
    case 'uncertain':
    case 'running':
    case 'downloading':
      return { do: 'look' }
    case 'rejected':
    case 'cancelled':
      return { do: 'order', warning: null }
    case 'failed':
      if (wasLeftInDoubt(receipt)) return { do: 'look' }
      if (unlisted(receipt) > 0 && receipt.next !== null) return { do: 'look' }
      return {
        do: 'order',
        warning: receipt.acceptedAtMs === null || isUnderWay(receipt) || unlisted(receipt) > 0 ? mayStand : null,
      }
    case 'gone':
      return { do: 'order', warning: mayStand }
    case 'approved':
    case 'ready':
      return waits(receipt, isPaused)
    case 'needs-decision':
      return { do: 'nothing', why: asks(receipt.decision) }
    case 'partial':
      // Left before the service had ended it: what is missing may be on its way, and paid for.
      if (isUnderWay(receipt)) return { do: 'nothing', why: mayCome }
      // As long as it is asked what became of the rest, that comes first: it may be made and charged.
      if (unlisted(receipt) > 0 && receipt.next !== null) return { do: 'look' }
      // O103: never by itself; by a person's act the missing ones are an order of their own.
      if (missingModules(receipt) !== null) return { do: 'order', warning: unlisted(receipt) > 0 ? mayStand : null }
      return {
        do: 'nothing',
        why: 'What the service made of it is at home, and what is missing is not made again by itself. Order the missing parts as a new order.',
      }
    case 'completed':
      if (surplusToAskAbout(receipt) > 0) return { do: 'nothing', why: asks(surplusDecision(receipt)) }
      return { do: 'nothing', why: 'It is complete and its files are at home. Order it anew to have it made again.' }
  }
}

const asks = (decision: Receipt['decision']): string => `It waits for your decision: ${decision?.question ?? ''}`.trim()

const waits = ({ next }: Receipt, isPaused: boolean): Retry => ({
  do: 'nothing',
  why: isPaused
    ? 'It waits since the queue is paused; “queue resume” lets it go on. Nothing was sent for it meanwhile.'
    : `It is in the queue and goes on by itself: ${next?.words ?? 'it waits for its turn'}. It is not sent sooner than the service allows.`,
})

const mayStand =
  'The earlier order may have been charged, and the service has not said otherwise. This is a new order, charged by itself.'

const mayCome =
  'You left it while the service was at work on it, so what is missing may have been made and charged there. It is not ordered a second time by itself; if you still want it, order it as a new order.'

import { agreedMost } from '../quote/ceiling.ts'
import type { RequestEffect, Timing } from './events.ts'
import { type ChoiceId, type Decision, maySpend, type Receipt, type TimelineEntry } from './receipt.ts'

/** What a step makes of a receipt: the new receipt, the one thing to do next, and what to put on the timeline. */
export interface Step {
  /** Whether the event fits where the receipt stands. */
  accepted: boolean
  receipt: Receipt
  effect: RequestEffect | null
  timeline: TimelineEntry[]
}

/** A step under construction: small verbs, so that the rules read as sentences. */
export interface Draft extends Omit<Step, 'accepted'> {
  readonly atMs: number
  readonly timing: Timing
}

export const begin = (receipt: Receipt, atMs: number, timing: Timing): Draft => ({
  // Clocks are nudged by a second all the time; more than that is a clock that went back (A7).
  receipt: { ...receipt, clockWentBack: receipt.clockWentBack || atMs < receipt.updatedAtMs - 1000, updatedAtMs: atMs },
  effect: null,
  timeline: [],
  atMs,
  timing,
})

export const change = (draft: Draft, changes: Partial<Receipt>): Draft => ({
  ...draft,
  receipt: { ...draft.receipt, ...changes },
})

export const note = (draft: Draft, title: string, detail: string): Draft => addEntry(draft, 'step', title, detail)
export const trouble = (draft: Draft, title: string, detail: string): Draft => addEntry(draft, 'trouble', title, detail)

const addEntry = (draft: Draft, tone: TimelineEntry['tone'], title: string, detail: string): Draft => ({
  ...draft,
  timeline: [...draft.timeline, { atMs: draft.atMs, tone, title, detail }],
})

/** Plans the next thing. `words` says it to a person. */
export const plan = (draft: Draft, effect: RequestEffect, message: string): Draft => ({
  ...change(draft, { next: { atMs: draft.atMs + effect.afterMs, words: message } }),
  effect,
})

/** Nothing more happens by itself. */
export const idle = (draft: Draft): Draft => ({ ...change(draft, { next: null }), effect: null })

/** A pause that doubles with each failure in a row, from the first to the longest. */
export const backOff = (failures: number, timing: Timing): number =>
  Math.min(timing.backOffMaxMs, timing.backOffMs * 2 ** Math.min(failures, 20))

export const failedAgain = (draft: Draft): Draft =>
  change(draft, { failuresInARow: draft.receipt.failuresInARow + 1, unheard: null })

/** How the timeline calls the first look of several in a row to which nobody answered; of the others it says nothing. */
export const couldNotLook = 'Couldn’t check'

/** A look to which nobody answered. */
export function unheardAgain(draft: Draft, { isKeyless = false }: { isKeyless?: boolean | undefined }): Draft {
  const { failuresInARow, unheard } = draft.receipt
  const sinceMs = (failuresInARow > 0 ? unheard?.sinceMs : null) ?? draft.atMs
  return change(failedAgain(draft), { unheard: { sinceMs, isKeyless } })
}

/** The longer of the pause the service asked for and our own. */
export const pauseOf = (draft: Draft, askedMs: number | null): number =>
  longerOf(draft, askedMs, backOff(draft.receipt.failuresInARow, draft.timing))

export const longerOf = ({ timing }: Draft, askedMs: number | null, ownMs: number): number =>
  Math.max(Math.ceil((askedMs ?? 0) / timing.scale), ownMs)

const choiceWords: Record<ChoiceId, { label: string; explains: string }> = {
  'send-again': { label: 'Retry', explains: 'Sends the same request, with the same number.' },
  'look-again': {
    label: 'Check again',
    explains: 'Checks order status. Sends nothing that can be charged.',
  },
  'try-again': { label: 'Retry', explains: 'Sends it at the accepted price.' },
  'new-order': { label: 'Reorder', explains: 'A new request with its own receipt and charge.' },
  'accept-price': {
    label: 'Accept and send',
    explains: 'Sends at the new price, with a new receipt if it was sent before.',
  },
  'accept-resize': {
    label: 'Resize and send',
    explains: 'A new request: the service works on a smaller copy, and fine detail is lost first.',
  },
  'fetch-more': { label: 'Download the rest', explains: 'Downloads everything listed beyond your order, too.' },
  leave: { label: 'Cancel', explains: 'The receipt is kept.' },
}

/** A decision. Offered sums are those of the quote; `mayHaveCharged` is decided by the caller, who knows the case. */
export const decisionOf = (
  kind: Decision['kind'],
  question: string,
  ids: ChoiceId[],
  credits: number | null,
  mayHaveCharged = false,
  price: Decision['price'] = null,
): Decision => ({
  kind,
  question,
  mayHaveCharged,
  price,
  pricedAtMs: null,
  choices: ids.map((id) => ({
    id,
    ...choiceWords[id],
    credits: maySpend(id) ? credits : null,
  })),
})

/** Nothing of it stands, so that to go on is to send it: the choice says so, and the most that was agreed to for it. */
export function tryAgain(receipt: Receipt, asked: Omit<Decision, 'choices'>, explains: string): Decision {
  const { choices } = decisionOf(asked.kind, asked.question, ['try-again', 'leave'], agreedMost(receipt))
  const most = receipt.quote.credits === null ? ' Its price cannot be read, so the figure is the most.' : ''
  return {
    ...asked,
    choices: choices.map((choice) =>
      choice.id === 'try-again' ? { ...choice, explains: `${explains}${choice.credits === null ? '' : most}` } : choice,
    ),
  }
}

/** Puts the request before a person. Nothing happens until somebody decides. */
export const ask = (draft: Draft, decision: Decision): Draft =>
  idle(change(trouble(draft, 'Needs you', decision.question), { phase: 'needs-decision', decision }))

/** Why a look or a send came to nothing. Without a key nobody was asked: that is no outage. */
export const silence = ({ isKeyless }: { isKeyless?: true | undefined }): string =>
  isKeyless ? 'Waiting for a key' : 'The service is not answering'

import type { ChoiceId } from '../domain/request/receipt.ts'

/**
 * What a button that spends says before its price: nothing else can be drawn on one (`renderer/format/spend-act.ts`), and
 * main takes nothing else for plainly read (`main/consent/price-words.ts`). English messages; the one value of each is how
 * many requests are bought.
 */
export const orderActs = {
  one: ['Make the other', 'Make it again', 'Make the set', 'Make 1 poster', 'Reorder', 'Reorder missing'],
  several: ['Make {rest} others', 'Make {count} again', 'Make {requests} sets'],
  any: [
    'Make {count, plural, one {# picture} other {# pictures}}',
    'Make {requests, plural, one {# picture} other {# pictures}}',
    'Make {count, plural, one {# video} other {# videos}}',
    'Send {requests, plural, one {# cutout} other {# cutouts}}',
    'Upscale {requests, plural, one {# picture} other {# pictures}}',
    'Send {requests, plural, one {# request} other {# requests}}',
  ],
} as const

type PaidChoice = Exclude<ChoiceId, 'look-again' | 'leave' | 'fetch-more'>

/** On the button of one question: the engine's own words, which no language of the window changes. */
export const choiceActs: Readonly<Record<PaidChoice, readonly string[]>> = {
  'send-again': ['Retry'],
  'try-again': ['Try again'],
  'new-order': ['Reorder'],
  'accept-price': ['Accept and send', 'Approve and send'],
  'accept-resize': ['Resize and send'],
}

/** On the button that answers several at once. */
export const togetherActs = {
  'accept-price': 'Accept and send all {count}',
  'accept-resize': 'Resize and send all {count}',
  'send-again': 'Send all {count} again',
  'try-again': 'Retry all {count}',
} as const satisfies Partial<Record<PaidChoice, string>>

/** On a button that cannot be pressed now: none of these is read as one that can. */
export const heldActs = [
  'Saving the receipt',
  'Saving the receipts',
  'Make pictures',
  'Make videos',
  'Send cutouts',
  'Upscale pictures',
] as const

type Of<T> = T[keyof T]
export type SpendText = Of<typeof orderActs>[number] | Of<typeof togetherActs> | (typeof heldActs)[number]

import type { ChoiceId } from '../domain/request/receipt.ts'

/** What of an order its button may say: of a form for words, of an order that is ordered anew, or of a Skill. */
export type OrderKind =
  | 'generation'
  | 'again'
  | 'remove-bg'
  | 'product-detail'
  | 'brand-poster'
  | 'white-bg'
  | 'upscale'
  | 'skill'

/**
 * What a button that spends says before its price: nothing else can be drawn on one (`renderer/format/spend-act.ts`), and
 * main takes nothing else for plainly read (`main/consent/price-words.ts`), each for orders of its kind alone. English
 * messages; the one value of each is how many requests are bought.
 */
export const orderActs = {
  generation: {
    one: ['Make the other', 'Make it again'],
    several: ['Make {rest} others', 'Make {count} again'],
    any: [
      'Make {count, plural, one {# picture} other {# pictures}}',
      'Make {count, plural, one {# video} other {# videos}}',
    ],
  },
  again: { one: ['Reorder', 'Reorder missing'], several: [], any: [] },
  'remove-bg': { one: [], several: [], any: ['Send {requests, plural, one {# cutout} other {# cutouts}}'] },
  'product-detail': { one: ['Make the set'], several: ['Make {requests} sets'], any: [] },
  'brand-poster': { one: ['Make 1 poster'], several: [], any: [] },
  'white-bg': { one: [], several: [], any: ['Make {requests, plural, one {# picture} other {# pictures}}'] },
  upscale: { one: [], several: [], any: ['Upscale {requests, plural, one {# picture} other {# pictures}}'] },
  skill: { one: [], several: [], any: ['Send {requests, plural, one {# request} other {# requests}}'] },
} as const satisfies Record<OrderKind, Record<'one' | 'several' | 'any', readonly string[]>>

/** One that the app has no words of its own for is a Skill like any other. */
export const kindOfSkill = (id: string): OrderKind =>
  Object.hasOwn(orderActs, id) && id !== 'generation' && id !== 'again' ? (id as OrderKind) : 'skill'

type PaidChoice = Exclude<ChoiceId, 'look-again' | 'leave' | 'fetch-more'>

/** On the button of one question: the engine's own words, which no language of the window changes. */
export const choiceActs: Readonly<Record<PaidChoice, readonly string[]>> = {
  'send-again': ['Retry'],
  // What was asked before it was called so keeps its words.
  'try-again': ['Retry', 'Try again'],
  'new-order': ['Reorder'],
  'accept-price': ['Accept and send', 'Approve and send'],
  'accept-resize': ['Resize and send'],
}

/** On the button that answers several at once. */
export const togetherActs = {
  'accept-price': 'Accept and send all {count}',
  'accept-resize': 'Resize and send all {count}',
  'send-again': 'Retry all {count}',
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
export type SpendText = Of<Of<typeof orderActs>>[number] | Of<typeof togetherActs> | (typeof heldActs)[number]

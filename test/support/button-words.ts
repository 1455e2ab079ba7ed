const figure = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: 6 })

const priceWords = (credits: number | null): string => (credits === null ? 'price unknown' : `${figure(credits)} cr`)

const many = (count: number, thing: string): string => (count === 1 ? `1 ${thing}` : `${figure(count)} ${thing}s`)

const ofOrders = {
  generation: (count: number) => `Make ${many(count, 'picture')}`,
  again: () => 'Reorder',
  'remove-bg': (count: number) => `Send ${many(count, 'cutout')}`,
  skill: (count: number) => `Send ${many(count, 'request')}`,
} as const
export type OrderOf = keyof typeof ofOrders

/** What the window's button says in English, written here once more and not taken over from it, nor from main. */
export const orderWords = (requests: number, credits: number | null, of: OrderOf = 'generation'): string =>
  `${ofOrders[of](requests)} ${priceWords(credits)}`

/** Of a quote that was answered: one of a Skill has no models. */
export const orderOf = ({ models }: { models: readonly unknown[] }): OrderOf =>
  models.length === 0 ? 'remove-bg' : 'generation'

const ofOne: Readonly<Record<string, string>> = {
  'send-again': 'Retry',
  'try-again': 'Retry',
  'new-order': 'Reorder',
  'accept-price': 'Accept and send',
}
const ofSeveral: Readonly<Record<string, (count: string) => string>> = {
  'send-again': (count) => `Retry all ${count}`,
  'try-again': (count) => `Retry all ${count}`,
  'accept-price': (count) => `Accept and send all ${count}`,
}

/** The same, of a choice about so many requests; null where no button of the window's is for it. */
export function choiceWords(choice: string, requests: number, credits: number | null): string | null {
  const act = requests === 1 ? ofOne[choice] : ofSeveral[choice]?.(figure(requests))
  return act === undefined ? null : `${act} ${priceWords(credits)}`
}

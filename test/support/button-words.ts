const figure = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: 6 })

const priceWords = (credits: number | null): string => (credits === null ? 'price unknown' : `${figure(credits)} cr`)

/** What the window's button says in English, written here once more and not taken over from it, nor from main. */
export const orderWords = (requests: number, credits: number | null): string =>
  `Make ${requests === 1 ? '1 picture' : `${figure(requests)} pictures`} ${priceWords(credits)}`

const ofOne: Readonly<Record<string, string>> = {
  'send-again': 'Retry',
  'try-again': 'Try again',
  'new-order': 'Reorder',
  'accept-price': 'Accept and send',
}
const ofSeveral: Readonly<Record<string, (count: string) => string>> = {
  'send-again': (count) => `Send all ${count} again`,
  'try-again': (count) => `Retry all ${count}`,
  'accept-price': (count) => `Accept and send all ${count}`,
}

/** The same, of a choice about so many requests; null where no button of the window's is for it. */
export function choiceWords(choice: string, requests: number, credits: number | null): string | null {
  const act = requests === 1 ? ofOne[choice] : ofSeveral[choice]?.(figure(requests))
  return act === undefined ? null : `${act} ${priceWords(credits)}`
}

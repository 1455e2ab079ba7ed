import type { RequestView } from '../../contract/views.ts'
import type { ChoiceId } from '../../domain/request/receipt.ts'

/** What is sent at a price that its card names. After a lost answer nothing of the kind is offered. */
const inTogether = ['accept-price', 'accept-resize', 'try-again', 'send-again'] as const satisfies readonly ChoiceId[]
export type TogetherChoice = (typeof inTogether)[number]

/** Requests that wait for the same answer, each at a price of its own. */
export interface BatchableDecisions {
  choice: TogetherChoice
  requests: RequestView[]
  /** Credits accepted before, in all; null where one of them had none. */
  from: number | null
  /** Credits in all of what is ordered by saying yes. */
  to: number
  /** When the oldest of the prices was read; null where one of them is what was accepted before. */
  pricedAt: string | null
}

/** Credits of a choice; null where it is not offered, or its price is not known. */
function creditsOf({ decision }: RequestView, choice: ChoiceId): number | null {
  // To send again is safe for all at once only where the service itself said that it began nothing: the balance was too low.
  if (choice === 'send-again' && decision?.kind !== 'credits') return null
  return decision?.choices.find(({ id }) => id === choice)?.credits ?? null
}

/** Whether the figure on a choice is no price but the most, since the price cannot be read. */
export const isMost = ({ creditsQuoted, decision }: RequestView, choice: string): boolean =>
  choice === 'try-again' && creditsQuoted === null && decision?.price?.to == null

const sum = (figures: readonly (number | null)[]): number | null =>
  figures.reduce((total, figure) => (total === null || figure === null ? null : total + figure), 0)

const oldest = (instants: readonly (string | null | undefined)[]): string | null =>
  instants.reduce<string | null>(
    (first, each) => (first === null || !each ? null : each < first ? each : first),
    instants[0] ?? null,
  )

/** Where two or more ask the same, they may be answered by one word, at the sum of their prices. */
export function batchableDecisions(requests: readonly RequestView[]): BatchableDecisions[] {
  const kinds = [...new Set(requests.flatMap(({ decision }) => decision?.kind ?? []))]
  const alike = inTogether.flatMap((choice) => kinds.map((kind) => [choice, kind] as const))
  return alike.flatMap(([choice, kind]) => {
    const asking = requests.filter((each) => each.decision?.kind === kind && creditsOf(each, choice) !== null)
    const to = sum(asking.map((request) => creditsOf(request, choice)))
    if (asking.length < 2 || to === null) return []
    const from = sum(asking.map(({ decision }) => decision?.price?.from ?? null))
    return { choice, requests: asking, from, to, pricedAt: oldest(asking.map(({ decision }) => decision?.pricedAt)) }
  })
}

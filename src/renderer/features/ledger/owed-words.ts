import type { LedgerView } from '../../../contract/ledger.ts'
import { tidy } from '../../../domain/quote/tidy.ts'
import { creditWords, figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'

export type OwedView = LedgerView['owed'][number]

const countWords = (owed: readonly OwedView[]): string =>
  t('{owed, plural, one {# request} other {# requests}}', { owed: owed.length })

const joined = (between: string, parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(between)

/** The sum of the figures that are known, null where none is; and how many are not. */
function sumOf(figures: readonly (number | null)[]): { credits: number | null; unknown: number } {
  const known = figures.filter((credits) => credits !== null)
  return {
    credits: known.length === 0 ? null : tidy(known.reduce((sum, credits) => sum + credits, 0)),
    unknown: figures.length - known.length,
  }
}

/** "3 requests, 20 credits paid, 1 not told yet": estimates are in no sum of what was paid. */
export function paidWords(owed: readonly OwedView[]): string {
  const { credits, unknown } = sumOf(owed.map(({ paid }) => paid))
  return joined(', ', [
    countWords(owed),
    credits === null ? null : t('{credits} paid', { credits: creditWords(credits) }),
    unknown === 0 ? null : t('{unknown} not reported yet', { unknown: figure(unknown) }),
  ])
}

/** "2 requests, quoted at 24 credits, 1 without a price": nothing of it is known to be charged. */
export function quotedWords(owed: readonly OwedView[]): string {
  const { credits, unknown } = sumOf(owed.map(({ quoted }) => quoted))
  return joined(', ', [
    countWords(owed),
    credits === null ? null : t('quoted at {credits}', { credits: creditWords(credits) }),
    unknown === 0 ? null : t('{unknown} without a price', { unknown: figure(unknown) }),
  ])
}

/** What the service's support needs to find it; nothing of the key, and nothing of the picture. */
export const supportWords = ({ request, words }: OwedView): string =>
  joined('\n', [
    t('Request {id}', { id: request.id }),
    request.generationId === null ? null : t('Job {id}', { id: request.generationId }),
    t('Ordered {date}', { date: request.createdAt }),
    words,
    request.error ?? request.now,
  ])

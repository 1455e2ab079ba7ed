import type { RequestView } from '../../../contract/views.ts'
import { clock, creditWords, dateShort, dayKey, durationText, figure, lowerFirst } from '../../format/format.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { runningWords, stateSentence } from '../../format/progress.ts'

type Next = NonNullable<RequestView['next']>
type DecisionKind = NonNullable<RequestView['decision']>['kind']

const decisionWords = perLanguage(
  (): Record<DecisionKind, string> => ({
    price: t('Price changed'),
    resize: t('Resize first'),
    key: t('Key needed'),
    credits: t('Credits needed'),
    cap: t('Over limit'),
    budget: t('Agent asks'),
    approval: t('Needs you'),
    resend: t('No reply'),
    surplus: t('More than ordered'),
    conflict: t('Needs you'),
    other: t('Needs you'),
  }),
)

/** The word on a decision's badge. */
export const decisionWord = (kind: DecisionKind): string => decisionWords()[kind]

type Decision = NonNullable<RequestView['decision']>

/** Old and new price in a few words. */
export function priceWords(price: Decision['price']): string {
  const [from, to] = [price?.from ?? null, price?.to ?? null]
  if (to === null) return t('No price is shown now')
  if (from === null || from === to) return t('It costs {credits} now', { credits: creditWords(to) })
  return t('Was {from}, now {credits}', { from: figure(from), credits: creditWords(to) })
}

/**
 * The question in a few words, for a row that has the choices beside it. Null where only the whole will do: something may
 * have been charged, or what is asked is of one case alone.
 */
export function shortQuestion({ decision, verdict, creditsUsed }: RequestView): string | null {
  if (decision === null || verdict !== null || creditsUsed !== null) return null
  switch (decision.kind) {
    case 'price':
      return priceWords(decision.price)
    case 'resize':
      return t('Larger than the service takes. Resize it first?')
    case 'key':
      return t('It needs a working key')
    case 'credits':
      return decision.price === null
        ? t('The balance is too low. Top up first')
        : t('Balance too low. {price}', { price: priceWords(decision.price) })
    case 'cap':
      return t('It would pass your limit')
    case 'budget':
      return t('An agent asked for it')
    case 'approval':
      return t('A lead has to approve it')
    default:
      return null
  }
}

/** "look again, in 18 s", or "look again, now". */
export function nextWords({ at, words }: Next, now: number): string {
  if (at === null) return apart(lowerFirst(words))
  const left = (Date.parse(at) - now) / 1000
  return left >= 0.5
    ? t('{words}, in {time}', { words: lowerFirst(words), time: durationText(left) })
    : t('{words}, now', { words: lowerFirst(words) })
}

/** "took 7 s": from the first sending to the end. */
export const tookWords = (tookMs: number | null): string | null =>
  tookMs === null ? null : t('Took {time}', { time: durationText(Math.max(1, tookMs / 1000)) })

/** "at 14:02", or the day where it was not today. */
const endedWords = (instant: string, now: number): string =>
  dayKey(instant) === dayKey(now)
    ? t('at {time}', { time: clock(instant) })
    : t('on {date}', { date: dateShort(instant) })

/** "ends at 6 min": the service's own end of what runs. */
function endWords({ since, endsAt }: NonNullable<RequestView['running']>): string {
  const seconds = (Date.parse(endsAt) - Date.parse(since)) / 1000
  return seconds >= 60 && seconds % 60 === 0
    ? t('times out at {count} min', { count: figure(seconds / 60) })
    : t('times out at {time}', { time: durationText(seconds) })
}

/** After a lost answer: short enough for a row, the whole stands in the inspector. */
function lookWords(verdict: NonNullable<RequestView['verdict']>, leftMs: number): string {
  const time = durationText(leftMs / 1000)
  if (verdict === 'safe-to-send') return leftMs >= 500 ? t('Retries in {time}', { time }) : t('Retrying now')
  return leftMs >= 500 ? t('Checks again in {time}', { time }) : t('Checking now')
}

/** The sentence of a row in the queue: how far it is, and what comes next. */
export function rowSentence(request: RequestView, now: number): string {
  const { state, running, next, verdict } = request
  if (state === 'running' && running && !running.isUnseen)
    return [runningWords(running, now), endWords(running)].join(', ')
  if (verdict !== null && state !== 'running' && next?.at != null) return lookWords(verdict, Date.parse(next.at) - now)
  if (state === 'completed' && request.error === null) {
    const took = tookWords(request.tookMs)
    return took === null
      ? stateSentence(request, now)
      : t('{took}, saved {when}', { took, when: endedWords(request.updatedAt, now) })
  }
  return stateSentence(request, now)
}

const places = perLanguage(() => [t('Next'), t('Second'), t('Third'), t('Fourth'), t('Fifth')])
const placeWords = (place: number): string => places()[place] ?? t('Place {count}', { count: figure(place + 1) })

/** The place of what waits; where it waits for a moment too, or for the queue to go on, it says so. */
export function waitingWords(request: RequestView, place: number, now: number, paused: boolean): string {
  if (paused) return t('{place}, when the queue resumes', { place: placeWords(place) })
  return request.next?.at == null
    ? placeWords(place)
    : t('{place}: {next}', { place: placeWords(place), next: nextWords(request.next, now) })
}

import type { RequestView } from '../../contract/views.ts'
import { clock, dateShort, dayKey, figure, lowerFirst, span } from './format.ts'
import { runningWords, stateSentence } from './progress.ts'

type Next = NonNullable<RequestView['next']>
type DecisionKind = NonNullable<RequestView['decision']>['kind']

const decisionWords: Record<DecisionKind, string> = {
  price: 'Price changed',
  resize: 'Resize first',
  key: 'Key needed',
  credits: 'Credits needed',
  cap: 'Over a cap',
  resend: 'Answer lost',
  conflict: 'Needs you',
  other: 'Needs you',
}

/** The word on a decision's badge. */
export const decisionWord = (kind: DecisionKind): string => decisionWords[kind]

/** "look again, in 18 s", or "look again, now". */
export function nextWords({ at, words }: Next, now: number): string {
  if (at === null) return lowerFirst(words)
  const left = (Date.parse(at) - now) / 1000
  return left >= 0.5 ? `${lowerFirst(words)}, in ${span(left)}` : `${lowerFirst(words)}, now`
}

/** "took 7 s": from the first sending to the end. */
export const tookWords = (tookMs: number | null): string | null =>
  tookMs === null ? null : `Took ${span(Math.max(1, tookMs / 1000))}`

/** "at 14:02", or the day where it was not today. */
const endedWords = (instant: string, now: number): string =>
  dayKey(instant) === dayKey(now) ? `at ${clock(instant)}` : `on ${dateShort(instant)}`

/** "ends at 6 min": the service's own end of what runs. */
function endWords({ since, endsAt }: NonNullable<RequestView['running']>): string {
  const seconds = (Date.parse(endsAt) - Date.parse(since)) / 1000
  return seconds >= 60 && seconds % 60 === 0 ? `ends at ${figure(seconds / 60)} min` : `ends at ${span(seconds)}`
}

/** After a lost answer: short enough for a row, the whole stands in the inspector. */
function lookWords(verdict: NonNullable<RequestView['verdict']>, leftMs: number): string {
  const what = verdict === 'safe-to-send' ? 'Goes out again' : 'Next look'
  return leftMs >= 500 ? `${what} in ${span(leftMs / 1000)}` : `${what} now`
}

/** The sentence of a row in the queue: how far it is, and what comes next. */
export function rowSentence(request: RequestView, now: number): string {
  const { state, running, next, verdict } = request
  if (state === 'running' && running) return `${runningWords(running, now)}, ${endWords(running)}`
  if (verdict !== null && state !== 'running' && next?.at != null) return lookWords(verdict, Date.parse(next.at) - now)
  if (state === 'completed' && request.error === null) {
    const took = tookWords(request.tookMs)
    return took === null ? stateSentence(request, now) : `${took}, home ${endedWords(request.updatedAt, now)}`
  }
  return stateSentence(request, now)
}

const places = ['Next', 'Second', 'Third', 'Fourth', 'Fifth']
const placeWords = (place: number): string => places[place] ?? `Place ${figure(place + 1)}`

/** The place of what waits; where it waits for a moment too, or for the queue to go on, it says so. */
export function waitingWords(request: RequestView, place: number, now: number, paused: boolean): string {
  if (paused) return `${placeWords(place)}, when the queue goes on`
  return request.next?.at == null ? placeWords(place) : `${placeWords(place)}: ${nextWords(request.next, now)}`
}

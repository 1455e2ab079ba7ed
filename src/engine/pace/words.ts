import type { PaceScope } from '../../domain/pace/kinds.ts'

/** A moment as a person reads it, by the clock of this computer; never earlier than it is. */
function clockWords(atMs: number, nowMs: number): string {
  const at = new Date(Math.ceil(atMs / 60_000) * 60_000)
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (at.toDateString() === new Date(nowMs).toDateString()) return time
  const day =
    Math.abs(nowMs - atMs) < weekMs ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const)
  return `${at.toLocaleDateString('en-GB', day)}, ${time}`
}

/** Within it a day is known by its name. */
const weekMs = 6 * 86_400_000

/** Since a moment that has passed: " since 14:02". Nothing where none is known, or a clock was set back. */
export const sinceText = (atMs: number | null, nowMs: number): string =>
  atMs === null || atMs > nowMs ? '' : ` since ${clockWords(Math.floor(atMs / 60_000) * 60_000, nowMs)}`

export const leftAlone = (untilMs: number, nowMs: number): string =>
  `The service asked to be left alone until ${clockWords(untilMs, nowMs)}`

/** Of a file whose own server asked for it (`Retry-After`). */
export const fileLeftAlone = (untilMs: number, nowMs: number): string =>
  `Its server asked to be left alone until ${clockWords(untilMs, nowMs)}: it is fetched then, and not sooner, by itself or by “resume”.`

/** What waits for longer than a person waits for says until when. */
const longMs = 60_000

/** Where something is due after a while, that it is: added to what is said of it. */
export const notBeforeText = (atMs: number, nowMs: number): string =>
  atMs - nowMs < longMs ? '' : ` Not before ${clockWords(atMs, nowMs)}.`

/** What comes and goes within seconds is no news. */
const newsMs = 5000

/** What the service wants to be left alone with, in a sentence each; null: nothing. */
export function pauseWords(left: ReadonlyMap<PaceScope, number>, nowMs: number): string | null {
  const said = [...left].flatMap(([scope, leftMs]) => (leftMs < newsMs ? [] : [wordsOf(scope, nowMs + leftMs, nowMs)]))
  return said.join(' ') || null
}

function wordsOf(scope: PaceScope, untilMs: number, nowMs: number): string {
  const until = clockWords(untilMs, nowMs)
  const limit = `until ${until}: a limit there, no lack of credits. Nothing was charged for what waits; it goes on by itself.`
  switch (scope) {
    case 'all':
      return `${leftAlone(untilMs, nowMs)}. Nothing is lost: what it has goes on there, and Printroom looks again then.`
    case 'generate':
      return `The service takes no more generations ${limit}`
    case 'upload':
      return `The service takes no more pictures ${limit}`
    case 'list':
      return `The service does not show its lists again until ${until}.`
    default:
      return `The service takes no more orders for ${scope.slice('run '.length)} ${limit}`
  }
}

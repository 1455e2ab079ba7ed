import type { RequestView } from '../../../contract/views.ts'
import { callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { t } from '../../format/messages.ts'
import { type Move, movesTo } from '../../lists/queue-choice.ts'
import { actOnMany } from '../../stores/act-on-many.ts'
import { useRequests } from '../../stores/requests-store.ts'

/** Takes out what was not sent. What is sent in the same moment goes on, and its row says so. */
export async function takeOut(ids: readonly string[]): Promise<void> {
  const asked = await actOnMany(ids, (ids) => callMain('requests.cancel', { ids }))
  if (asked.length === 0) return
  const out = asked.filter((request) => request.state === 'cancelled').length
  const rest = asked.length - out
  useNotices.getState().say({ tone: rest === 0 ? 'plain' : 'attention', message: outWords(asked, out, rest) })
}

function outWords(asked: readonly RequestView[], out: number, rest: number): string {
  if (rest === 0)
    return t('{out, plural, one {# request} other {# requests}} cancelled. Nothing was started or charged.', {
      out,
    })
  // Busy in that very moment, or of another service: not sent, and not taken out either.
  if (asked.some((request) => request.canCancel))
    return t(
      '{out, plural, one {# request} other {# requests}} cancelled. {rest, plural, one {# request} other {# requests}} could not be; see each row.',
      { out, rest },
    )
  return t(
    '{out, plural, one {# request} other {# requests}} cancelled. {rest, plural, one {# request was} other {# requests were}} already sent and {rest, plural, one {continues} other {continue}}.',
    { out, rest },
  )
}

/** One after the other: each place is worked out from those before it. */
export async function move(moves: readonly Move[]): Promise<void> {
  for (const each of moves) {
    const answer = await callMain('queue.move', each)
    if (!answer) return
    useRequests.getState().take([answer.value])
  }
  if (moves.length > 0)
    useNotices
      .getState()
      .announce(t('{moves, plural, one {# request} other {# requests}} moved.', { moves: moves.length }))
}

/**
 * The same word on each, one after the other. A refusal (a cap, a lost catalogue) is said by the first; the rest stay as
 * they are, and so does what asks for another sum by now than these requests were shown with.
 */
export async function decideEach(
  requests: readonly RequestView[],
  choice: string,
  onDecide: (id: string) => void = () => undefined,
): Promise<void> {
  for (const { id, decision } of requests) {
    onDecide(id)
    const shown = decision?.choices.find((each) => each.id === choice)
    if (!(await callMain('requests.decide', { id, choice, credits: shown?.credits }))) return
  }
}

/** What is listed beyond these orders, by one call: the press that began it is good for all of them, however long they take. */
export const fetchMore = (requests: readonly RequestView[]): Promise<unknown> =>
  callMain('requests.fetchMore', { ids: requests.map(({ id }) => id) })

/** To the front of all that waits, in their own order. */
export const toFront = (waiting: readonly RequestView[], ids: ReadonlySet<string>): Promise<void> =>
  move(
    movesTo(
      waiting.map((request) => request.id),
      ids,
      0,
    ),
  )

import type { RequestView } from '../../../contract/views.ts'
import { ask } from '../../bridge.ts'
import { plural } from '../../lib/format.ts'
import { type Move, movesTo } from '../../lib/queue-choice.ts'
import { useNotices } from '../../stores/notices-store.ts'
import { useRequests } from '../../stores/requests-store.ts'

/** Takes out what was not sent. What is sent in the same moment goes on, and its row says so. */
export async function takeOut(ids: readonly string[]): Promise<void> {
  const answer = await ask('requests.cancel', { ids: [...ids] })
  if (!answer) return
  useRequests.getState().take(answer.value)
  const out = answer.value.filter((request) => request.state === 'cancelled').length
  const rest = answer.value.length - out
  useNotices.getState().say({
    tone: rest === 0 ? 'plain' : 'attention',
    words:
      rest === 0
        ? `${plural(out, 'request')} taken out. Nothing was sent and nothing charged.`
        : `${plural(out, 'request')} taken out. ${plural(rest, 'request')} had been sent in the meantime and ${rest === 1 ? 'goes' : 'go'} on.`,
  })
}

/** One after the other: each place is worked out from those before it. */
export async function move(moves: readonly Move[]): Promise<void> {
  for (const each of moves) {
    const answer = await ask('queue.move', each)
    if (!answer) return
    useRequests.getState().take([answer.value])
  }
  if (moves.length > 0) useNotices.getState().announce(`${plural(moves.length, 'request')} moved.`)
}

/** To the front of all that waits, in their own order. */
export const toFront = (waiting: readonly RequestView[], ids: ReadonlySet<string>): Promise<void> =>
  move(
    movesTo(
      waiting.map((request) => request.id),
      ids,
      0,
    ),
  )

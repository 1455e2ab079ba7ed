import { describe, expect, it } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import { rowSentence, tookWords, waitingWords } from '../../../src/renderer/features/queue/queue-words.ts'
import { clock } from '../../../src/renderer/format/format.ts'
import { type Choice, chooseRow, movesTo, placeInLine, shownOf } from '../../../src/renderer/lists/queue-choice.ts'
import { filtered, kindsOf, queueGroups, shownGroups } from '../../../src/renderer/lists/queue-groups.ts'
import { useQueue } from '../../../src/renderer/stores/queue-store.ts'
import { request } from './requests.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const none: Choice = { chosen: new Set(), anchor: null }

describe('choosing rows', () => {
  it('takes one, some, or a stretch from where it began, in both directions', () => {
    const one = chooseRow(none, 'c', 'alone', order)
    expect([...one.chosen]).toEqual(['c'])
    const down = chooseRow(one, 'e', 'stretch', order)
    expect([...down.chosen]).toEqual(['c', 'd', 'e'])
    expect([...chooseRow(down, 'a', 'stretch', order).chosen]).toEqual(['a', 'b', 'c'])
    const more = chooseRow(one, 'a', 'toggle', order)
    expect([...more.chosen].sort()).toEqual(['a', 'c'])
    expect([...chooseRow(more, 'c', 'toggle', order).chosen]).toEqual(['a'])
  })

  it('begins anew where the beginning of the stretch is gone', () => {
    const gone: Choice = { chosen: new Set(['x']), anchor: 'x' }
    expect([...chooseRow(gone, 'b', 'stretch', order).chosen]).toEqual(['b'])
  })
})

describe('what is chosen', () => {
  it('is only what is still shown', () => {
    const chosen = new Set(['b', 'x', 'd'])
    expect([...shownOf(chosen, order)]).toEqual(['b', 'd'])
    expect(shownOf(new Set(['x']), order).size).toBe(0)
  })

  it('is not chosen any more when it comes back into the list', () => {
    const queue = useQueue.getState()
    queue.chooseAll(['a', 'b', 'c'])
    queue.keepChosen(['a', 'c', 'd'])
    queue.keepChosen(order)
    expect([...useQueue.getState().chosen]).toEqual(['a', 'c'])
  })
})

describe('moving rows', () => {
  it('goes by the whole line where a search shows a part of it', () => {
    const line = ['a', 'x', 'b', 'y', 'c', 'z']
    const shown = ['a', 'b', 'c']
    expect([0, 1, 2, 3].map((to) => placeInLine(line, shown, to))).toEqual([0, 2, 4, 5])
    expect(movesTo(line, new Set(['a']), placeInLine(line, shown, 3))).toEqual([{ id: 'a', before: 'z' }])
    expect(movesTo(line, new Set(['c']), 0)).toEqual([{ id: 'c', before: 'a' }])
  })

  const played = (moving: string[], to: number): string[] => {
    let waiting = [...order]
    for (const { id, before, toEnd } of movesTo(order, new Set(moving), to)) {
      waiting = waiting.filter((each) => each !== id)
      waiting.splice(toEnd ? waiting.length : waiting.indexOf(before ?? waiting[0] ?? ''), 0, id)
    }
    return waiting
  }

  it('keeps their own order, whichever way they go', () => {
    expect(played(['d', 'b'], 0)).toEqual(['b', 'd', 'a', 'c', 'e'])
    expect(played(['a', 'b'], 5)).toEqual(['c', 'd', 'e', 'a', 'b'])
    expect(played(['a'], 3)).toEqual(['b', 'c', 'a', 'd', 'e'])
    expect(played(['b', 'd'], 2)).toEqual(['a', 'b', 'd', 'c', 'e'])
  })

  it('asks for nothing where nothing would change', () => {
    expect(movesTo(order, new Set(['b']), 1)).toEqual([])
    expect(movesTo(order, new Set(['b', 'c']), 3)).toEqual([])
    expect(movesTo(order, new Set(['e']), 5)).toEqual([])
  })
})

describe('what the queue shows', () => {
  it('is in the order of sending, a moved request at its new place', () => {
    const late = request({ id: 'late', place: '2', createdAt: '2026-11-20T14:00:00Z' })
    const moved = request({ id: 'moved', place: '1', createdAt: '2026-11-20T15:00:00Z' })
    expect(queueGroups([late, moved]).waiting.map(({ id }) => id)).toEqual(['moved', 'late'])
  })

  it('is cut down by kind, by words in any order, and by the first figures of a number', () => {
    const picture = request({ id: '5d4190ba-1', kind: 'generation', skill: null, title: 'A red boat', subtitle: '2K' })
    const cutout = request({ title: 'boat.jpg' })
    const all = [picture, cutout]
    expect(kindsOf(all)).toEqual(['create', 'remove-bg'])
    expect(filtered(all, 'create', '')).toEqual([picture])
    expect(filtered(all, 'all', 'boat RED')).toEqual([picture])
    expect(filtered(all, 'all', '5d4190')).toEqual([picture])
    expect(filtered(all, 'all', 'ship')).toEqual([])
    const filed = { ...picture, project: 'Harbour Days' }
    expect(filtered([...all, filed], 'all', 'harbour boat')).toEqual([filed])
  })

  it('a search is of what needs somebody too, of which all are counted, as is what is unfinished (D9)', () => {
    const decision = { kind: 'credits', question: 'Top up?', choices: [] } as unknown as RequestView['decision']
    const asks = ['A red boat', 'A kite'].map((title) =>
      request({ id: title, title, state: 'needs-decision', decision }),
    )
    const shown = shownGroups([...asks, request({ id: 'runs', state: 'running' })], 'all', 'boat')
    expect(shown.needsYou.map(({ title }) => title)).toEqual(['A red boat'])
    expect(shown).toMatchObject({ asking: 2, unfinished: 3, underWay: [] })
  })
})

describe('the sentence of a row', () => {
  const now = Date.parse('2026-11-20T14:00:00Z')
  const running = {
    since: '2026-11-20T14:00:00Z',
    expectedAt: '2026-11-20T14:00:45Z',
    endsAt: '2026-11-20T14:06:00Z',
  }
  const next = { at: '2026-11-20T14:00:18Z', words: 'Checking order status' }

  it("says how far it is against the service's own end, and when the next look is", () => {
    expect(rowSentence(request({ state: 'running', running }), now + 31_000)).toBe(
      '31 s, usually 45 s, times out at 6 min',
    )
    expect(rowSentence(request({ state: 'uncertain', verdict: 'wait', next }), now)).toBe('Checks again in 18 s')
    expect(rowSentence(request({ verdict: 'safe-to-send', next }), now + 60_000)).toBe('Retrying now')
  })

  it('counts no seconds of what nobody can see: it says why instead', () => {
    const unseen = { ...running, isUnseen: true as const }
    const words = 'Waiting for a key; checking again.'
    expect(rowSentence(request({ state: 'running', running: unseen, now: words }), now + 45_000)).toBe(words)
  })

  it('says how long it took, never less than a second', () => {
    const done = request({ state: 'completed', tookMs: 7200, updatedAt: '2026-11-20T14:00:00Z' })
    expect(rowSentence(done, now)).toBe(`Took 7 s, saved at ${clock(now)}`)
    expect(rowSentence(done, now + 5 * 86_400_000)).toBe('Took 7 s, saved on 20 Nov 2026')
    expect([tookWords(120), tookWords(null)]).toEqual(['Took 1 s', null])
  })

  it('says the place, and what it waits for', () => {
    expect(waitingWords(request({}), 0, now, false)).toBe('Next')
    expect(waitingWords(request({}), 11, now, true)).toBe('Place 12, when the queue resumes')
    expect(waitingWords(request({ next }), 1, now, false)).toBe('Second: checking order status, in 18 s')
  })
})

it('the pane shows one of the rows that are highlighted, also when one is taken out of the choice', async () => {
  const { useQueue } = await import('../../../src/renderer/stores/queue-store.ts')
  const { useView } = await import('../../../src/renderer/stores/view-store.ts')
  const order = ['a', 'b', 'c']
  const { choose } = useQueue.getState()
  const shown = () => useView.getState().requestId
  choose('a', 'alone', order)
  choose('b', 'toggle', order)
  expect(shown()).toBe('b')
  choose('b', 'toggle', order)
  expect([...useQueue.getState().chosen]).toEqual(['a'])
  expect(shown()).toBe('a')
})

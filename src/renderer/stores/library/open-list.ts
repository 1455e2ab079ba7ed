import type { LibraryFilter } from '../../../contract/library.ts'
import { call } from '../../bridge/bridge.ts'
import { appended, noRatios } from '../../grid/ratio-codes.ts'
import { atHand, pageSize } from './at-hand.ts'
import { noneChosen, wholeList } from './selection.ts'
import type { LibraryApi } from './state.ts'

/** What is on the screen comes before what is below it; a window that is never idle goes on all the same. */
const untilIdle = (): Promise<unknown> => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 120 }))

/** The engine does one thing at a time: pictures that somebody looks at would wait behind what nobody sees yet. */
async function untilShown(mostMs = 500): Promise<void> {
  const endMs = performance.now() + mostMs
  while (performance.now() < endMs && [...document.images].some(({ complete }) => !complete))
    await new Promise(requestAnimationFrame)
}

export const withoutEmpty = (filter: object): LibraryFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))

/** Reads the rest of the list's form, stretch by stretch, while the window goes on. */
async function readOn({ setState }: LibraryApi, mine: number, list: string): Promise<void> {
  await untilIdle()
  await untilShown()
  for (;;) {
    await untilIdle()
    if (mine !== atHand.round) return
    const answer = await call('library.shape', { list })
    if (mine !== atHand.round) return
    if (!answer.ok) {
      setState({ trouble: answer.message })
      return
    }
    const { ratios, days, next, total } = answer.value
    setState((now) => {
      const ratioCodes = appended(now.ratioCodes, ratios, days)
      return {
        ratioCodes,
        chosen: now.isAllChosen ? wholeList(ratioCodes) : now.chosen,
        isWhole: next === null,
        total: next === null ? ratioCodes.count : Math.max(total ?? now.total, ratioCodes.count),
      }
    })
    if (next === null) return
  }
}

/** Is done with the first pictures; the rest of the list is read on its own. */
export async function openList(store: LibraryApi): Promise<void> {
  const { getState, setState } = store
  atHand.round += 1
  const mine = atHand.round
  const answer = await call('library.open', { filter: withoutEmpty(getState().filter), limit: pageSize })
  if (mine !== atHand.round) return
  if (!answer.ok) {
    setState({ trouble: answer.message })
    return
  }
  const { list, ratios, days, next, total } = answer.value
  atHand.items.clear()
  atHand.asked.clear()
  atHand.fresh.clear()
  atHand.items.put(0, answer.value.items)
  atHand.fresh.add(0)
  setState((now) => ({
    list,
    listRevision: 0,
    ratioCodes: appended(noRatios, ratios, days),
    isWhole: next === null,
    total: total ?? ratios.length,
    revision: now.revision + 1,
    trouble: null,
    ...noneChosen,
  }))
  atHand.reading = next === null ? Promise.resolve() : readOn(store, mine, list)
  void atHand.reading.then(getState().readFacets)
}

import type { RatioCodes } from '../../grid/justify.ts'
import { none, type Ranges } from '../../grid/ranges.ts'
import { isGroup } from '../action-target.ts'
import { useView } from '../view-store.ts'
import { atHand } from './at-hand.ts'
import type { LibrarySlice } from './state.ts'

export const noneChosen = { chosen: none, isAllChosen: false, anchor: null, lead: null }

export const wholeList = (ratioCodes: RatioCodes): Ranges => (ratioCodes.count === 0 ? none : [[0, ratioCodes.count]])

/** Which pictures are selected, and which of them has the keyboard. */
export const selectionSlice: LibrarySlice<
  'chosen' | 'isAllChosen' | 'anchor' | 'lead' | 'choose' | 'chooseAll' | 'chooseNone'
> = (set, get) => ({
  ...noneChosen,

  choose: (chosen, lead, anchor, focus = false) => {
    set({ chosen, isAllChosen: false, lead, anchor })
    useView.getState().chooseAsset(lead === null ? null : (atHand.items.at(lead)?.id ?? null), focus)
  },

  chooseAll: () => {
    const { choose, ratioCodes, lead, anchor } = get()
    choose(wholeList(ratioCodes), lead ?? 0, anchor ?? 0, true)
    set({ isAllChosen: true })
  },

  chooseNone: () => {
    if (!isGroup(get())) set({ chosen: none, isAllChosen: false, anchor: null })
  },
})

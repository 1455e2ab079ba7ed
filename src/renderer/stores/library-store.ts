import { create } from 'zustand'
import { actSlice } from './library/act.ts'
import { filterSlice } from './library/filter.ts'
import { pagingSlice } from './library/paging.ts'
import { selectionSlice } from './library/selection.ts'
import type { Chosen, LibraryMirror } from './library/state.ts'
import { syncSlice } from './library/sync.ts'
import { undoSlice } from './library/undo.ts'

export const useLibrary = create<LibraryMirror>()((...store) => ({
  ...filterSlice(...store),
  ...pagingSlice(...store),
  ...syncSlice(...store),
  ...selectionSlice(...store),
  ...actSlice(...store),
  ...undoSlice(...store),
}))

export const chosenNow = (): Chosen => {
  const { chosen, lead, anchor, ratioCodes } = useLibrary.getState()
  return { chosen, lead, anchor, count: ratioCodes.count }
}

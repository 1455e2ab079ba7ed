import type { LibraryFilter } from '../../../contract/library.ts'
import { call } from '../../bridge/bridge.ts'
import { useView } from '../view-store.ts'
import { openList, withoutEmpty } from './open-list.ts'
import { noneChosen } from './selection.ts'
import type { LibrarySlice } from './state.ts'

/** What the list is of, and what there is to filter by. */
export const filterSlice: LibrarySlice<
  'filter' | 'facets' | 'setFilter' | 'clearFilter' | 'showFilter' | 'reload' | 'readFacets'
> = (set, get, store) => {
  const show = (filter: LibraryFilter): void => {
    set({ filter, ...noneChosen })
    useView.getState().chooseAsset(null)
    void openList(store)
  }
  return {
    filter: {},
    facets: null,

    setFilter: (part) => {
      const filter = withoutEmpty({ ...get().filter, ...part })
      if (JSON.stringify(filter) !== JSON.stringify(get().filter)) show(filter)
    },

    clearFilter: () => get().showFilter({}),
    showFilter: (filter) => show(withoutEmpty(filter)),
    reload: () => void openList(store),

    readFacets: async () => {
      const answer = await call('library.facets', undefined)
      if (answer.ok) set({ facets: answer.value })
    },
  }
}

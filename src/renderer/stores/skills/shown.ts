import { type SkillSlice, skillWorkOf } from './state.ts'
import { changeWork, keepWork } from './write.ts'

/** How a Skill's list is shown. */
export const shownSlice: SkillSlice<'layout' | 'setLayout' | 'clearEnded' | 'setFilter' | 'pick'> = (
  set,
  get,
  store,
) => ({
  layout: 'rows',
  setLayout: (layout) => set({ layout }),
  clearEnded: (id) => keepWork(store, id, { clearedAt: new Date().toISOString() }),
  setFilter: (id, filter) => changeWork(store, id, { filter }),
  pick: (id, part) => changeWork(store, id, { picked: { ...skillWorkOf(get(), id).picked, ...part } }),
})

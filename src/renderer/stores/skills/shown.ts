import type { SkillSlice } from './state.ts'
import { changeWork, keepWork } from './write.ts'

/** How a Skill's list is shown. */
export const shownSlice: SkillSlice<'layout' | 'setLayout' | 'clearEnded' | 'setFilter'> = (set, _get, store) => ({
  layout: 'rows',
  setLayout: (layout) => set({ layout }),
  clearEnded: (id) => keepWork(store, id, { clearedAt: new Date().toISOString() }),
  setFilter: (id, filter) => changeWork(store, id, { filter }),
})

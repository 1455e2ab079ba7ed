import { create } from 'zustand'
import type { SkillView } from '../../contract/catalogue.ts'
import { catalogueSlice } from './skills/catalogue.ts'
import { draftsSlice } from './skills/drafts.ts'
import { filesSlice } from './skills/files.ts'
import { settingsSlice } from './skills/settings.ts'
import { shownSlice } from './skills/shown.ts'
import { type SkillState, type SkillWork, skillOf, skillWorkOf } from './skills/state.ts'

export const useSkills = create<SkillState>()((...store) => ({
  ...catalogueSlice(...store),
  ...draftsSlice(...store),
  ...filesSlice(...store),
  ...settingsSlice(...store),
  ...shownSlice(...store),
}))

export const useWork = (skill: string): SkillWork => useSkills((state) => skillWorkOf(state, skill))

export const useSkillView = (id: string): SkillView | null => useSkills((state) => skillOf(state, id))

import { create } from 'zustand'
import { draftSlice } from './create/draft.ts'
import { formSlice } from './create/form.ts'
import { modelsSlice } from './create/models.ts'
import { presetsSlice } from './create/presets.ts'
import { referencesSlice } from './create/references.ts'
import { seenPriceSlice } from './create/seen-price.ts'
import type { CreateState } from './create/state.ts'

export const useCreate = create<CreateState>()((...store) => ({
  ...formSlice(...store),
  ...referencesSlice(...store),
  ...presetsSlice(...store),
  ...seenPriceSlice(...store),
  ...draftSlice(...store),
  ...modelsSlice(...store),
}))

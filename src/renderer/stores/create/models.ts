import { call } from '../../bridge/bridge.ts'
import type { CreateSlice } from './state.ts'

/** The service's models, as they were last read. */
export const modelsSlice: CreateSlice<'models' | 'loadModels'> = (set, get) => ({
  models: null,

  loadModels: async (fresh) => {
    const answer = await call('catalogue.models', { fresh })
    set((old) => ({
      models: answer.ok
        ? answer.value
        : {
            models: old.models?.models ?? [],
            readAt: old.models?.readAt ?? null,
            stale: true,
            problem: answer.message,
            lastUsedId: old.models?.lastUsedId ?? null,
          },
    }))
    // An old copy is shown while a new one is on its way (§8): that one is waited for, and not asked for twice.
    if (!fresh && answer.ok && answer.value.stale && answer.value.problem === null) await get().loadModels(true)
  },
})

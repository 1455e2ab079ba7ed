import type { MainCalls } from '../main-calls.ts'
import type { Updates } from './updates.ts'

type UpdateCalls = Pick<MainCalls, 'updates.view' | 'updates.set' | 'updates.check' | 'updates.install'>

/** What Settings asks about newer versions of the app. */
export const updateCalls = (updates: Updates): UpdateCalls => ({
  'updates.view': async () => updates.view(),
  'updates.set': async (change) => updates.set(change),
  'updates.check': async () => updates.check(),
  'updates.install': async ({ wanted }) => updates.want(wanted),
})

import { call } from '../../bridge/bridge.ts'
import { t } from '../../format/messages.ts'
import type { LibrarySlice } from './state.ts'

const mostUndos = 50

/** Acts that can be taken back. */
export const undoSlice: LibrarySlice<'undos' | 'remember' | 'undo'> = (set, get) => ({
  undos: [],

  remember: (undo, message, undone = t('Undone: {message}', { message }), before = null) => {
    if (undo !== null) set((now) => ({ undos: [...now.undos, { id: undo, undone, before }].slice(-mostUndos) }))
  },

  undo: async (id) => {
    const { undos } = get()
    const act = id === undefined ? undos.at(-1) : undos.find((one) => one.id === id)
    if (!act) return null
    set({ undos: undos.filter((one) => one.id !== act.id) })
    const answer = await call('library.undo', { undo: act.id })
    if (!answer.ok) {
      // Nothing was done: it can be tried again.
      set((now) => ({ undos: [...now.undos, act].slice(-mostUndos) }))
      return answer.message
    }
    await get().sync()
    const { ratioCodes, choose } = get()
    // Where nothing else came or went, what is back stands where it stood.
    if (answer.value.count !== null && act.before?.count === ratioCodes.count)
      choose(act.before.chosen, act.before.lead, act.before.anchor, true)
    return answer.value.count === null ? t('That can no longer be undone.') : `${act.undone}.`
  },
})

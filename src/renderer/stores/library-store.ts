import { create } from 'zustand'
import type { AssetView } from '../../contract/views.ts'
import { call } from '../bridge.ts'

const pageSize = 500

interface LibraryMirror {
  items: readonly AssetView[]
  total: number
  /** Null at the end, undefined before the first page. */
  cursor: string | null | undefined
  search: string
  loading: boolean
  trouble: string | null
  find: (search: string) => void
  more: () => Promise<void>
  reload: () => void
  take: (change: { added: readonly AssetView[]; removed: readonly string[] }) => void
}

/** Answers of an older search are dropped. */
let round = 0

export const useLibrary = create<LibraryMirror>((set, get) => ({
  items: [],
  total: 0,
  cursor: undefined,
  search: '',
  loading: false,
  trouble: null,

  find: (search) => {
    if (search === get().search) return
    set({ search })
    get().reload()
  },

  reload: () => {
    round += 1
    set({ cursor: undefined, loading: false })
    void get().more()
  },

  more: async () => {
    const { loading, cursor, search } = get()
    if (loading || cursor === null) return
    const mine = round
    set({ loading: true })
    const answer = await call('library.page', {
      limit: pageSize,
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(cursor === undefined ? {} : { cursor }),
    })
    if (mine !== round) return
    if (!answer.ok) {
      set({ loading: false, trouble: answer.message })
      return
    }
    const page = answer.value
    set((old) => {
      const known = new Set(cursor === undefined ? [] : old.items.slice(-pageSize).map((item) => item.id))
      const fresh = page.items.filter((item) => !known.has(item.id))
      return {
        items: cursor === undefined ? page.items : [...old.items, ...fresh],
        cursor: page.cursor,
        total: page.total,
        loading: false,
        trouble: null,
      }
    })
  },

  take: ({ added, removed }) => {
    if (get().cursor === undefined) return
    if (get().search.trim() !== '' && added.length > 0) {
      get().reload()
      return
    }
    set((old) => {
      const gone = new Set([...removed, ...added.map((item) => item.id)])
      const kept = old.items.filter((item) => !gone.has(item.id))
      const newest = [...added].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      return { items: [...newest, ...kept], total: old.total - (old.items.length - kept.length) + newest.length }
    })
  },
}))

import { call } from '../../bridge/bridge.ts'
import { seenFromDraft } from '../../format/changed-since.ts'
import { emptyForm, formFromDraft } from '../../forms/create-form.ts'
import { presetsFromDraft } from '../../forms/presets.ts'
import { lookAtReferences, withinOrder } from './references.ts'
import type { CreateSlice } from './state.ts'

/** The form as this home keeps it. */
export const draftSlice: CreateSlice<'clear' | 'loadDraft'> = (set, get, store) => ({
  clear: (kept) =>
    set((old) => ({
      models: null,
      seen: null,
      left: null,
      ...(kept.has('create') ? {} : { form: emptyForm, looked: new Map() }),
      presets: kept.has('create-presets') ? old.presets : [],
    })),

  loadDraft: async (kept = new Set()) => {
    const [draft, presets, seen] = await Promise.all([
      call('drafts.load', { form: 'create' }),
      call('drafts.load', { form: 'create-presets' }),
      call('drafts.load', { form: 'create-seen' }),
    ])
    if (presets.ok && !kept.has('create-presets')) set({ presets: presetsFromDraft(presets.value) })
    if (seen.ok && get().seen === null) {
      const left = seenFromDraft(seen.value)
      set({ seen: left, left })
    }
    if (!draft.ok || draft.value === null || kept.has('create')) return
    const left = formFromDraft(draft.value)
    // What was typed while the draft was on its way wins.
    if (get().form !== emptyForm) return
    // Left by a version that had no limit.
    const form = { ...left, references: withinOrder(left.references) }
    set({ form })
    await lookAtReferences(store)
  },
})

import { callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { t } from '../../format/messages.ts'
import { type CreateForm, emptyForm, formOfOrder, withMedia } from '../../forms/create-form.ts'
import { saveLater } from '../save-later.ts'
import { asOrderedWords, sayFilled } from '../say-filled.ts'
import { lookAtReferences } from './references.ts'
import { type CreateSlice, plainJson } from './state.ts'

const save = saveLater('create')

const isSame = (one: CreateForm, other: CreateForm): boolean => JSON.stringify(one) === JSON.stringify(other)
const isTouched = (form: CreateForm): boolean => !isSame(form, emptyForm)

/** What is asked for. */
export const formSlice: CreateSlice<'form' | 'change' | 'setMedia' | 'takeOrderOf'> = (set, get, store) => ({
  form: emptyForm,

  change: (part) => {
    const form = { ...get().form, ...part }
    set({ form })
    save(plainJson(form))
  },

  setMedia: (media) => get().change(withMedia(get().form, media)),

  takeOrderOf: async (requestId) => {
    const answer = await callMain('prompts.orderOf', { id: requestId })
    if (answer === null) return false
    if (answer.value === null) {
      useNotices.getState().say({ tone: 'attention', message: t('No Create settings to reuse.') })
      return false
    }
    const { order, mediaType } = answer.value
    const { form: before, change } = get()
    change(formOfOrder(before, order, mediaType))
    const isReplaced = isTouched(before) && !isSame(before, get().form)
    sayFilled(asOrderedWords(t('Create')), isReplaced ? () => change(before) : null)
    await lookAtReferences(store)
    return true
  },
})

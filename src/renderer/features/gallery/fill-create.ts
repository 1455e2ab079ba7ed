import { t } from '../../format/messages.ts'
import type { CreateForm } from '../../forms/create-form.ts'
import { useCreate } from '../../stores/create-store.ts'
import { sayFilled } from '../../stores/say-filled.ts'
import { useView } from '../../stores/view-store.ts'

/** Changes the form and goes there; nothing is sent, and what stood there before can be had back. */
function fill(part: Partial<CreateForm>, before: Partial<CreateForm>, message: string, replaced: boolean): void {
  useCreate.getState().change(part)
  useView.getState().go('create')
  sayFilled(message, replaced ? () => useCreate.getState().change(before) : null)
}

export function fillPrompt(prompt: string): void {
  const { form } = useCreate.getState()
  fill(
    { prompt, many: 'off' },
    { prompt: form.prompt, many: form.many },
    t('The prompt is in Create. Nothing was sent.'),
    (form.prompt.trim() !== '' && form.prompt !== prompt) || form.many !== 'off',
  )
}

/** Style codes are for images. The model stays: which of them heeds a code, the list does not tell (§4.1). */
export function fillStyle(sref: string): void {
  const create = useCreate.getState()
  create.setMedia('image')
  const { style } = useCreate.getState().form
  const old = style.sref
  fill(
    { style: { ...style, sref } },
    { style },
    t('The style code is in Create, among the style options. Nothing was sent.'),
    old !== undefined && old !== sref,
  )
}

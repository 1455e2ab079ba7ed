import { useEffect, useMemo } from 'react'
import type { ModelView, QuoteView } from '../../../contract/views.ts'
import type { Price } from '../../components/spend-button.tsx'
import { plural } from '../../lib/format.ts'
import { orderOf } from '../../lib/model-fit.ts'
import { useApprove } from '../../lib/use-approve.ts'
import { useQuote } from '../../lib/use-quote.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useNotices } from '../../stores/notices-store.ts'

export interface CreateOrder {
  model: ModelView | null
  quote: QuoteView | null
  pending: boolean
  trouble: string | null
  price: Price
  act: string
  blocked: string | null
  send: () => void
  problemOf: (field: string) => string | null
}

/** The chosen model, else the one last used, else the first of the list. */
function useModel(): ModelView | null {
  const models = useCreate((create) => create.models)
  const modelId = useCreate((create) => create.form.modelId)
  if (!models) return null
  const find = (id: string | null): ModelView | undefined => models.models.find((model) => model.id === id)
  return find(modelId) ?? find(models.lastUsedId) ?? models.models[0] ?? null
}

/** Problems that belong to a field shown on the form; the others stand in the quote. */
const shownFields = new Set(['prompt', 'modelId', 'aspectRatio', 'resolution', 'quality', 'references', 'count'])
export const isShownAtField = (field: string | null): boolean => field !== null && shownFields.has(field)

export function useCreateOrder(): CreateOrder {
  const form = useCreate((create) => create.form)
  const model = useModel()
  const order = useMemo(() => (model ? orderOf(form, model) : null), [form, model])
  const hasPrompt = form.prompt.trim() !== ''
  const { quote, pending, trouble, again } = useQuote(
    order && hasPrompt ? { name: 'quote.generation', input: order } : null,
  )
  const { approving, approve } = useApprove()
  const act = approving ? 'Writing the receipt' : form.count === 1 ? 'Make 1 picture' : `Make ${form.count} pictures`

  let price: Price = { is: 'none' }
  let blocked: string | null = null
  if (quote) {
    price =
      quote.price === 'known' && quote.credits !== null
        ? { is: 'known', credits: quote.credits }
        : { is: quote.price === 'known' ? 'unknown' : quote.price }
  }
  if (!model) blocked = 'There is no model to choose yet.'
  else if (!hasPrompt) blocked = 'Write what the picture should show.'
  else if (trouble !== null) blocked = trouble
  else if (pending || !quote) blocked = 'Working out the price.'
  else if (quote.problems.length > 0) blocked = quote.problems[0]?.message ?? null
  else if (quote.price === 'unavailable')
    blocked = 'The service shows no price for this now. A missing price is never free.'
  if (!hasPrompt) price = { is: 'none' }

  const send = async (): Promise<void> => {
    if (!quote) return
    const made = await approve(quote)
    // An approved quote is used up, and a refused one is worth working out anew.
    again()
    if (made !== null) useNotices.getState().announce(`${plural(made, 'request')} written down and queued.`)
  }

  return {
    model,
    quote: hasPrompt ? quote : null,
    pending,
    trouble,
    price,
    act,
    blocked: approving ? 'The receipt is written before anything is sent.' : blocked,
    send: () => void send(),
    problemOf: (field) => quote?.problems.find((problem) => problem.field === field)?.message ?? null,
  }
}

/** Reads the list of models when the screen opens without one. */
export function useModelsOnOpen(): void {
  const loadModels = useCreate((create) => create.loadModels)
  const none = useCreate((create) => create.models === null)
  useEffect(() => {
    if (none) void loadModels(false)
  }, [none, loadModels])
}

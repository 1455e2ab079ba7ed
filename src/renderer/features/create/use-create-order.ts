import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { ModelView } from '../../../contract/catalogue.ts'
import { mostRequests } from '../../../contract/limits.ts'
import type { QuoteView } from '../../../contract/quotes.ts'
import { fromCsv, fromLines, longestPrompt, type ManyPrompts } from '../../../domain/prompts/many.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import type { Price } from '../../components/spend-button.tsx'
import { type Ceiling, cappedPrice, useCeiling } from '../../components/use-ceiling.ts'
import { modelChange, type PriceChange, priceChange } from '../../format/changed-since.ts'
import { figure } from '../../format/format.ts'
import { freshMs, isOld } from '../../format/list-age.ts'
import { apart, t } from '../../format/messages.ts'
import { type SpendAct, spendAct } from '../../format/spend-act.ts'
import { choiceProblem, wishOf } from '../../forms/copy-choice.ts'
import type { CreateForm } from '../../forms/create-form.ts'
import { toGenerationOrder } from '../../forms/model-fit.ts'
import { approvalOf, useApprove } from '../../hooks/use-approve.ts'
import { type ListOfService, useFreshList, useOneReading } from '../../hooks/use-fresh-list.ts'
import { useQuote } from '../../hooks/use-quote.ts'
import { useCopies, useCopyChoice } from '../../stores/copies-store.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useRequests } from '../../stores/requests-store.ts'

export interface CreateOrder {
  /** The models of the medium that is shown. */
  models: readonly ModelView[]
  model: ModelView | null
  /** The chosen one is not in the list now: another has to be chosen by a person. */
  modelGone: boolean
  /** Further models of the same order, null where the list has one no more. */
  beside: readonly { id: string; model: ModelView | null }[]
  /** Several prompts at once; null where there is one. */
  many: ManyPrompts | null
  quote: QuoteView | null
  pending: boolean
  trouble: string | null
  price: Price
  ceiling: Ceiling
  act: SpendAct
  blocked: string | null
  approves: string | null
  /** Orders what was paid for before as well; else only the rest, where there is one. */
  all: boolean
  setAll: (all: boolean) => void
  /** What changed since the form was last looked at, in sentences. */
  changes: readonly string[]
  /** They were read. */
  forgetChanges: () => void
  send: () => void
  /** How often something was ordered since the screen was opened. */
  sent: number
  /** Has the price worked out anew. */
  again: () => void
  problemOf: (field: string) => string | null
}

/** The chosen model, else the one shown or used last, else the first of the list. One that is gone is never replaced silently. */
function useModel(form: CreateForm): Pick<CreateOrder, 'models' | 'model' | 'modelGone' | 'beside'> {
  const list = useCreate((create) => create.models)
  const models = useMemo(
    () => list?.models.filter(({ mediaType }) => mediaType === form.media) ?? [],
    [list, form.media],
  )
  const find = (id: string | null): ModelView | undefined => models.find((model) => model.id === id)
  const modelGone = form.modelId !== null && models.length > 0 && find(form.modelId) === undefined
  // Without a choice the form stays with what it showed last, as long as that is there.
  const shownBefore = useCreate((create) => create.seen?.model.id ?? null)
  const model = modelGone
    ? null
    : (find(form.modelId) ?? find(shownBefore) ?? find(list?.lastUsedId ?? null) ?? models[0] ?? null)
  const beside = useMemo(() => {
    const others = form.beside.filter((id) => id !== model?.id)
    return others.map((id) => ({ id, model: models.find((each) => each.id === id) ?? null }))
  }, [form.beside, models, model])
  return { models, model, modelGone, beside }
}

/** Problems that belong to a field shown on the form; the others stand in the quote. */
const shownFields = new Set([
  'prompt',
  'modelId',
  'aspectRatio',
  'resolution',
  'quality',
  'tier',
  'duration',
  'referenceImages',
  'referenceType',
  'niji7Options',
  'referenceVideo',
  'referenceVideoDuration',
])
export const isShownAtField = (field: string | null): boolean => field !== null && shownFields.has(field)

const promptsOf = ({ many, lines, table }: Pick<CreateForm, 'many' | 'lines' | 'table'>): ManyPrompts | null =>
  many === 'off' ? null : many === 'lines' ? fromLines(lines, mostRequests) : fromCsv(table, mostRequests)

const isTooLong = (prompt: string): boolean => prompt.length > longestPrompt

const tooLongWords = (prompt: string): string =>
  t('The prompt has {count} characters; the limit is {most}. Shorten it.', {
    count: figure(prompt.length),
    most: figure(longestPrompt),
  })

/**
 * What is typed shows at once; hundreds of prompts are opened out when there is time for it. Another output type or model
 * is another form, with other choices: who presses on at once must not meet those of the one before.
 */
function useSettledForm(typed: CreateForm): CreateForm {
  const deferred = useDeferredValue(typed)
  return deferred.media === typed.media && deferred.modelId === typed.modelId ? deferred : typed
}

export function useCreateOrder(): CreateOrder {
  const typed = useCreate((create) => create.form)
  const form = useSettledForm(typed)
  const chosen = useModel(form)
  const { model, beside } = chosen
  const { many: kind, lines, table } = form
  const many = useMemo(() => promptsOf({ many: kind, lines, table }), [kind, lines, table])
  const hasPrompt = many === null ? form.prompt.trim() !== '' : many.prompts.length > 0
  const isMistaken = many === null ? isTooLong(form.prompt) : many.problems.length > 0
  const order = useMemo(
    () => (model && hasPrompt && !isMistaken ? toGenerationOrder(form, model, many?.prompts, present(beside)) : null),
    [form, model, beside, many, hasPrompt, isMistaken],
  )
  const copies = useCopyChoice('create')
  const usualName = useCopies((state) => state.template)
  const alsoTo = wishOf(copies, usualName)
  const input = order && alsoTo ? { ...order, alsoTo } : order
  const asked = useQuote(input ? { name: 'quote.generation', input } : null)
  const { quote, trouble, again } = asked
  const pending = asked.pending || form !== typed
  const key = useMemo(() => (order ? JSON.stringify(order) : null), [order])
  const [allOf, setAllOf] = useState<string | null>(null)
  const { approving, approve } = useApprove()
  const [sent, setSent] = useState(0)
  const { changes, forgetChanges, forgetPrice } = useChanges(key, quote, pending, chosen)
  useAgainWhenMade(form.prompt, many, again)
  const listReadAt = useCreate((create) => create.models?.readAt ?? null)
  useOneReading({ list: modelList, listReadAt, quoteReadAt: quote?.pricesReadAt ?? null, quoteAgain: again })

  const rest = quote && allOf !== key && quote.rest && quote.rest.requests > 0 ? quote.rest : null
  const priced = rest ?? quote
  const ceiling = useCeiling(hasPrompt ? quote : null, priced)
  const price: Price = !hasPrompt || !priced ? { is: 'none' } : cappedPrice(priceOf(priced), ceiling)
  const blocked = approving
    ? t('The receipt is saved before anything is sent.')
    : ((hasPrompt ? choiceProblem(copies, usualName) : null) ??
      reasonAgainst({ form, ...chosen, many, hasPrompt, trouble, pending, quote, rest: rest !== null, ceiling }))

  const send = async (): Promise<void> => {
    if (!quote) return
    const made = await approve(quote, rest ? 'already-paid' : undefined, ceiling.credits)
    // An approved quote is used up, and a refused one is worth working out anew.
    again()
    setAllOf(null)
    if (made === null) return
    ceiling.setText('')
    // It says that nothing was sent.
    forgetPrice()
    setSent((before) => before + 1)
    useNotices.getState().announce(t('{made, plural, one {# request} other {# requests}} queued.', { made }))
  }

  return {
    ...chosen,
    many,
    quote: hasPrompt ? quote : null,
    pending,
    trouble,
    price,
    ceiling,
    act: approving
      ? spendAct('Saving the receipt')
      : actWords(form, many, 1 + beside.length, quote, rest?.requests ?? null),
    blocked,
    approves: approvalOf(quote, rest ? 'already-paid' : undefined, ceiling.credits),
    all: rest === null,
    setAll: (all) => setAllOf(all ? key : null),
    changes,
    forgetChanges,
    send: () => void send(),
    sent,
    again,
    problemOf: (field) => {
      if (field === 'prompt' && many === null && isTooLong(form.prompt)) return tooLongWords(form.prompt)
      const problem = quote?.problems.find((each) => each.field === field)
      return problem ? apart(problem.message) : null
    },
  }
}

function priceOf({ price, credits }: Pick<QuoteView, 'price' | 'credits'>): Price {
  if (price === 'known' && credits !== null) return { is: 'known', credits }
  return { is: price === 'known' ? 'unknown' : price }
}

const present = (beside: CreateOrder['beside']): ModelView[] =>
  beside.flatMap(({ model }) => (model === null ? [] : [model]))

function actWords(
  form: CreateForm,
  many: ManyPrompts | null,
  models: number,
  quote: QuoteView | null,
  rest: number | null,
): SpendAct {
  const isVideo = form.media === 'video'
  const count = (many?.prompts.length ?? 1) * form.count * models
  if (rest !== null) return rest === 1 ? spendAct('Make the other') : spendAct('Make {rest} others', { rest })
  // Short enough for the button beside any price.
  if (quote !== null && quote.alreadyPaid.length > 0)
    return count <= 1 ? spendAct('Make it again') : spendAct('Make {count} again', { count })
  if (count === 0) return isVideo ? spendAct('Make videos') : spendAct('Make pictures')
  return isVideo
    ? spendAct('Make {count, plural, one {# video} other {# videos}}', { count })
    : spendAct('Make {count, plural, one {# picture} other {# pictures}}', { count })
}

interface Situation
  extends Pick<CreateOrder, 'model' | 'modelGone' | 'beside' | 'many' | 'quote' | 'pending' | 'trouble'> {
  form: CreateForm
  hasPrompt: boolean
  rest: boolean
  ceiling: Ceiling
}

/** Why nothing can be ordered now; null where it can. */
function reasonAgainst(at: Situation): string | null {
  const { model, many, quote } = at
  const isVideo = at.form.media === 'video'
  if (at.modelGone) return t('This model is unavailable. Choose another.')
  if (at.beside.some((each) => each.model === null)) return t('One of the models is not in the list now. Remove it.')
  if (!model) return isVideo ? t('No video models yet.') : t('No image models yet.')
  if (many && many.problems.length > 0) return t('Fix the prompts first.')
  if (!at.hasPrompt) {
    if (many) return t('Write one prompt per line.')
    return isVideo ? t('Describe the video.') : t('Describe the picture.')
  }
  if (!many && isTooLong(at.form.prompt)) return tooLongWords(at.form.prompt)
  if (at.trouble !== null) return apart(at.trouble)
  if (at.pending || !quote) return t('Calculating the price.')
  if (quote.problems.length > 0) return apart(quote.problems[0]?.message ?? '')
  if (quote.price === 'unavailable') return t('The service shows no price for this, so it can’t be ordered.')
  if (at.ceiling.blocked !== null) return at.ceiling.blocked
  // The rest, or the most that was named, may fit where the whole does not; the engine looks at it when it is approved.
  return at.rest || at.ceiling.credits !== null || quote.overCap === null
    ? null
    : t('Over your limit. Order less, wait, or change the limit.')
}

/** Compares each price with the one last shown for the very same order, and keeps it for the next look. */
function useChanges(
  key: string | null,
  quote: QuoteView | null,
  pending: boolean,
  { model, models }: Pick<CreateOrder, 'model' | 'models'>,
): Pick<CreateOrder, 'changes' | 'forgetChanges'> & { forgetPrice: () => void } {
  const [price, setPrice] = useState<PriceChange | null>(null)
  const left = useCreate((create) => create.left)
  useEffect(() => {
    if (key === null || quote === null || pending || model === null || quote.problems.length > 0) return
    const { seen, remember } = useCreate.getState()
    const now = Date.now()
    const found = priceChange(seen, key, quote, now)
    if (found) setPrice(found)
    remember({ order: key, credits: quote.credits, at: new Date(now).toISOString(), model })
  }, [key, quote, pending, model])
  const changes = [modelChange(left, model, models, Date.now()), price?.order === key ? price.message : null].filter(
    (message) => message !== null,
  )
  const forgetPrice = (): void => setPrice(null)
  const forgetChanges = (): void => {
    useCreate.getState().forgetLeft()
    forgetPrice()
  }
  return { changes, forgetChanges, forgetPrice }
}

/**
 * When what the form describes has come home, and nothing more of it is under way, the quote is worked out anew: from
 * then on it is paid for already. Not before, since a batch would hold the button back with each of its pictures.
 */
function useAgainWhenMade(prompt: string, many: ManyPrompts | null, again: () => void): void {
  const titles = useMemo(
    () => new Set((many ? many.prompts.map((each) => each.prompt) : [prompt]).map(beginning)),
    [prompt, many],
  )
  const made = useRequests((mirror) => {
    const same = mirror.all.filter(({ kind, title }) => kind === 'generation' && titles.has(beginning(title)))
    return same.every(({ state }) => isEndState(state)) ? same.length : null
  })
  const before = useRef({ titles, made })
  useEffect(() => {
    const { current } = before
    if (current.titles === titles && made !== null && made !== current.made) again()
    if (current.titles !== titles || made !== null) before.current = { titles, made }
  }, [titles, made, again])
}

/** Titles of long prompts are cut; their beginnings tell them well enough apart for a second look at a price. */
const beginning = (prompt: string): string => prompt.trim().replace(/\s+/g, ' ').slice(0, 100)

const modelList: ListOfService = {
  isOld: (now) => isOld(useCreate.getState().models?.readAt ?? null, freshMs.models, now),
  read: () => void useCreate.getState().loadModels(false),
}

/** Reads the list of models when the screen opens without one, or with an old one. */
export const useModelsOnOpen = (): void => useFreshList(modelList)

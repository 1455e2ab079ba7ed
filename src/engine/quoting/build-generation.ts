import { mostRequests } from '../../contract/limits.ts'
import type { GenerationOrder } from '../../contract/orders.ts'
import type { Model } from '../../domain/catalogue/model.ts'
import { checkGeneration, type GenerationInputs, type Reference } from '../../domain/form/generation-form.ts'
import type { Problem } from '../../domain/form/problem.ts'
import { pricedGeneration } from '../catalogue/overcharges.ts'
import { generationPrice } from '../catalogue/price-by-list.ts'
import { sanitizeText } from '../platform/text.ts'
import {
  type BuildQuoteDeps,
  type BuiltQuote,
  builtQuote,
  chargedLast,
  type OrderDraft,
  onlyProblem,
  referenceOf,
} from './build-quote.ts'

/** §4.1: a generation from the live list. Choices that decide the price are always sent (design.md). */
export async function buildGenerationQuote(
  order: GenerationOrder,
  models: Model[],
  deps: BuildQuoteDeps,
): Promise<BuiltQuote> {
  const { readAtMs } = deps
  const references = (order.references ?? []).map(referenceOf)
  const asked = askedOf(order)
  const found = new Map(models.map((model) => [model.id, model]))
  const unlisted = asked.find(({ modelId }) => !found.has(modelId))
  if (unlisted) {
    const message = `The service lists no model “${sanitizeText(unlisted.modelId)}”. Nothing was sent or charged. Choose one of ${models.map((m) => m.id).join(', ')}.`
    return onlyProblem('modelId', message, readAtMs)
  }
  const requests = asked.reduce((sum, { inputs }) => sum + inputs.length, 0) * (order.count ?? 1)
  if (requests > mostRequests)
    return onlyProblem(
      'prompt',
      `These are ${requests} requests, and one order takes ${mostRequests} at most. Nothing was sent or charged. Order them in parts.`,
      readAtMs,
    )
  const checked = asked.flatMap(({ modelId, inputs, taken }) => {
    const model = found.get(modelId)
    return model ? [checkModel(model, inputs, references.slice(0, taken), order, deps)] : []
  })
  const problems = problemsOfModels(checked)
  for (const reference of references) {
    const problem = 'path' in reference ? (await deps.inspector.inspect(reference.path)).problem : null
    if (problem !== null) problems.push({ field: 'referenceImages', message: problem })
  }
  const drafts = checked.flatMap((each) => each.drafts)
  const notes = [...new Set(checked.flatMap((each) => each.notes))]
  return builtQuote({ drafts, problems, leftOut: [], notes }, readAtMs)
}

type Inputs = Omit<GenerationInputs, 'references'>

interface AskedModel {
  modelId: string
  /** One a prompt. */
  inputs: Inputs[]
  /** How many of the order's references go to it. */
  taken: number
}

/** What is asked of each model; what stands of the first is not the others'. */
function askedOf({
  variants,
  count: _count,
  alsoTo: _copies,
  references = [],
  ...order
}: GenerationOrder): AskedModel[] {
  const { alongside = [], modelId, ...inputs } = order
  const withPrompts = (of: Inputs, several: GenerationOrder['variants']): Inputs[] =>
    several?.map((variant) => ({ ...of, ...variant })) ?? [of]
  return [
    { modelId, inputs: withPrompts(inputs, variants), taken: references.length },
    ...alongside.map(({ modelId, references: taken, variants: own, ...settings }) => ({
      modelId,
      inputs: withPrompts({ prompt: inputs.prompt, ...settings }, own ?? variants),
      taken,
    })),
  ]
}

interface CheckedModel {
  model: Model
  drafts: OrderDraft[]
  problems: Problem[]
  notes: string[]
}

function checkModel(
  model: Model,
  asked: Inputs[],
  references: Reference[],
  { count = 1, alsoTo }: GenerationOrder,
  { readAtMs, ownOrigin, overcharges }: BuildQuoteDeps,
): CheckedModel {
  const checked = asked.map((each) => checkGeneration(model, { ...each, references }, ownOrigin))
  const priced = checked.map(({ fields }) => ({
    fields,
    ...overcharges.priced(pricedGeneration(model.name, fields, references.length), (each) =>
      generationPrice(each, [model], readAtMs),
    ),
  }))
  const drafts = priced.flatMap(({ fields, quote }) => {
    const draft: OrderDraft = {
      kind: 'generation',
      modelName: model.name,
      mediaType: model.mediaType,
      skill: '',
      fields,
      pictures: references.map((reference) => ({ field: 'referenceImages', ...reference })),
      quote,
      ...(alsoTo ? { copies: alsoTo } : {}),
    }
    return Array.from({ length: count }, () => draft)
  })
  return {
    model,
    drafts,
    problems: problemsOfAll(checked.map((each) => each.problems)),
    notes: [...priced.flatMap((each) => chargedLast(model.name, each)), ...checked.flatMap((each) => each.notes)],
  }
}

/** The fields on the form are the first model's: what stands in the way of another names that one. */
function problemsOfModels([first, ...others]: CheckedModel[]): Problem[] {
  const own = first?.problems ?? []
  const further = others.flatMap(({ model, problems }) =>
    problems
      .filter(({ message }) => !own.some((one) => one.message === message))
      .map(({ message }) => ({
        field: null,
        message: message.includes(model.name) ? message : `${model.name}: ${message}`,
      })),
  )
  return [...own, ...further]
}

/** Problems of several prompts: one that all share is said once, of the others the first few with their number. */
function problemsOfAll(lists: Problem[][]): Problem[] {
  const [first = []] = lists
  if (lists.length <= 1) return [...first]
  const has = (list: Problem[], { field, message }: Problem): boolean =>
    list.some((each) => each.field === field && each.message === message)
  const shared = first.filter((problem) => lists.every((list) => has(list, problem)))
  const own = lists.flatMap((list, index) =>
    list
      .filter((problem) => !has(shared, problem))
      .map(({ field, message }) => ({ field, message: `Prompt ${index + 1}: ${message}` })),
  )
  return [...shared, ...own.slice(0, 5)]
}

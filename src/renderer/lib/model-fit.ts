import type { GenerationOrder } from '../../contract/ipc.ts'
import type { ModelView } from '../../contract/views.ts'
import { list, plural } from './format.ts'

/** What the form of Create holds. `aspectRatio` and `resolution` are what was chosen, whether the model has it or not. */
export interface CreateForm {
  prompt: string
  modelId: string | null
  aspectRatio: string
  resolution: string | null
  /** Null is the model's own: then nothing is sent (service.md §4.1). */
  quality: Quality | null
  references: string[]
  count: number
}

/** The list of models does not say which of them heed it. */
export const qualities = ['low', 'medium', 'high'] as const
type Quality = (typeof qualities)[number]

export const emptyForm: CreateForm = {
  prompt: '',
  modelId: null,
  aspectRatio: 'auto',
  resolution: null,
  quality: null,
  references: [],
  count: 1,
}

export const mostPictures = 20

/** `auto` is every model's (service.md §4.1); the others are its own. */
export const ratiosOf = (model: ModelView): string[] => ['auto', ...model.ratios.filter((ratio) => ratio !== 'auto')]

/** The chosen resolution where the model has it, else its first: what decides the price is always shown and sent. */
export const resolutionOf = (form: CreateForm, model: ModelView): string | null =>
  form.resolution !== null && model.resolutions.includes(form.resolution)
    ? form.resolution
    : (model.resolutions[0] ?? null)

export const ratioOf = (form: CreateForm, model: ModelView): string =>
  ratiosOf(model).includes(form.aspectRatio) ? form.aspectRatio : 'auto'

/** The order as it would be sent: only what this model has. */
export function orderOf(form: CreateForm, model: ModelView): GenerationOrder {
  const ratio = ratioOf(form, model)
  const resolution = resolutionOf(form, model)
  const references = form.references.slice(0, model.maxReferences)
  return {
    prompt: form.prompt,
    modelId: model.id,
    ...(ratio === 'auto' ? {} : { aspectRatio: ratio }),
    ...(resolution === null ? {} : { resolution }),
    ...(form.quality === null ? {} : { quality: form.quality }),
    ...(references.length === 0 ? {} : { references }),
    count: form.count,
  }
}

/** What was chosen and this model cannot do: named, because it is left out of the order. */
export function misfit(form: CreateForm, model: ModelView): string | null {
  const parts: string[] = []
  if (ratioOf(form, model) !== form.aspectRatio) parts.push(`no ${form.aspectRatio}`)
  if (form.resolution !== null && model.resolutions.length > 0 && resolutionOf(form, model) !== form.resolution) {
    parts.push(`no ${form.resolution}`)
  }
  const over = form.references.length - model.maxReferences
  if (over > 0) {
    parts.push(model.maxReferences === 0 ? 'no references' : `only ${plural(model.maxReferences, 'reference')}`)
  }
  return parts.length === 0 ? null : `${model.name} has ${list(parts)}. What it cannot take is left out, not forgotten.`
}

/** "11 ratios, to 4K, 5 references". */
export function abilities(model: ModelView): string[] {
  const last = model.resolutions[model.resolutions.length - 1]
  return [
    ...(model.ratios.length > 0 ? [plural(model.ratios.length, 'ratio')] : []),
    ...(last === undefined ? [] : [model.resolutions.length === 1 ? last : `to ${last}`]),
    model.maxReferences === 0 ? 'no references' : plural(model.maxReferences, 'reference'),
  ]
}

/** A draft comes back as plain JSON from the disk: only what fits is taken over. */
export function formFromDraft(draft: unknown): CreateForm {
  if (typeof draft !== 'object' || draft === null) return emptyForm
  const has = draft as Partial<Record<keyof CreateForm, unknown>>
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    prompt: text(has.prompt) ?? '',
    modelId: text(has.modelId),
    aspectRatio: text(has.aspectRatio) ?? 'auto',
    resolution: text(has.resolution),
    quality: qualities.find((each) => each === has.quality) ?? null,
    references: Array.isArray(has.references) ? has.references.filter((path) => typeof path === 'string') : [],
    count:
      typeof has.count === 'number' && Number.isInteger(has.count) ? Math.min(mostPictures, Math.max(1, has.count)) : 1,
  }
}

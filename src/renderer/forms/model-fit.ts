import type { ModelView } from '../../contract/catalogue.ts'
import type { GenerationOrder } from '../../contract/orders.ts'
import type { ManyPrompt } from '../../domain/prompts/many.ts'
import { durationText, list } from '../format/format.ts'
import { t } from '../format/messages.ts'
import type { CreateForm, MediumSettings } from './create-form.ts'

/** Ratios that are shapes; a list may name the two words beside them. */
const shapesOf = (model: ModelView): string[] =>
  model.ratios.filter((ratio) => ratio !== 'auto' && ratio !== 'adaptive')

const continues = (form: MediumSettings, model: ModelView): boolean =>
  model.continuesVideo && form.referenceVideo.trim() !== ''

const hasReference = (form: CreateForm, model: ModelView): boolean =>
  (form.references.length > 0 && model.maxReferences > 0) || continues(form, model)

/**
 * `auto` is every model's, but one that adapts takes it for `adaptive`: that needs a reference, and without one only
 * explicit ratios are offered (service.md §4.1; O28, O29).
 */
export function ratiosOf(form: CreateForm, model: ModelView): string[] {
  const shapes = shapesOf(model)
  if (!model.adapts) return ['auto', ...shapes]
  return hasReference(form, model) || shapes.length === 0 ? ['adaptive', ...shapes] : shapes
}

export function ratioOf(form: CreateForm, model: ModelView): string {
  const ratios = ratiosOf(form, model)
  return ratios.includes(form.aspectRatio) ? form.aspectRatio : (ratios[0] ?? 'auto')
}

/** The chosen tier where the model has it, else its first: what decides the price is always shown and sent. */
export const tierOf = (form: MediumSettings, model: ModelView): string | null =>
  (model.tiers.find(({ name }) => name === form.tier) ?? model.tiers[0])?.name ?? null

/** Resolutions that may be ordered with the chosen tier, and with the reference video where there is one. */
export function resolutionsHere(form: MediumSettings, model: ModelView): string[] {
  const tier = model.tiers.find(({ name }) => name === tierOf(form, model))
  if (!tier) return model.resolutions
  return continues(form, model) ? tier.continuing : tier.resolutions
}

/** All resolutions of a model, each with the tiers that make it: those that the chosen one does not are shown as off. */
export function resolutionPairs(
  form: MediumSettings,
  model: ModelView,
): { value: string; off: boolean; needs: string[] }[] {
  const here = resolutionsHere(form, model)
  const known = model.tiers.flatMap((tier) => tier.resolutions)
  return [...new Set([...model.resolutions, ...known])]
    .filter((value) => model.tiers.length === 0 || known.includes(value))
    .map((value) => ({
      value,
      off: !here.includes(value),
      needs: model.tiers
        .filter((tier) => (continues(form, model) ? tier.continuing : tier.resolutions).includes(value))
        .map(({ name }) => name),
    }))
}

export function resolutionOf(form: MediumSettings, model: ModelView): string | null {
  const here = resolutionsHere(form, model)
  return form.resolution !== null && here.includes(form.resolution) ? form.resolution : (here[0] ?? null)
}

/** Always sent for a video: left out, a flat and higher price would be charged (§4.1 rule 1). */
export const durationOf = (form: MediumSettings, model: ModelView): number | null =>
  model.durations.length === 0
    ? form.duration
    : form.duration !== null && model.durations.includes(form.duration)
      ? form.duration
      : (model.durations[0] ?? null)

export const makesVideo = (model: ModelView): boolean => model.mediaType === 'video'

/**
 * The order as it would be sent: only what each model has.
 * @param prompts several at once, in place of the form's one
 * @param beside models that make the same beside the first
 */
export function toGenerationOrder(
  form: CreateForm,
  model: ModelView,
  prompts?: readonly ManyPrompt[],
  beside: readonly ModelView[] = [],
): GenerationOrder {
  const first = orderOfOne(form, model, prompts)
  if (beside.length === 0) return first
  const alongside = beside.map((other) => {
    const { prompt: _prompt, count: _count, references = [], variants, ...own } = orderOfOne(form, other, prompts)
    const isOther = variants !== undefined && JSON.stringify(variants) !== JSON.stringify(first.variants)
    return { ...own, references: references.length, ...(isOther ? { variants } : {}) }
  })
  return { ...first, alongside }
}

function orderOfOne(form: CreateForm, model: ModelView, prompts?: readonly ManyPrompt[]): GenerationOrder {
  const ratio = ratioOf(form, model)
  const resolution = resolutionOf(form, model)
  const references = form.references.slice(0, model.maxReferences)
  return {
    prompt: form.prompt,
    modelId: model.id,
    ...(ratio === 'auto' ? {} : { aspectRatio: ratio }),
    ...(resolution === null ? {} : { resolution }),
    ...(references.length === 0 ? {} : { references }),
    ...(makesVideo(model) ? videoParts(form, model) : imageParts(form)),
    ...(prompts ? { variants: prompts.map((each) => withResolution(each, resolution, form, model)) } : {}),
    count: form.count,
  }
}

/** A row that names its tier alone takes the form's resolution where that tier has it, else the tier's first. */
function withResolution(row: ManyPrompt, ofForm: string | null, form: MediumSettings, model: ModelView): ManyPrompt {
  if (row.tier === undefined || row.resolution !== undefined || ofForm === null) return { ...row }
  const here = resolutionsHere({ ...form, tier: row.tier }, model)
  const [first] = here
  return first === undefined || here.includes(ofForm) ? { ...row } : { ...row, resolution: first }
}

function imageParts(form: CreateForm): Partial<GenerationOrder> {
  return {
    ...(form.quality === null ? {} : { quality: form.quality }),
    ...(form.referenceType === null ? {} : { referenceType: form.referenceType }),
    ...(Object.keys(form.style).length === 0 ? {} : { niji7Options: { ...form.style } }),
  }
}

function videoParts(form: CreateForm, model: ModelView): Partial<GenerationOrder> {
  const tier = tierOf(form, model)
  const duration = durationOf(form, model)
  return {
    ...(tier === null ? {} : { tier }),
    ...(duration === null ? {} : { duration }),
    ...(continues(form, model)
      ? {
          referenceVideo: form.referenceVideo.trim(),
          ...(form.referenceVideoSeconds === null ? {} : { referenceVideoDuration: form.referenceVideoSeconds }),
        }
      : {}),
  }
}

/** What was chosen and this model cannot do: named, because it is left out of the order. */
export function misfit(form: CreateForm, model: ModelView): string | null {
  const parts: string[] = []
  const isWord = form.aspectRatio === 'auto' || form.aspectRatio === 'adaptive'
  if (!isWord && ratioOf(form, model) !== form.aspectRatio) parts.push(t('no {ratio}', { ratio: form.aspectRatio }))
  if (form.tier !== null && model.tiers.length > 0 && tierOf(form, model) !== form.tier)
    parts.push(t('no {tier}', { tier: form.tier }))
  if (form.resolution !== null && model.resolutions.length > 0 && resolutionOf(form, model) !== form.resolution) {
    const { resolution } = form
    const tier = tierOf(form, model)
    parts.push(
      tier === null ? t('no {resolution}', { resolution }) : t('no {resolution} in {tier}', { resolution, tier }),
    )
  }
  if (form.duration !== null && model.durations.length > 0 && durationOf(form, model) !== form.duration) {
    parts.push(t('no {length}', { length: durationText(form.duration) }))
  }
  const over = form.references.length - model.maxReferences
  if (over > 0) {
    parts.push(
      model.maxReferences === 0
        ? t('no references')
        : t('only {most, plural, one {# reference} other {# references}}', { most: model.maxReferences }),
    )
  }
  if (makesVideo(model) && form.referenceVideo.trim() !== '' && !model.continuesVideo)
    parts.push(t('no reference video'))
  return parts.length === 0
    ? null
    : t('{name} has {list}. What it can’t use is kept but not sent.', { name: model.name, list: list(parts) })
}

/** [4, 5, 6, …, 15] → "4–15 s", [4, 6, 8] → "4, 6, 8 s". */
export function secondsWords(durations: readonly number[]): string {
  const [first = 0] = durations
  const last = durations[durations.length - 1] ?? first
  const isRange = durations.length > 3 && durations.every((each, at) => each === first + at)
  return t('{seconds} s', { seconds: isRange ? `${first}–${last}` : durations.join(', ') })
}

/** "11 ratios, to 4K, 5 references"; for a video "3 tiers, to 4k, 4–15 s, 2 references". */
export function abilities(model: ModelView): string[] {
  const last = model.resolutions[model.resolutions.length - 1]
  return [
    ...(model.tiers.length > 0
      ? [t('{tiers, plural, one {# tier} other {# tiers}}', { tiers: model.tiers.length })]
      : []),
    ...(model.ratios.length > 0 && !makesVideo(model)
      ? [t('{ratios, plural, one {# ratio} other {# ratios}}', { ratios: model.ratios.length })]
      : []),
    ...(last === undefined ? [] : [model.resolutions.length === 1 ? last : t('to {last}', { last })]),
    ...(model.durations.length > 0 ? [secondsWords(model.durations)] : []),
    model.maxReferences === 0
      ? t('no references')
      : t('{most, plural, one {# reference} other {# references}}', { most: model.maxReferences }),
  ]
}

/** Everything a model can do, as short words for its row in the list. */
export function allAbilities(model: ModelView): string[] {
  return [
    ...(model.tiers.length > 0 ? [model.tiers.map(({ name }) => name).join(' ')] : []),
    ...(model.resolutions.length > 0 ? [model.resolutions.join(' ')] : []),
    ...(model.durations.length > 0 ? [secondsWords(model.durations)] : []),
    ...(model.ratios.length > 0
      ? [t('{shapesOf, plural, one {# ratio} other {# ratios}}', { shapesOf: shapesOf(model).length })]
      : []),
    model.maxReferences === 0
      ? t('no references')
      : t('{most, plural, one {# reference} other {# references}}', { most: model.maxReferences }),
    ...(model.continuesVideo ? [t('continues a video')] : []),
  ]
}

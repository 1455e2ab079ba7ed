import { mostModels, mostOfOnePrompt } from '../../contract/limits.ts'
import type { GenerationOrder } from '../../contract/orders.ts'

export const medias = ['image', 'video'] as const
export type Media = (typeof medias)[number]

/** The list of models does not say which of them heed these (service.md §4.1): sent only when chosen. */
export const qualities = ['low', 'medium', 'high'] as const
export type Quality = (typeof qualities)[number]
export const referenceTypes = ['content', 'style'] as const
export type ReferenceType = (typeof referenceTypes)[number]

/** Style options of some image models, each sent only when set. `quality` is a text (§4.1). */
export interface StyleOptions {
  stylize?: number
  chaos?: number
  raw?: boolean
  iw?: number
  sref?: string
  sw?: number
  quality?: '1' | '4'
}

/** What is chosen for one kind of medium; kept apart, so that a look at video costs no setting of images. */
export interface MediumSettings {
  modelId: string | null
  /** Further models of the same order. */
  beside: readonly string[]
  /** What was chosen, whether the model has it or not; so with all of these. */
  aspectRatio: string
  resolution: string | null
  /** Null is the model's own: then nothing is sent. */
  quality: Quality | null
  tier: string | null
  duration: number | null
  count: number
  referenceType: ReferenceType | null
  style: StyleOptions
  referenceVideo: string
  referenceVideoSeconds: number | null
}

/** How several prompts are given: not at all, one a line, or as a table. */
export const manyKinds = ['off', 'lines', 'table'] as const
export type ManyKind = (typeof manyKinds)[number]

/** What the form of Create holds. */
export interface CreateForm extends MediumSettings {
  media: Media
  prompt: string
  references: string[]
  many: ManyKind
  lines: string
  table: string
  /** The settings of the medium that is not shown. */
  aside: MediumSettings
}

const emptySettings: MediumSettings = {
  modelId: null,
  beside: [],
  aspectRatio: 'auto',
  resolution: null,
  quality: null,
  tier: null,
  duration: null,
  count: 1,
  referenceType: null,
  style: {},
  referenceVideo: '',
  referenceVideoSeconds: null,
}

export const emptyForm: CreateForm = {
  ...emptySettings,
  media: 'image',
  prompt: '',
  references: [],
  many: 'off',
  lines: '',
  table: '',
  aside: emptySettings,
}

export const settingsOf = (form: CreateForm): MediumSettings => pickSettings(form)

/** The other medium with its own settings; prompt and references go along. */
export const withMedia = (form: CreateForm, media: Media): CreateForm =>
  form.media === media ? form : { ...form, ...form.aside, media, aside: pickSettings(form) }

/** The form that leads to an order as it was made: its prompt, its references and every setting. */
export function formOfOrder(form: CreateForm, order: GenerationOrder, mediaType: string): CreateForm {
  const media = medias.find((each) => each === mediaType) ?? form.media
  return {
    ...withMedia(form, media),
    ...readMediumSettings({
      ...order,
      style: order.niji7Options,
      referenceVideoSeconds: order.referenceVideoDuration ?? null,
    }),
    prompt: order.prompt,
    references: order.references ?? [],
    many: 'off',
  }
}

type Unknown<T> = Partial<Record<keyof T, unknown>>

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A draft comes back as plain JSON from the disk: only what fits is taken over. */
export function formFromDraft(draft: unknown): CreateForm {
  if (!isObject(draft)) return emptyForm
  const has: Unknown<CreateForm> = draft
  return {
    ...readMediumSettings(draft),
    media: medias.find((each) => each === has.media) ?? 'image',
    prompt: text(has.prompt) ?? '',
    references: texts(has.references),
    many: manyKinds.find((each) => each === has.many) ?? 'off',
    lines: text(has.lines) ?? '',
    table: text(has.table) ?? '',
    aside: readMediumSettings(has.aside),
  }
}

/** Settings from plain JSON: a draft, a preset, an order. What does not fit takes its first value. */
export function readMediumSettings(from: unknown): MediumSettings {
  const has: Unknown<MediumSettings> = isObject(from) ? from : {}
  const count = typeof has.count === 'number' && Number.isInteger(has.count) ? has.count : 1
  return {
    modelId: text(has.modelId),
    beside: texts(has.beside).slice(0, mostModels - 1),
    aspectRatio: text(has.aspectRatio) ?? 'auto',
    resolution: text(has.resolution),
    quality: qualities.find((each) => each === has.quality) ?? null,
    tier: text(has.tier),
    duration: number(has.duration),
    count: Math.min(mostOfOnePrompt, Math.max(1, count)),
    referenceType: referenceTypes.find((each) => each === has.referenceType) ?? null,
    style: readStyle(has.style),
    referenceVideo: text(has.referenceVideo) ?? '',
    referenceVideoSeconds: number(has.referenceVideoSeconds),
  }
}

function readStyle(from: unknown): StyleOptions {
  const has: Unknown<StyleOptions> = isObject(from) ? from : {}
  const style: StyleOptions = {}
  for (const name of ['stylize', 'chaos', 'iw', 'sw'] as const) {
    const value = has[name]
    if (typeof value === 'number' && Number.isFinite(value)) style[name] = value
  }
  if (typeof has.raw === 'boolean') style.raw = has.raw
  if (typeof has.sref === 'string' && has.sref !== '') style.sref = has.sref
  if (has.quality === '1' || has.quality === '4') style.quality = has.quality
  return style
}

const pickSettings = (form: MediumSettings): MediumSettings => ({
  modelId: form.modelId,
  beside: form.beside,
  aspectRatio: form.aspectRatio,
  resolution: form.resolution,
  quality: form.quality,
  tier: form.tier,
  duration: form.duration,
  count: form.count,
  referenceType: form.referenceType,
  style: form.style,
  referenceVideo: form.referenceVideo,
  referenceVideoSeconds: form.referenceVideoSeconds,
})

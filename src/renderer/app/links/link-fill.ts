import type { ModelView } from '../../../contract/catalogue.ts'
import type { LinkTo } from '../../../domain/links/link.ts'
import { type CreateForm, type Media, medias, withMedia } from '../../forms/create-form.ts'
import { ratiosOf } from '../../forms/model-fit.ts'

/** What a link makes of the form of Create, and which of its words are not for this service. */
export interface LinkedForm {
  form: CreateForm
  model: ModelView | null
  left: ('model' | 'ratio')[]
}

/** Nothing in the form but choices: a link takes nothing away that somebody wrote. */
export const isUnwritten = ({ prompt, references, many, lines, table }: CreateForm): boolean =>
  prompt.trim() === '' &&
  references.length === 0 &&
  (many === 'off' || (many === 'lines' ? lines : table).trim() === '')

/**
 * The form with the words of a link in it. A model is taken only from the live list, with its medium; a ratio only
 * where the model has it.
 */
export function linkedForm(before: CreateForm, link: LinkTo<'create'>, models: readonly ModelView[]): LinkedForm {
  const model = models.find(({ id }) => id === link.model) ?? null
  const media: Media = medias.find((each) => each === model?.mediaType) ?? before.media
  const form: CreateForm = {
    ...withMedia(before, media),
    ...(model === null ? {} : { modelId: model.id }),
    ...(link.prompt === null ? {} : { prompt: link.prompt, many: 'off' as const }),
  }
  const standing = model ?? models.find(({ id }) => id === form.modelId) ?? null
  const near = standing === null ? models.filter(({ mediaType }) => mediaType === media) : [standing]
  const hasRatio = link.ratio !== null && near.some((each) => ratiosOf(form, each).includes(link.ratio ?? ''))
  return {
    form: hasRatio && link.ratio !== null ? { ...form, aspectRatio: link.ratio } : form,
    model,
    left: [
      ...(link.model !== null && model === null ? (['model'] as const) : []),
      ...(link.ratio !== null && !hasRatio ? (['ratio'] as const) : []),
    ],
  }
}

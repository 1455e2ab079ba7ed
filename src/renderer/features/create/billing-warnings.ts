import type { ModelView } from '../../../contract/catalogue.ts'
import { creditWords } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import type { CreateForm } from '../../forms/create-form.ts'
import { makesVideo, ratioOf } from '../../forms/model-fit.ts'

/** How the service charges where it is not what one would think (service.md §4.1), in the order of what it may cost. */
export function billingWarnings(form: CreateForm, model: ModelView): { title: string; message: string }[] {
  return makesVideo(model) ? videoWarnings(form, model) : imageWarnings(form)
}

function videoWarnings(form: CreateForm, model: ModelView): { title: string; message: string }[] {
  const continued = model.continuesVideo && form.referenceVideo.trim() !== ''
  return [
    ...(model.nominalCredits === null
      ? []
      : [
          {
            title: t('A length is always set.'),
            message: t('Without one, the clip would be billed at a flat {credits}.', {
              credits: creditWords(model.nominalCredits),
            }),
          },
        ]),
    ...(continued
      ? [
          {
            title: t('The reference video is billed too.'),
            message: t(
              'Its seconds are added to yours, with a minimum for each length. The result is only as long as the length you chose.',
            ),
          },
        ]
      : []),
    ...(model.listPrice?.per === 'clip'
      ? [{ title: t('Priced per clip.'), message: t('Price depends on tier and length, not resolution.') }]
      : []),
    ...(model.adapts && ratioOf(form, model) !== 'adaptive'
      ? [
          {
            title: t('A ratio is always set.'),
            message: t('Without one, this model would follow a reference image, and you have none.'),
          },
        ]
      : []),
  ]
}

function imageWarnings(form: CreateForm): { title: string; message: string }[] {
  const chosen = form.quality !== null || form.referenceType !== null || Object.keys(form.style).length > 0
  return chosen
    ? [
        {
          title: t('Only some models use these options.'),
          message: t('The price list does not say which. Other models ignore quality and style.'),
        },
      ]
    : []
}

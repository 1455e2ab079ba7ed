import type { ModelView } from '../../../contract/catalogue.ts'
import { creditWords } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import type { CreateForm } from '../../forms/create-form.ts'
import { isVideo, ratioOf } from '../../forms/model-fit.ts'

/** How the service charges where it is not what one would think (service.md §4.1), in the order of what it may cost. */
export function billingWarnings(form: CreateForm, model: ModelView): { title: string; words: string }[] {
  return isVideo(model) ? videoWarnings(form, model) : imageWarnings(form)
}

function videoWarnings(form: CreateForm, model: ModelView): { title: string; words: string }[] {
  const continued = model.continuesVideo && form.referenceVideo.trim() !== ''
  return [
    ...(model.nominalCredits === null
      ? []
      : [
          {
            title: t('The length is always sent.'),
            words: t('Left out, the clip would be billed at a flat {credits}, whatever its length.', {
              credits: creditWords(model.nominalCredits),
            }),
          },
        ]),
    ...(continued
      ? [
          {
            title: t('The reference video is billed too.'),
            words: t(
              'Its seconds and yours are added up, and there is a least number of seconds for each length. What is made is only as long as the length you chose.',
            ),
          },
        ]
      : []),
    ...(model.listPrice?.per === 'clip'
      ? [{ title: t('Priced by the clip.'), words: t('Tier and length make the price; the resolution does not.') }]
      : []),
    ...(model.adapts && ratioOf(form, model) !== 'adaptive'
      ? [
          {
            title: t('The ratio is always sent.'),
            words: t('Left out, this model would follow a reference, and what it does without one is not known.'),
          },
        ]
      : []),
  ]
}

function imageWarnings(form: CreateForm): { title: string; words: string }[] {
  const chosen = form.quality !== null || form.referenceType !== null || Object.keys(form.style).length > 0
  return chosen
    ? [
        {
          title: t('Only some models heed these options.'),
          words: t(
            'The list does not say which; the others leave quality and style aside and make the picture all the same.',
          ),
        },
      ]
    : []
}

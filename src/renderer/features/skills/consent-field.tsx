import type { JSX } from 'react'
import type { FieldOf } from '../../../domain/form/skill-fields.ts'
import { needsResize, resizedFor, upscaleInput } from '../../../domain/form/upscale-size.ts'
import { FieldLabel, FieldNote } from '../../components/field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { dimensions, figure } from '../../format/format.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { useSkills } from '../../stores/skill-store.ts'
import type { FieldProps } from './field-props.ts'

const options = perLanguage(
  () =>
    [
      { value: 'ask', label: t('Ask me each time') },
      { value: 'resize', label: t('Reduce them') },
    ] as const,
)

/** Originals over the service's limit are made smaller only by the user's word, given here for all or later for each (§4.14). */
export function ConsentField({ field, order }: FieldProps<FieldOf<'consent'>>): JSX.Element {
  const set = useSkills((state) => state.set)
  const over = order.work.files.flatMap(({ name, width, height }) =>
    width !== null && height !== null && needsResize(width, height) ? [{ name, width, height }] : [],
  )
  const [first] = over
  const fit = first ? resizedFor(first.width, first.height) : null
  return (
    <div>
      <FieldLabel
        label={t('Originals over the limit')}
        aside={over.length > 0 ? t('{count} here', { count: figure(over.length) }) : t('none here')}
      />
      <Segmented<'ask' | 'resize' | ''>
        label={apart(field.label)}
        wide
        options={options()}
        value={order.resize !== null ? '' : order.work.values[field.name] === true ? 'resize' : 'ask'}
        onChoose={(value) => set(order.id, field.name, value === 'resize')}
      />
      <FieldNote>
        {first && fit
          ? t('{name} is {size}. The service reduces it to {smaller} first, and asks before it does. Asking is free.', {
              name: first.name,
              size: dimensions(first.width, first.height),
              smaller: dimensions(fit.width, fit.height),
            })
          : t(
              'The service reduces pictures over {edge} pixels on an edge or {megapixels} megapixels. It asks first; asking is free.',
              { edge: figure(upscaleInput.maxEdge), megapixels: figure(upscaleInput.maxPixels / 1e6) },
            )}
      </FieldNote>
    </div>
  )
}

import type { JSX } from 'react'
import type { FieldOf } from '../../../domain/form/skill-fields.ts'
import { needsResize, resizedFor, upscaleInput } from '../../../domain/form/upscale-size.ts'
import { FieldLabel, FieldNote } from '../../components/field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { dimensions, figure } from '../../lib/format.ts'
import { useSkills } from '../../stores/skill-store.ts'
import type { FieldProps } from './field-props.ts'

const options = [
  { value: 'ask', words: 'Ask me each time' },
  { value: 'resize', words: 'Make them smaller' },
] as const

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
        words="Originals over the limit"
        aside={over.length > 0 ? `${figure(over.length)} here` : 'none here'}
      />
      <Segmented
        label={field.label}
        wide
        options={options}
        value={order.work.values[field.name] === true ? 'resize' : 'ask'}
        onChoose={(value) => set(order.id, field.name, value === 'resize' ? true : undefined)}
      />
      <FieldNote>
        {first && fit
          ? `${first.name} is ${dimensions(first.width, first.height)}. The service would first make it ${dimensions(fit.width, fit.height)}, and asks before it does; asking costs nothing.`
          : `Over ${figure(upscaleInput.maxEdge)} pixels on an edge or ${figure(upscaleInput.maxPixels / 1e6)} megapixels the service makes a picture smaller before it works on it. It asks first; asking costs nothing.`}
      </FieldNote>
    </div>
  )
}

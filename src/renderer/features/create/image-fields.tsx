import type { JSX } from 'react'
import type { ModelView } from '../../../contract/catalogue.ts'
import { FieldProblem } from '../../components/field.tsx'
import { SegmentedField } from '../../components/segmented.tsx'
import { apart, perLanguage, t } from '../../format/messages.ts'
import type { qualities } from '../../forms/create-form.ts'
import { resolutionOf } from '../../forms/model-fit.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'
import { StyleFields } from './style-fields.tsx'
import type { CreateOrder } from './use-create-order.ts'

const qualityOptions = perLanguage(
  () =>
    [
      { value: 'own', label: t('Default') },
      { value: 'low', label: t('Low') },
      { value: 'medium', label: t('Medium') },
      { value: 'high', label: t('High') },
    ] as const satisfies { value: 'own' | (typeof qualities)[number]; label: string }[],
)

export function ImageFields({ model, order }: { model: ModelView; order: CreateOrder }): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  return (
    <>
      <div className={model.resolutions.length > 0 ? styles.side : undefined}>
        {model.resolutions.length > 0 && (
          <SegmentedField
            label={t('Resolution')}
            options={model.resolutions.map((each) => ({ value: each, label: apart(each) }))}
            value={resolutionOf(form, model) ?? ''}
            onChoose={(resolution) => change({ resolution })}
          >
            <FieldProblem message={order.problemOf('resolution')} />
          </SegmentedField>
        )}
        <SegmentedField
          label={t('Quality')}
          aside={t('only some models use it')}
          options={qualityOptions()}
          value={form.quality ?? 'own'}
          onChoose={(quality) => change({ quality: quality === 'own' ? null : quality })}
        >
          <FieldProblem message={order.problemOf('quality')} />
        </SegmentedField>
      </div>
      <StyleFields hasReference={form.references.length > 0} order={order} />
    </>
  )
}

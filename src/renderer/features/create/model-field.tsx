import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { FieldLabel, FieldNote, FieldProblem } from '../../components/field.tsx'
import { asOf } from '../../format/format.ts'
import { freshMs, isOldByMinute } from '../../format/list-age.ts'
import { apart, t } from '../../format/messages.ts'
import { misfit } from '../../forms/model-fit.ts'
import { useMinute } from '../../hooks/use-now.ts'
import { useCreate } from '../../stores/create-store.ts'
import { ModelPicker } from './model-picker.tsx'
import { ModelsBeside } from './models-beside.tsx'
import type { CreateOrder } from './use-create-order.ts'

export function ModelField({ order }: { order: CreateOrder }): JSX.Element {
  const models = useCreate((create) => create.models)
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const loadModels = useCreate((create) => create.loadModels)
  const gone = useCreate((create) => create.left?.model ?? null)
  const { model, modelGone } = order
  const now = useMinute()
  const name = gone?.id === form.modelId ? gone?.name : undefined
  const problem = modelGone
    ? name === undefined
      ? t('The model is unavailable. Choose another; your settings are kept.')
      : t('{name} is unavailable. Choose another; your settings are kept.', { name })
    : order.problemOf('modelId')
  const left = model ? misfit(form, model) : null
  return (
    <div>
      <FieldLabel
        label={t('Model')}
        aside={
          models?.readAt
            ? models.stale || isOldByMinute(models.readAt, freshMs.models, now)
              ? t('Prices from {time}, may be outdated', { time: asOf(models.readAt, now) })
              : t('Prices from {time}', { time: asOf(models.readAt, now) })
            : null
        }
      />
      {order.models.length > 0 ? (
        <ModelPicker
          models={order.models}
          chosen={model}
          bad={problem !== null}
          onChoose={(modelId) => change({ modelId })}
          onReadAgain={() => void loadModels(true)}
        />
      ) : (
        <FieldNote>
          {models === null
            ? t('Loading models…')
            : models.problem === null &&
              (form.media === 'video' ? t('No video models are available.') : t('No image models are available.'))}
        </FieldNote>
      )}
      <FieldProblem message={problem ?? (models?.problem ? apart(models.problem) : null)} />
      {models !== null && (models.problem !== null || order.models.length === 0) && (
        <div style={{ marginTop: 8 }}>
          <Button small onClick={() => void loadModels(true)}>
            {t('Refresh prices')}
          </Button>
        </div>
      )}
      {left !== null && <FieldNote>{left}</FieldNote>}
      {model && <ModelsBeside order={order} />}
    </div>
  )
}

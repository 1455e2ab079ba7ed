import { type JSX, useId } from 'react'
import type { ModelView } from '../../../contract/catalogue.ts'
import { FieldLabel, FieldNote, FieldProblem, TextField } from '../../components/field.tsx'
import { SegmentedField } from '../../components/segmented.tsx'
import { list } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { durationOf, resolutionOf, resolutionPairs, tierOf } from '../../forms/model-fit.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'
import { SecondsField } from './seconds-field.tsx'
import type { CreateOrder } from './use-create-order.ts'

interface FieldsProps {
  model: ModelView
  order: CreateOrder
}

/** "1080p and 4k need pro." */
function whyOff(pairs: ReturnType<typeof resolutionPairs>): string {
  const groups = new Map<string, string[]>()
  for (const { value, off, needs } of pairs) {
    if (!off) continue
    const tiers = list(needs)
    groups.set(tiers, [...(groups.get(tiers) ?? []), value])
  }
  const parts = [...groups].map(([tiers, values]) =>
    tiers === ''
      ? t('There is no price for {list} with a reference video.', { list: list(values) })
      : t('{list} {count, plural, one {needs} other {need}} {tiers}.', {
          list: list(values),
          count: values.length,
          tiers,
        }),
  )
  return parts.join(' ')
}

/** Tier and resolution; a resolution that the tier does not make is shown as off, with what it needs. */
function TierAndResolution({ model, order }: FieldsProps): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const pairs = resolutionPairs(form, model)
  const why = whyOff(pairs)
  return (
    <div className="stack" style={{ gap: 12 }}>
      {model.tiers.length > 0 && (
        <SegmentedField
          label={t('Tier')}
          options={model.tiers.map(({ name }) => ({ value: name, label: apart(name) }))}
          value={tierOf(form, model) ?? ''}
          onChoose={(tier) => change({ tier })}
        >
          <FieldProblem message={order.problemOf('tier')} />
        </SegmentedField>
      )}
      {pairs.length > 0 && (
        <SegmentedField
          label={t('Resolution')}
          options={pairs.map(({ value, off: isOff }) => ({ value, label: apart(value), off: isOff }))}
          value={resolutionOf(form, model) ?? ''}
          onChoose={(resolution) => change({ resolution })}
        >
          <FieldProblem message={order.problemOf('resolution')} />
          {why !== '' && <FieldNote>{why}</FieldNote>}
        </SegmentedField>
      )}
    </div>
  )
}

/** The seconds as a scale of all that the model makes; free figures only where it does not list any. */
function Duration({ model, order }: FieldsProps): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const name = useId()
  const duration = durationOf(form, model)
  if (model.durations.length === 0)
    return (
      <SecondsField
        label={t('Length')}
        aside={t('seconds')}
        value={form.duration}
        problem={order.problemOf('duration')}
        onSeconds={(duration) => change({ duration })}
      />
    )
  return (
    <div>
      <FieldLabel
        label={t('Length')}
        aside={model.durations.length === 1 ? t('the only one this model makes') : t('seconds')}
      />
      <div
        className={styles.scale}
        role="radiogroup"
        aria-label={t('Length in seconds')}
        style={{ gridTemplateColumns: `repeat(${model.durations.length}, minmax(0, 1fr))` }}
      >
        {model.durations.map((each) => (
          <label key={each} className={styles.tick}>
            <input type="radio" name={name} checked={each === duration} onChange={() => change({ duration: each })} />
            {each}
            <span className="sr-only">{` ${t('seconds')}`}</span>
          </label>
        ))}
      </div>
      <FieldProblem message={order.problemOf('duration')} />
    </div>
  )
}

function ReferenceVideo({ model, order }: FieldsProps): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const given = form.referenceVideo.trim() !== ''
  return (
    <div>
      <div className={styles.address}>
        <TextField
          label={t('Continue a video')}
          aside={given ? null : t('optional')}
          type="url"
          placeholder={t('URL of a video, https://')}
          value={form.referenceVideo}
          maxLength={4096}
          spellCheck={false}
          problem={order.problemOf('referenceVideo')}
          onText={(referenceVideo) => change({ referenceVideo })}
        />
        {given && (
          <SecondsField
            label={t('Its seconds')}
            value={form.referenceVideoSeconds}
            onSeconds={(referenceVideoSeconds) => change({ referenceVideoSeconds })}
          />
        )}
      </div>
      {given && <FieldProblem message={order.problemOf('referenceVideoDuration')} />}
      {!given && (
        <FieldNote>
          {t('{name} continues from the end of a video. It needs a public URL.', { name: model.name })}
        </FieldNote>
      )}
    </div>
  )
}

export function VideoFields({ model, order }: FieldsProps): JSX.Element {
  return (
    <>
      <TierAndResolution model={model} order={order} />
      <Duration model={model} order={order} />
      {model.continuesVideo && <ReferenceVideo key={model.id} model={model} order={order} />}
    </>
  )
}

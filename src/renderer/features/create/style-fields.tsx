import { ChevronRight } from 'lucide-react'
import { type JSX, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { FieldNote, FieldProblem, TextField } from '../../components/field.tsx'
import { Range } from '../../components/range.tsx'
import { SegmentedField } from '../../components/segmented.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { perLanguage, t } from '../../format/messages.ts'
import type { StyleOptions } from '../../forms/create-form.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'
import type { CreateOrder } from './use-create-order.ts'

/** The numbers of `niji7Options` with their ranges and the service's own values (service.md §4.1). */
const dials = perLanguage(
  () =>
    [
      { name: 'stylize', label: t('Stylize'), most: 1000, step: 10, own: 100 },
      { name: 'chaos', label: t('Chaos'), most: 100, step: 1, own: 5 },
      { name: 'iw', label: t('Weight of the reference'), most: 2, step: 0.1, own: 1 },
      { name: 'sw', label: t('Weight of the style'), most: 1000, step: 10, own: 100 },
    ] as const,
)

type Dial = ReturnType<typeof dials>[number]

function DialField({ dial, style, onSet }: { dial: Dial; style: StyleOptions; onSet: (value: number | null) => void }) {
  const value = style[dial.name]
  const shown = value ?? dial.own
  return (
    <div className={styles.dial}>
      <span className={cx('small', value === undefined ? 'soft' : undefined)}>{dial.label}</span>
      <Range
        label={dial.label}
        value={shown}
        min={0}
        max={dial.most}
        step={dial.step}
        valueText={value === undefined ? t('{shown}, the default', { shown: figure(shown) }) : figure(shown)}
        onChange={(next) => onSet(Math.round(next * 100) / 100)}
      />
      <span className={cx('figure', value === undefined && 'soft')}>{figure(shown)}</span>
      <Button
        look="quiet"
        small
        className={cx(value === undefined && styles.unseen)}
        disabled={value === undefined}
        aria-label={t('{label}: default', { label: dial.label })}
        onClick={() => onSet(null)}
      >
        {t('Default')}
      </Button>
    </div>
  )
}

/** One option in or out; what is out is not sent. */
function without(style: StyleOptions, name: keyof StyleOptions): StyleOptions {
  const { [name]: _, ...rest } = style
  return rest
}

interface LookFieldsProps {
  style: StyleOptions
  onStyle: (style: StyleOptions) => void
}

function LookFields({ style, onStyle }: LookFieldsProps): JSX.Element {
  return (
    <div className={styles.two}>
      <SegmentedField
        label={t('Look')}
        options={[
          { value: 'own', label: t('Styled') },
          { value: 'raw', label: t('Raw') },
        ]}
        value={style.raw === true ? 'raw' : 'own'}
        onChoose={(look) => onStyle(look === 'raw' ? { ...style, raw: true } : without(style, 'raw'))}
      />
      <SegmentedField
        label={t('Detail')}
        options={[
          { value: 'own', label: t('Default') },
          { value: '1', label: '1' },
          { value: '4', label: '4' },
        ]}
        value={style.quality ?? 'own'}
        onChoose={(quality) => onStyle(quality === 'own' ? without(style, 'quality') : { ...style, quality })}
      />
    </div>
  )
}

/** What the order takes from its reference image. */
function ReferenceTypeField({ hasReference }: { hasReference: boolean }): JSX.Element {
  const referenceType = useCreate((create) => create.form.referenceType)
  const change = useCreate((create) => create.change)
  return (
    <SegmentedField
      label={t('The reference gives')}
      aside={hasReference ? null : t('with a reference')}
      options={[
        { value: 'own', label: t("Model's own") },
        { value: 'content', label: t('Subject') },
        { value: 'style', label: t('Only style') },
      ]}
      value={referenceType ?? 'own'}
      onChoose={(type) => change({ referenceType: type === 'own' ? null : type })}
    />
  )
}

/** Options that some models of images have and the list does not name: sent only when set, ignored by the others. */
export function StyleFields({ hasReference, order }: { hasReference: boolean; order: CreateOrder }): JSX.Element {
  const style = useCreate((create) => create.form.style)
  const referenceType = useCreate((create) => create.form.referenceType)
  const change = useCreate((create) => create.change)
  const set = Object.keys(style).length + (referenceType === null ? 0 : 1)
  const [open, setOpen] = useState(set > 0)
  const id = useId()
  const problem = order.problemOf('niji7Options') ?? order.problemOf('referenceType')
  return (
    <div>
      <button
        type="button"
        className={styles.disclosure}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
        {t('Style options')}
        <span className="hint push">
          {set > 0 ? t('{set, plural, one {# option} other {# options}} set', { set }) : t('only some models use them')}
        </span>
      </button>
      <div id={id} hidden={!open} className={styles.disclosed}>
        {dials().map((dial) => (
          <DialField
            key={dial.name}
            dial={dial}
            style={style}
            onSet={(value) =>
              change({ style: value === null ? without(style, dial.name) : { ...style, [dial.name]: value } })
            }
          />
        ))}
        <TextField
          label={t('Style reference')}
          aside={t('Code or URL')}
          value={style.sref ?? ''}
          maxLength={400}
          spellCheck={false}
          onText={(sref) => change({ style: sref === '' ? without(style, 'sref') : { ...style, sref } })}
        />
        <LookFields style={style} onStyle={(next) => change({ style: next })} />
        <ReferenceTypeField hasReference={hasReference} />
        <FieldNote>{t('Only options you set are sent. Other models ignore them.')}</FieldNote>
      </div>
      <FieldProblem message={problem} />
    </div>
  )
}

import { type JSX, useId } from 'react'
import { noteOf, roleOf } from '../../../domain/form/field-words.ts'
import type { FieldOf, SkillField } from '../../../domain/form/skill-fields.ts'
import { FieldLabel, FieldNote, FieldProblem, TextArea, TextField } from '../../components/field.tsx'
import { Switch } from '../../components/switch.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { problemAt, standingValues, textOf, typedLength } from '../../forms/skill-form.ts'
import { useSkills } from '../../stores/skill-store.ts'
import type { FieldProps } from './field-props.ts'
import styles from './form.module.css'

const roleWords = perLanguage(
  () =>
    ({
      printed: t('Printed'),
      brief: t('AI-written'),
      instructs: t('Guidance only'),
    }) as const,
)

/** What is to be known at a field, in the words of the form or else of the service. */
function noteAt({ name, description }: SkillField): string | undefined {
  const note = noteOf(name) ?? description
  return note === null ? undefined : apart(note)
}

/** How long a text is of how long it may be; said only once it matters. */
function Counter({ text, most }: { text: string; most: number | null }): JSX.Element | null {
  const length = typedLength(text)
  if (most === null || length === 0) return null
  return (
    <span className={cx('figure', length > most && 'fault')}>
      {rich('{length} of {most}<hidden> characters</hidden>', {
        length: figure(length),
        most: figure(most),
        hidden: (chunks) => <span className="sr-only">{chunks}</span>,
      })}
    </span>
  )
}

/** A text, with what becomes of it said at the field. */
export function WordsField({ field, order, why }: FieldProps<FieldOf<'text'>>): JSX.Element {
  const set = useSkills((state) => state.set)
  const id = useId()
  const fields = order.skill?.fields ?? []
  const text = textOf(order.work.values, field.name)
  const role = roleOf(field.name, standingValues(fields, order.work.values))
  const problem = problemAt(field, order.quote, order.work, fields)
  const note = why ?? role?.words ?? noteOf(field.name) ?? field.description
  const aside = (
    <span className={styles.aside}>
      <Counter text={text} most={field.most} />
      {field.required && text.trim() === '' && <span>{t('needed')}</span>}
      {role && <span className={styles.role}>{roleWords()[role.is]}</span>}
    </span>
  )
  const onText = (typed: string): void => set(order.id, field.name, typed === '' ? undefined : typed)
  if (!field.isLong)
    return (
      <TextField
        label={apart(field.label)}
        aside={aside}
        note={note === null ? undefined : apart(note)}
        problem={problem}
        value={text}
        dir="auto"
        onText={onText}
      />
    )
  return (
    <div>
      <FieldLabel label={apart(field.label)} htmlFor={id} aside={aside} />
      <TextArea id={id} rows={(field.most ?? 500) > 500 ? 5 : 3} value={text} problem={problem} onText={onText} />
      {note !== null && problem === null && <FieldNote>{apart(note)}</FieldNote>}
    </div>
  )
}

export function SwitchField({ field, order }: FieldProps<FieldOf<'switch'>>): JSX.Element {
  const set = useSkills((state) => state.set)
  const value = order.work.values[field.name]
  return (
    <Switch
      label={apart(field.label)}
      on={typeof value === 'boolean' ? value : field.start}
      note={noteAt(field)}
      onChange={(on) => set(order.id, field.name, on)}
    />
  )
}

export function NumberField({ field, order }: FieldProps<FieldOf<'number'>>): JSX.Element {
  const set = useSkills((state) => state.set)
  const value = order.work.values[field.name]
  return (
    <div>
      <TextField
        label={apart(field.label)}
        type="number"
        step={field.isWhole ? 1 : 'any'}
        {...(field.least === null ? {} : { min: field.least })}
        {...(field.most === null ? {} : { max: field.most })}
        placeholder={field.start === null ? '' : String(field.start)}
        value={typeof value === 'number' ? String(value) : ''}
        note={noteAt(field)}
        onText={(text) => {
          const number = Number(text)
          set(order.id, field.name, text.trim() === '' || !Number.isFinite(number) ? undefined : number)
        }}
      />
      <FieldProblem message={problemAt(field, order.quote, order.work, order.skill?.fields ?? [])} />
    </div>
  )
}

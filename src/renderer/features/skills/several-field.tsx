import { Check } from 'lucide-react'
import type { JSX } from 'react'
import type { FieldOf } from '../../../domain/form/skill-fields.ts'
import { FieldLabel, FieldNote, FieldProblem } from '../../components/field.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { filledCount, problemAt, severalOf } from '../../forms/skill-form.ts'
import { useSkills } from '../../stores/skill-store.ts'
import type { FieldProps } from './field-props.ts'
import styles from './form.module.css'

/** Several of a list, as cards that are taken in or left out. */
export function SeveralField({ field, order }: FieldProps<FieldOf<'several'>>): JSX.Element {
  const set = useSkills((state) => state.set)
  const fields = order.skill?.fields ?? []
  const chosen = severalOf(field, order.work.values)
  const count = filledCount(field, fields, order.work.values)
  const problem = problemAt(field, order.quote, order.work, fields)
  return (
    <div>
      <FieldLabel
        label={apart(field.label)}
        aside={
          <span className={cx('figure', field.most !== null && count > field.most && 'fault')}>
            {field.most === null
              ? figure(count)
              : t('{count} of {most}', { count: figure(count), most: figure(field.most) })}
          </span>
        }
      />
      <fieldset className={styles.cards} aria-label={apart(field.label)}>
        {field.options.map(({ value, label, hint }) => {
          const isIn = chosen.includes(value)
          return (
            <label key={String(value)} className={styles.card}>
              <input
                type="checkbox"
                className={styles.input}
                checked={isIn}
                onChange={() => {
                  const next = isIn ? chosen.filter((each) => each !== value) : [...chosen, value]
                  set(order.id, field.name, next)
                }}
              />
              <span className={styles.cardWords}>
                <span className="strong">{apart(label)}</span>
                {hint && <span className="hint">{apart(hint)}</span>}
              </span>
              <span className={styles.tick} aria-hidden="true">
                {isIn && <Check size={12} strokeWidth={2.25} />}
              </span>
            </label>
          )
        })}
      </fieldset>
      <FieldProblem message={problem} />
      {problem === null && field.description !== null && <FieldNote>{apart(field.description)}</FieldNote>}
    </div>
  )
}

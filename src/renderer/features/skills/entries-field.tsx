import { Plus, X } from 'lucide-react'
import { type JSX, useEffect, useId, useRef } from 'react'
import { roleOf } from '../../../domain/form/field-words.ts'
import type { FieldOf } from '../../../domain/form/skill-fields.ts'
import { Button } from '../../components/button.tsx'
import { FieldLabel, FieldNote, FieldProblem, TextArea, TextField } from '../../components/field.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { entriesOf, problemAt, textOf, typedLength, type Values } from '../../forms/skill-form.ts'
import { useSkills } from '../../stores/skill-store.ts'
import type { FieldProps } from './field-props.ts'
import styles from './form.module.css'

type Member = FieldOf<'entries'>['members'][number]

interface MemberProps {
  member: Member
  /** Which of the entries, from 1: every one has fields of the same names. */
  count: number
  entry: Values
  onText: (text: string) => void
}

function MemberField({ member, count, entry, onText }: MemberProps): JSX.Element {
  const id = useId()
  const text = textOf(entry, member.name)
  const length = typedLength(text)
  const aside =
    member.most !== null && length > 0 ? (
      <span className={cx('figure', length > member.most && 'fault')}>
        {t('{length} of {most}', { length: figure(length), most: figure(member.most) })}
      </span>
    ) : null
  const label = t('{label} {count}', { label: member.label, count })
  if (!member.isLong) return <TextField label={label} aside={aside} value={text} dir="auto" onText={onText} />
  return (
    <div>
      <FieldLabel label={label} htmlFor={id} aside={aside} />
      <TextArea id={id} rows={2} value={text} onText={onText} />
    </div>
  )
}

interface EntryCardProps {
  field: FieldOf<'entries'>
  entry: Values
  /** Which of them it is, from 1. */
  count: number
  onEntry: (entry: Values) => void
  onRemove: () => void
}

const EntryCard = ({ field, entry, count, onEntry, onRemove }: EntryCardProps): JSX.Element => (
  <li className={styles.entry}>
    {field.members.map((member) => (
      <MemberField
        key={member.name}
        member={member}
        count={count}
        entry={entry}
        onText={(text) => onEntry({ ...entry, [member.name]: text })}
      />
    ))}
    <Button
      look="quiet"
      small
      square
      className={styles.drop}
      aria-label={t('Remove {label} {count}', { label: field.label.toLowerCase(), count })}
      onClick={onRemove}
    >
      <X size={14} strokeWidth={1.75} aria-hidden />
    </Button>
  </li>
)

/** A list of things of one's own, each a card with its texts. */
export function EntriesField({ field, order }: FieldProps<FieldOf<'entries'>>): JSX.Element {
  const set = useSkills((state) => state.set)
  const entries = entriesOf(field, order.work.values)
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  // A new card takes the keyboard, and only one that was asked for here.
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isAsked.current || entries.length === 0) return
    isAsked.current = false
    list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [entries.length])
  const keep = (next: { [key: string]: string }[] | typeof entries): void =>
    set(order.id, field.name, next.length > 0 ? [...next] : undefined)
  const role = roleOf(field.name, order.work.values)
  const problem = problemAt(field, order.quote, order.work, order.skill?.fields ?? [])
  const blank = Object.fromEntries(field.members.map(({ name }) => [name, '']))
  return (
    <div>
      <FieldLabel label={apart(field.label)} />
      {entries.length > 0 && (
        <ul ref={list} className={styles.entries}>
          {entries.map((entry, at) => (
            // Entries have no name of their own that stays while it is typed: their place is it.
            <EntryCard
              key={`${field.name} ${at}`}
              field={field}
              entry={entry}
              count={at + 1}
              onEntry={(next) => keep(entries.map((each, index) => (index === at ? next : each)))}
              onRemove={() => {
                keep(entries.filter((_, index) => index !== at))
                add.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <button
        ref={add}
        type="button"
        className={styles.add}
        onClick={() => {
          isAsked.current = true
          keep([...entries, blank])
        }}
      >
        <Plus size={14} strokeWidth={1.75} aria-hidden />
        {t('Add custom')}
      </button>
      <FieldProblem message={problem} />
      {problem === null && role && <FieldNote>{apart(role.words)}</FieldNote>}
    </div>
  )
}

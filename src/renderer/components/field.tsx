import { CircleAlert, type LucideIcon, Search, X } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type JSX, type ReactNode, useId } from 'react'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import { takenIn } from '../forms/pasted-text.ts'
import styles from './field.module.css'

/** The line over a field: its name, and at the end what is worth knowing about it. */
export function FieldLabel({
  label,
  aside,
  htmlFor,
  id,
}: {
  label: string
  aside?: ReactNode
  htmlFor?: string
  id?: string
}): JSX.Element {
  return (
    <div className={styles.label}>
      {htmlFor === undefined ? <span id={id}>{label}</span> : <label htmlFor={htmlFor}>{label}</label>}
      {aside !== undefined && aside !== null && <span className={styles.aside}>{aside}</span>}
    </div>
  )
}

/** What stands in the way of a field, in a sentence. */
export function FieldProblem({ message, id }: { message: string | null; id?: string }): JSX.Element | null {
  if (message === null) return null
  return (
    <p className={cx(styles.note, styles.noteBad)} id={id}>
      <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
      {message}
    </p>
  )
}

export function FieldNote({ children, id }: { children: ReactNode; id?: string }): JSX.Element {
  return (
    <p className={styles.note} id={id}>
      {children}
    </p>
  )
}

/** The text after a change, without what nobody sees in what was pasted. */
const textOf = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): string =>
  takenIn(target.value, nativeEvent instanceof InputEvent ? nativeEvent.inputType : undefined)

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  aside?: ReactNode
  note?: ReactNode
  problem?: string | null
  icon?: LucideIcon
  mono?: boolean
  onText: (text: string) => void
}

export function TextField({
  label,
  aside,
  note,
  problem = null,
  icon: Icon,
  mono = false,
  onText,
  ...rest
}: TextFieldProps): JSX.Element {
  const id = useId()
  return (
    <div>
      <FieldLabel label={label} aside={aside} htmlFor={id} />
      <div className={cx(styles.field, problem !== null && styles.bad)}>
        <input
          {...rest}
          id={id}
          className={cx(styles.input, mono && styles.mono)}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => onText(textOf(event))}
        />
        {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
      </div>
      <div id={`${id}-note`}>
        <FieldProblem message={problem} />
        {note !== undefined && problem === null && <FieldNote>{note}</FieldNote>}
      </div>
    </div>
  )
}

interface AreaProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  problem?: string | null
  onText: (text: string) => void
}

export function TextArea({ problem = null, onText, ...rest }: AreaProps): JSX.Element {
  const noteId = useId()
  return (
    <>
      <textarea
        dir="auto"
        {...rest}
        className={cx(styles.area, problem !== null && styles.bad)}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : noteId}
        onChange={(event) => onText(textOf(event))}
      />
      <FieldProblem message={problem} id={noteId} />
    </>
  )
}

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onText: (text: string) => void
}

export function SearchField({ label, placeholder, value, onText }: SearchFieldProps): JSX.Element {
  return (
    <div className={cx(styles.field, styles.small)}>
      <Search size={14} strokeWidth={1.75} aria-hidden />
      <input
        className={styles.input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation()
            onText('')
          }
        }}
      />
      {value !== '' && (
        <button type="button" className={styles.clear} aria-label={t('Clear the search')} onClick={() => onText('')}>
          <X size={12} strokeWidth={2} aria-hidden />
        </button>
      )}
    </div>
  )
}

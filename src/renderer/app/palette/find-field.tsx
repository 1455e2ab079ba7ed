import { Search } from 'lucide-react'
import { type JSX, type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '../../format/messages.ts'
import styles from './palette.module.css'

interface FindFieldProps {
  typed: string
  onType: (text: string) => void
  /** What there is to go to, in order, and where one is. */
  ids: readonly string[]
  active: string | null
  onGo: (id: string) => void
  onTake: () => void
  listId: string
  activeId: string | undefined
}

const page = 8

/**
 * The keyboard stays in the field; the arrows go through the list below it. Not the Autocomplete of
 * react-aria-components: here one line stands ready from the first moment, and what is blocked can be reached, so that
 * its reason is heard.
 */
export function FindField(props: FindFieldProps): JSX.Element {
  const { typed, onType, ids, active, onGo, onTake, listId, activeId } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const at = active === null ? -1 : ids.indexOf(active)
    const last = ids.length - 1
    const to = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + page),
      PageUp: Math.max(0, at - page),
    }[event.key]
    if (to === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (to === undefined) onTake()
    else if (ids[to] !== undefined) onGo(ids[to])
  }
  return (
    <div className={styles.find}>
      <Search size={16} strokeWidth={1.6} aria-hidden />
      <input
        ref={field}
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-label={t('Find a command, a picture or a receipt')}
        placeholder={t('Command, prompt or title')}
        value={typed}
        maxLength={400}
        dir="auto"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={press}
      />
    </div>
  )
}

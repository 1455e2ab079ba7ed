import { X } from 'lucide-react'
import { type JSX, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import { useNarrow } from '../hooks/use-narrow.ts'
import { Button } from './button.tsx'
import styles from './pane.module.css'

interface SectionProps {
  title?: string
  /** What follows belongs to it: no line between the two. */
  joined?: boolean
  children: ReactNode
}

/** A section of an inspector, with its small heading. */
export function Section({ title, joined = false, children }: SectionProps): JSX.Element {
  return (
    <section className={cx(styles.section, joined && styles.joined)}>
      {title !== undefined && <h3 className="label">{title}</h3>}
      {children}
    </section>
  )
}

/** What can be done with what the inspector shows: one quiet button a line, its key at the end. */
export const Acts = ({ children }: { children: ReactNode }): JSX.Element => (
  <div className={styles.acts}>{children}</div>
)

interface InspectorProps {
  label: string
  /** Heading row: words on the left, what belongs to them on the right. */
  head: ReactNode
  foot?: ReactNode
  children: ReactNode
  /** Only heeded on a narrow window, where it is a sheet. */
  open?: boolean
  onClose?: () => void
  /** Keeps its place on a narrow window too. */
  stays?: boolean
}

const nothing = (): void => undefined

/** The pane on the right. On a narrow window a sheet over the work that Esc closes. */
export function InspectorPane({
  label,
  head,
  foot,
  children,
  open = true,
  onClose = nothing,
  stays = false,
}: InspectorProps): JSX.Element | null {
  const narrow = useNarrow()
  const ref = useRef<HTMLElement>(null)
  const sheet = narrow && !stays
  const asSheet = sheet && open
  const away = sheet && !open
  // Once it was seen it stays though it has no place any more: a dialog that was opened from it goes on over the window.
  const [wasSeen, setWasSeen] = useState(!away)
  if (!away && !wasSeen) setWasSeen(true)
  useEffect(() => {
    if (!asSheet) return
    const from = document.activeElement
    ref.current?.focus()
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus()
    }
  }, [asSheet])
  if (away && !wasSeen) return null
  return (
    <aside
      ref={ref}
      className={cx(styles.aside, sheet && styles.sheet)}
      hidden={away}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (sheet && event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
      }}
    >
      <div className={styles.toolbar}>
        {head}
        {sheet && (
          <Button
            look="quiet"
            small
            square
            aria-label={t('Close {label}', { label: label.toLowerCase() })}
            onClick={onClose}
          >
            <X size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        )}
      </div>
      <div className={styles.scroll}>{children}</div>
      {foot !== undefined && foot !== null && <div className={styles.foot}>{foot}</div>}
    </aside>
  )
}

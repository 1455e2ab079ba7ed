import { CircleAlert } from 'lucide-react'
import { type JSX, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../components/button.tsx'
import { Empty } from '../components/empty.tsx'
import { commandWords } from '../format/command-words.ts'
import { t } from '../format/messages.ts'
import { useView } from '../stores/view-store.ts'
import styles from './app.module.css'
import { Boundary } from './boundary.tsx'

function Broken({ name, onAgain }: { name: string; onAgain: () => void }): JSX.Element {
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // What had the focus went with the screen; what is open over it keeps its own.
    if (document.activeElement === document.body) again.current?.focus()
  }, [])
  return (
    <section className={styles.broken} aria-label={name}>
      <h1 className="sr-only">{name}</h1>
      <div role="alert">
        <Empty
          icon={CircleAlert}
          title={t('This could not be shown')}
          acts={
            <Button ref={again} look="primary" onClick={onAgain}>
              {t('Try again')}
            </Button>
          }
        >
          {t(
            'Something went wrong while showing this screen. Nothing was sent or charged, and approved orders continue. Other screens work; if this persists, restart Printroom.',
          )}
        </Empty>
      </div>
    </section>
  )
}

/** A screen that fails says so in its place, and can be tried again. */
export function ScreenBoundary({ children }: { children: ReactNode }): JSX.Element {
  const screen = useView((view) => view.screen)
  const receiptOf = useView((view) => view.receiptOf)
  const name = receiptOf === null ? commandWords(screen) : t('Receipt')
  return (
    <Boundary of={receiptOf ?? screen} instead={(onAgain) => <Broken name={name} onAgain={onAgain} />}>
      {children}
    </Boundary>
  )
}

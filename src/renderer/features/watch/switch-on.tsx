import type { JSX, ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { DialogActs } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import { figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { parseSum } from '../../format/typed-sum.ts'
import { useBusy } from '../../hooks/use-busy.ts'
import { CapField } from './cap-field.tsx'
import styles from './watch.module.css'

/** What one picture costs, or why that is not known. */
export type PicturePrice = { credits: number | null; problem: string | null }

interface PriceAndCapProps {
  /** Null while it is worked out. */
  price: PicturePrice | null
  problemWords: (problem: string) => string
  cap: string
  onCap: (text: string) => void
  /** Between the two. */
  children: ReactNode
}

/** The price of one picture and the cap of a day, which cannot be set before the price is known. */
export function PriceAndCap({ price, problemWords, cap, onCap, children }: PriceAndCapProps): JSX.Element {
  const each = price?.credits ?? null
  return (
    <>
      {price === null && <p className="small soft">{t('Calculating the price…')}</p>}
      {price?.problem && <Note tone="attention">{problemWords(price.problem)}</Note>}
      {each !== null && (
        <>
          <div className={styles.price}>
            <span className="strong">{t('Each picture')}</span>
            <Credits value={each} />
          </div>
          {children}
          <CapField text={cap} each={each} onText={onCap} />
        </>
      )}
    </>
  )
}

interface SwitchOnActsProps {
  cap: string
  blocked: boolean
  /** Resolves when the engine has answered. */
  onSwitchOn: () => Promise<void>
  onClose: () => void
}

/** The button that lets a folder order by itself names the most that it may order. */
export function SwitchOnActs({ cap, blocked, onSwitchOn, onClose }: SwitchOnActsProps): JSX.Element {
  const [busy, during] = useBusy()
  return (
    <DialogActs>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button look="primary" disabled={blocked || busy} onClick={() => void during(onSwitchOn)}>
        {blocked
          ? t('Start watching')
          : t('Start watching, up to {cap} credits a day', { cap: apart(figure(parseSum(cap) ?? 0)) })}
      </Button>
    </DialogActs>
  )
}

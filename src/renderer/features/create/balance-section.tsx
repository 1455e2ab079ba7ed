import { type JSX, useMemo } from 'react'
import { Credits } from '../../components/credits.tsx'
import { type Line, Lines } from '../../components/lines.tsx'
import { Section } from '../../components/pane.tsx'
import { asOfWithAge, figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useMinute } from '../../hooks/use-now.ts'
import { useApp } from '../../stores/app-store.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { type HeldCredits, heldCredits } from './held-credits.ts'

/** What is approved already; null before it is known. */
function useHeld(): HeldCredits | null {
  const all = useRequests((mirror) => mirror.all)
  const loaded = useRequests((mirror) => mirror.loaded)
  return useMemo(() => (loaded ? heldCredits(all) : null), [all, loaded])
}

/** What would be left of a balance: told only where everything that goes off it is known. */
function AfterThis({ purchased, credits, held }: { purchased: number; credits: number; held: HeldCredits }) {
  const after = purchased - held.credits - credits
  const lines: Line[] = []
  if (held.credits > 0) lines.push({ label: t('Approved, not sent yet'), amount: figure(-held.credits) })
  if (held.isAll && after >= 0) lines.push({ label: t('After this order'), amount: figure(after) })
  return (
    <>
      {lines.length > 0 && (
        <div style={{ marginTop: 8 }}>
          <Lines lines={lines} />
        </div>
      )}
      {!held.isAll && (
        <p className="hint" style={{ marginTop: 8 }}>
          {t('Running requests may not be deducted yet.')}
        </p>
      )}
      {after < 0 && (
        <p className="attention small" style={{ marginTop: 8 }}>
          {held.credits > 0
            ? t('With what’s queued, you’re {credits} short. Orders beyond your balance are not accepted or charged.', {
                credits: figure(-after),
              })
            : t('You’re {credits} short. Orders beyond your balance are not accepted or charged.', {
                credits: figure(-after),
              })}
        </p>
      )}
    </>
  )
}

/** The balance of the last answer that gave one, and what this order and those that wait would leave of it. */
export function BalanceSection({ credits }: { credits: number | null }): JSX.Element | null {
  const balance = useApp((app) => app.snapshot?.balance ?? null)
  const held = useHeld()
  const now = useMinute()
  if (!balance) return null
  const { purchased, daily, unlimited } = balance
  return (
    <Section title={t('Last known balance')}>
      <div className="row" style={{ alignItems: 'baseline' }}>
        {unlimited ? <span className="head">{t('Unlimited')}</span> : <Credits value={purchased} big />}
        <span className="hint push">{asOfWithAge(balance.asOf, now)}</span>
      </div>
      {purchased !== null && credits !== null && held !== null && !unlimited && (
        <AfterThis purchased={purchased} credits={credits} held={held} />
      )}
      {daily !== null && daily > 0 && (
        <p className="hint" style={{ marginTop: 8 }}>
          {t('{daily} daily free credits can’t be spent with a key.', { daily })}
        </p>
      )}
    </Section>
  )
}

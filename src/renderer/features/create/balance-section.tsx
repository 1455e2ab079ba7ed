import type { JSX } from 'react'
import { Credits } from '../../components/credits.tsx'
import { Lines } from '../../components/lines.tsx'
import { Section } from '../../components/pane.tsx'
import { asOfWithAge, figure } from '../../lib/format.ts'
import { t } from '../../lib/messages.ts'
import { useMinute } from '../../lib/use-now.ts'
import { useApp } from '../../stores/app-store.ts'

/** The balance of the last answer that gave one, and what this order would leave of it. */
export function BalanceSection({ credits }: { credits: number | null }): JSX.Element | null {
  const balance = useApp((app) => app.snapshot?.balance ?? null)
  const now = useMinute()
  if (!balance) return null
  const { purchased, daily, unlimited } = balance
  const after = purchased === null || credits === null || unlimited ? null : purchased - credits
  return (
    <Section title={t('Balance, as last known')}>
      <div className="row" style={{ alignItems: 'baseline' }}>
        {unlimited ? <span className="head">{t('Unlimited')}</span> : <Credits value={purchased} big />}
        <span className="hint push">{asOfWithAge(balance.asOf, now)}</span>
      </div>
      {after !== null && after >= 0 && (
        <div style={{ marginTop: 8 }}>
          <Lines lines={[{ label: t('After this, if all is charged'), amount: figure(after) }]} />
        </div>
      )}
      {after !== null && after < 0 && (
        <p className="attention small" style={{ marginTop: 8 }}>
          {t(
            '{credits} fewer than this is quoted at. What the balance does not cover is not accepted, and not charged.',
            { credits: figure(-after) },
          )}
        </p>
      )}
      {daily !== null && daily > 0 && (
        <p className="hint" style={{ marginTop: 8 }}>
          {t('{daily} daily free credits exist, but a key cannot spend them.', { daily })}
        </p>
      )}
    </Section>
  )
}

import type { JSX } from 'react'
import { Credits } from '../../components/credits.tsx'
import { Lines } from '../../components/lines.tsx'
import { Section } from '../../components/pane.tsx'
import { clock, dateShort, dayKey, figure } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { useApp } from '../../stores/app-store.ts'

function age(asOf: string, now: number): string {
  if (dayKey(asOf) !== dayKey(now)) return `${dateShort(asOf)}, ${clock(asOf)}`
  const minutes = Math.round((now - Date.parse(asOf)) / 60_000)
  return `${clock(asOf)}${minutes >= 1 && minutes < 600 ? `, ${minutes} min ago` : ''}`
}

/** The balance of the last answer that gave one, and what this order would leave of it. */
export function BalanceSection({ credits }: { credits: number | null }): JSX.Element | null {
  const balance = useApp((app) => app.snapshot?.balance ?? null)
  const now = useNow(false)
  if (!balance) return null
  const { purchased, daily, unlimited } = balance
  const after = purchased === null || credits === null || unlimited ? null : purchased - credits
  return (
    <Section title="Balance, as last known">
      <div className="row" style={{ alignItems: 'baseline' }}>
        {unlimited ? <span className="head">Unlimited</span> : <Credits value={purchased} big />}
        <span className="hint push">{age(balance.asOf, now)}</span>
      </div>
      {after !== null && after >= 0 && (
        <div style={{ marginTop: 8 }}>
          <Lines lines={[{ label: 'After this, if all is charged', amount: figure(after) }]} />
        </div>
      )}
      {after !== null && after < 0 && (
        <p className="attention small" style={{ marginTop: 8 }}>
          {figure(-after)} fewer than this is quoted at. What the balance does not cover is not accepted, and not
          charged.
        </p>
      )}
      {daily !== null && daily > 0 && (
        <p className="hint" style={{ marginTop: 8 }}>
          {daily} daily free credits exist, but a key cannot spend them.
        </p>
      )}
    </Section>
  )
}

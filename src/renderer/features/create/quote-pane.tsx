import type { JSX } from 'react'
import { Credits } from '../../components/credits.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import { Lines } from '../../components/lines.tsx'
import { Note } from '../../components/note.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { SpendButton } from '../../components/spend-button.tsx'
import { clock } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { useApp } from '../../stores/app-store.ts'
import { type CreateOrder, isShownAtField } from './use-create-order.ts'

function BalanceSection(): JSX.Element | null {
  const balance = useApp((app) => app.snapshot?.balance ?? null)
  const now = useNow(false)
  if (!balance) return null
  const minutes = Math.round((now - Date.parse(balance.asOf)) / 60_000)
  return (
    <Section title="Balance, as last known">
      <div className="row" style={{ alignItems: 'baseline' }}>
        {balance.unlimited ? <span className="head">Unlimited</span> : <Credits value={balance.purchased} big />}
        <span className="hint push">
          {clock(balance.asOf)}
          {minutes >= 1 && minutes < 600 ? `, ${minutes} min ago` : ''}
        </span>
      </div>
      {balance.daily !== null && balance.daily > 0 && (
        <p className="hint" style={{ marginTop: 8 }}>
          {balance.daily} daily free credits exist, but a key cannot spend them.
        </p>
      )}
    </Section>
  )
}

interface QuotePaneProps {
  order: CreateOrder
  open: boolean
  onClose: () => void
}

const isMac = (): boolean => document.documentElement.dataset.platform === 'darwin'

/** The price and its lines, before anything is spent. */
export function QuotePane({ order, open, onClose }: QuotePaneProps): JSX.Element {
  const { quote, pending, trouble } = order
  const head = (
    <>
      <h2 className="title">Quote</h2>
      {quote && <span className="hint push">prices read {clock(quote.pricesReadAt)}</span>}
    </>
  )
  const foot = (
    <>
      <SpendButton wide act={order.act} price={order.price} blocked={order.blocked} onSpend={order.send} />
      <div className="row hint">
        <KeyHint keys={isMac() ? '⌘↵' : 'Ctrl ↵'} />
        brings you here, and never sends
      </div>
    </>
  )
  const general = quote?.problems.filter((problem) => !isShownAtField(problem.field)) ?? []
  return (
    <Inspector
      label="Quote"
      head={head}
      foot={
        <div data-order="" style={{ display: 'grid', gap: 10 }}>
          {foot}
        </div>
      }
      open={open}
      onClose={onClose}
    >
      <Section>
        {quote ? (
          <Lines
            lines={quote.lines}
            stale={pending}
            sum={{
              label: 'Quoted',
              credits: quote.credits,
              words: quote.price === 'unavailable' ? 'not for sale now' : 'price unknown',
            }}
          />
        ) : (
          <p className="soft small">
            {pending
              ? 'Working out the price…'
              : (trouble ??
                (order.model === null
                  ? 'The price and its lines stand here as soon as there is a model.'
                  : 'The price and its lines stand here as soon as there is a prompt.'))}
          </p>
        )}
        <p className="hint" style={{ marginTop: 10 }}>
          An estimate from the price list. The charge is what the service answers, and the receipt keeps both.
        </p>
      </Section>
      {(quote?.notes.length ?? 0) + general.length > 0 && (
        <Section>
          <div className="stack">
            {general.map((problem) => (
              <Note key={problem.message} tone="fault">
                {problem.message}
              </Note>
            ))}
            {quote?.notes.map((note) => (
              <Note key={note}>{note}</Note>
            ))}
          </div>
        </Section>
      )}
      <BalanceSection />
    </Inspector>
  )
}

import { Fragment, type JSX } from 'react'
import type { QuoteView } from '../../../contract/views.ts'
import { KeyHint } from '../../components/key-hint.tsx'
import { Lines } from '../../components/lines.tsx'
import { Note } from '../../components/note.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { SpendButton } from '../../components/spend-button.tsx'
import { clock } from '../../lib/format.ts'
import { traps } from '../../lib/traps.ts'
import { useCreate } from '../../stores/create-store.ts'
import { BalanceSection } from './balance-section.tsx'
import { CapsSection } from './caps-section.tsx'
import { PaidBefore } from './paid-before.tsx'
import { type CreateOrder, isShownAtField } from './use-create-order.ts'

interface QuotePaneProps {
  order: CreateOrder
  open: boolean
  onClose: () => void
}

const isMac = (): boolean => document.documentElement.dataset.platform === 'darwin'

function emptyWords({ pending, trouble, model, many }: CreateOrder): string {
  if (pending) return 'Working out the price…'
  if (trouble !== null) return trouble
  if (model === null) return 'The price and its lines stand here as soon as there is a model.'
  if (many && many.problems.length > 0)
    return 'The price and its lines stand here as soon as the prompts can be ordered.'
  return 'The price and its lines stand here as soon as there is a prompt.'
}

function Price({ order }: { order: CreateOrder }): JSX.Element {
  const { quote, pending } = order
  const shown = quote && !order.all && quote.rest ? quote.rest : quote
  return (
    <Section>
      {shown ? (
        <Lines
          lines={shown.lines}
          stale={pending}
          sum={{
            label: 'Quoted',
            credits: shown.credits,
            words: shown.price === 'unavailable' ? 'not for sale now' : 'price unknown',
          }}
        />
      ) : (
        <p className="soft small">{emptyWords(order)}</p>
      )}
      <p className="hint" style={{ marginTop: 10 }}>
        An estimate from the price list. The charge is what the service answers, and the receipt keeps both.
      </p>
    </Section>
  )
}

/** What stands in the way, what changed, what is worth knowing, in this order. */
function Notes({ order, quote }: { order: CreateOrder; quote: QuoteView | null }): JSX.Element | null {
  const form = useCreate((create) => create.form)
  const forgetLeft = useCreate((create) => create.forgetLeft)
  const { model, changes } = order
  const problems = quote?.problems.filter(({ field }) => !isShownAtField(field)) ?? []
  const notes = quote?.notes ?? []
  const known = model ? traps(form, model) : []
  const isUnreadable = quote?.price === 'unknown' && quote.problems.length === 0
  if (!isUnreadable && problems.length + changes.length + notes.length + known.length === 0) return null
  return (
    <Section>
      <div className="stack">
        {problems.map(({ message }) => (
          <Note key={message} tone="fault">
            {message}
          </Note>
        ))}
        {changes.map((words) => (
          <Note key={words} tone="attention">
            {words}{' '}
            <button type="button" className="text-link" onClick={forgetLeft}>
              Understood
            </button>
          </Note>
        ))}
        {isUnreadable && (
          <Note tone="attention">
            The service shows a price that this version cannot read. Ordering accepts whatever it charges; the receipt
            keeps what that was.
          </Note>
        )}
        {notes.map((note) => (
          <Note key={note} tone={note === quote?.overCap ? 'attention' : 'plain'}>
            {note}
          </Note>
        ))}
        {known.map(({ title, words }) => (
          <Fragment key={title}>
            <Note>
              <strong>{title}</strong> {words}
            </Note>
          </Fragment>
        ))}
      </div>
    </Section>
  )
}

/** The price and its lines, before anything is spent. */
export function QuotePane({ order, open, onClose }: QuotePaneProps): JSX.Element {
  const { quote } = order
  const head = (
    <>
      <h2 className="title">Quote</h2>
      {quote && <span className="hint push">prices read {clock(quote.pricesReadAt)}</span>}
    </>
  )
  const foot = (
    <div data-order="" style={{ display: 'grid', gap: 10 }}>
      <SpendButton wide act={order.act} price={order.price} blocked={order.blocked} onSpend={order.send} />
      <div className="row hint">
        <KeyHint keys={isMac() ? '⌘↵' : 'Ctrl ↵'} />
        brings you here, and never sends
      </div>
    </div>
  )
  return (
    <Inspector label="Quote" head={head} foot={foot} open={open} onClose={onClose}>
      {quote && <PaidBefore quote={quote} order={order} />}
      <Price order={order} />
      <Notes order={order} quote={quote} />
      <BalanceSection credits={order.price.is === 'known' ? order.price.credits : null} />
      <CapsSection quoteId={quote?.id ?? null} onChanged={order.again} />
    </Inspector>
  )
}

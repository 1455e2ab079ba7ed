import { ChevronUp } from 'lucide-react'
import { type JSX, useState } from 'react'
import { Button } from '../../components/button.tsx'
import pane from '../../components/pane.module.css'
import { SpendButton } from '../../components/spend-button.tsx'
import { cx } from '../../lib/cx.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './create.module.css'
import { CreateForm } from './create-form.tsx'
import { QuotePane } from './quote-pane.tsx'
import { Recent } from './recent.tsx'
import { useCreateOrder, useModelsOnOpen } from './use-create-order.ts'

export function CreateScreen(): JSX.Element {
  useModelsOnOpen()
  const order = useCreateOrder()
  const narrow = useNarrow()
  const [quoteOpen, setQuoteOpen] = useState(false)
  const go = useView((view) => view.go)
  return (
    <section className={styles.screen} aria-label="Create">
      <div className={pane.pane}>
        <div className={pane.toolbar}>
          <h1 className="title">Create</h1>
          <span className="hint push">Images</span>
        </div>
        <div className={pane.scroll}>
          <CreateForm order={order} />
        </div>
        {narrow && (
          <div className={pane.orderBar} data-order="">
            <Button look="quiet" small aria-expanded={quoteOpen} onClick={() => setQuoteOpen(!quoteOpen)}>
              Quote
              <ChevronUp size={14} strokeWidth={1.75} aria-hidden />
            </Button>
            <span className="push">
              <SpendButton quietly act={order.act} price={order.price} blocked={order.blocked} onSpend={order.send} />
            </span>
          </div>
        )}
      </div>
      <div className={cx(pane.pane, pane.bench)}>
        <div className={pane.toolbar}>
          <h2 className="strong">Recent</h2>
          <span className="hint">newest first</span>
          <Button look="quiet" small className="push" onClick={() => go('library')}>
            Open the library
          </Button>
        </div>
        <div className={pane.scroll}>
          <Recent />
        </div>
      </div>
      <QuotePane order={order} open={quoteOpen} onClose={() => setQuoteOpen(false)} />
    </section>
  )
}

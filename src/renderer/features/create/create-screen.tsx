import { Film, Image } from 'lucide-react'
import { type JSX, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { OrderBar } from '../../components/order-bar.tsx'
import pane from '../../components/pane.module.css'
import { PriceAge } from '../../components/price-age.tsx'
import { FilterTabs, Segmented } from '../../components/segmented.tsx'
import { cx } from '../../format/cx.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './create.module.css'
import { CreatePane } from './create-form.tsx'
import { ManyList } from './many-list.tsx'
import { PresetMenu } from './preset-menu.tsx'
import { QuotePane } from './quote-pane.tsx'
import { Recent, useRuns } from './recent.tsx'
import { type CreateOrder, useCreateOrder, useModelsOnOpen } from './use-create-order.ts'

const mediaOptions = perLanguage(
  () =>
    [
      { value: 'image', label: t('Image'), icon: Image },
      { value: 'video', label: t('Video'), icon: Film },
    ] as const,
)

function MediaSwitch(): JSX.Element {
  const media = useCreate((create) => create.form.media)
  const setMedia = useCreate((create) => create.setMedia)
  return <Segmented label={t('Output type')} options={mediaOptions()} value={media} onChoose={setMedia} />
}

/**
 * The keyboard goes on from the button that was pressed to what was ordered with it: one more Enter would order the same
 * again. Wherever else a person is by then, they stay.
 */
function useToWhatWasOrdered(sent: number, newest: string | null): void {
  const before = useRef({ sent, newest })
  useEffect(() => {
    // The requests may come before the answer to the order or after it.
    if (before.current.sent === sent || before.current.newest === newest) return
    before.current = { sent, newest }
    if (document.activeElement?.matches('[data-order] [data-spend]'))
      document.querySelector<HTMLElement>(`[data-run="${newest}"]`)?.focus()
  }, [sent, newest])
}

/** The table in the middle: what was made of late; with many prompts first what they come to. */
function Bench({ order }: { order: CreateOrder }): JSX.Element {
  const go = useView((view) => view.go)
  const runs = useRuns()
  const [shown, setShown] = useState<'prompts' | 'recent'>('prompts')
  const { many, sent } = order
  // What was ordered is looked at as it comes; what is written anew as it will be sent.
  useEffect(() => {
    if (many) setShown('prompts')
  }, [many])
  useEffect(() => {
    if (sent > 0) setShown('recent')
  }, [sent])
  const newest = runs[0]?.key ?? null
  useToWhatWasOrdered(sent, newest)
  return (
    <div className={cx(pane.pane, pane.bench)}>
      <div className={pane.toolbar}>
        {many ? (
          <>
            <h2 className="sr-only">{shown === 'prompts' ? t('Prompts') : t('Recent')}</h2>
            <FilterTabs
              label={t('What is listed')}
              options={[
                { value: 'prompts', label: t('Prompts'), count: many.prompts.length },
                { value: 'recent', label: t('Recent'), count: runs.length },
              ]}
              value={shown}
              onChoose={setShown}
            />
          </>
        ) : (
          <>
            <h2 className="strong">{t('Recent')}</h2>
            <span className="hint">{t('newest first')}</span>
          </>
        )}
        <Button look="quiet" small className="push" onClick={() => go('library')}>
          {t('Open the library')}
        </Button>
      </div>
      <div className={pane.scroll}>
        {many && shown === 'prompts' ? <ManyList many={many} /> : <Recent runs={runs} />}
      </div>
    </div>
  )
}

export function CreateScreen(): JSX.Element {
  useModelsOnOpen()
  const order = useCreateOrder()
  const narrow = useNarrow()
  const [quoteOpen, setQuoteOpen] = useState(false)
  const { sent } = order
  // Over a narrow window the quote lies on what was ordered, and its button would have the keyboard still.
  useEffect(() => {
    if (sent > 0) setQuoteOpen(false)
  }, [sent])
  return (
    <section className={styles.screen} aria-label={t('Create')}>
      <div className={pane.pane}>
        <div className={pane.toolbar}>
          <h1 className="title">{t('Create')}</h1>
          <span className="row push tight">
            <PresetMenu order={order} />
            <MediaSwitch />
          </span>
        </div>
        <div className={pane.scroll}>
          <CreatePane order={order} />
        </div>
        {narrow && order.quote && !order.pending && order.blocked && (
          <p className={styles.reason} aria-hidden="true">
            {order.blocked}
          </p>
        )}
        {narrow && order.quote && !order.pending && !order.blocked && (
          <div className={styles.aged}>
            <PriceAge readAt={order.quote.pricesReadAt} />
          </div>
        )}
        {narrow && <OrderBar order={order} opens={t('Quote')} open={quoteOpen} onOpen={setQuoteOpen} />}
      </div>
      <Bench order={order} />
      <QuotePane order={order} open={quoteOpen} onClose={() => setQuoteOpen(false)} />
    </section>
  )
}

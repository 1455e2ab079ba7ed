import { ArrowLeft, ImagePlus, Scissors } from 'lucide-react'
import { type JSX, useEffect, useMemo, useRef } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { EngineSentence, given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import pane from '../../components/pane.module.css'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { chargeText } from '../../format/charge.ts'
import { cx } from '../../format/cx.ts'
import { clock, dateShort, dayKey, figure } from '../../format/format.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import { useReceipt } from '../../hooks/use-receipt.ts'
import { useRowsInSight } from '../../hooks/use-rows-in-sight.ts'
import { latestFirst } from '../../lists/latest-first.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { type Screen, useView } from '../../stores/view-store.ts'
import { Evidence } from './evidence.tsx'
import { PaperReceipt } from './paper-receipt.tsx'
import styles from './receipt.module.css'

/** As the style sheet has it. */
const itemHeight = 60

function Item({
  request,
  selected,
  at,
  of,
}: {
  request: RequestView
  selected: boolean
  at: number
  of: number
}): JSX.Element {
  const openReceipt = useView((view) => view.openReceipt)
  const asset = request.assets[0]
  const charge = chargeText(request)
  const when =
    dayKey(request.createdAt) === dayKey(Date.now()) ? clock(request.createdAt) : dateShort(request.createdAt)
  return (
    <li className={styles.place} style={{ top: at * itemHeight }} aria-posinset={at + 1} aria-setsize={of}>
      <button
        type="button"
        className={styles.item}
        aria-current={selected || undefined}
        onClick={() => openReceipt(request.id)}
      >
        <Thumb
          src={asset?.thumbnail ?? request.source?.thumbnail ?? null}
          alt=""
          width={40}
          height={40}
          cutout={asset?.hasAlpha ?? false}
          icon={request.kind === 'generation' ? ImagePlus : Scissors}
        />
        <span className="stack" style={{ gap: 2 }}>
          <span className="strong cut-end" {...given}>
            {request.title}
          </span>
          <span className="row">
            <StateBadge look={lookOfRequest(request)} framed={false} />
            <span className="hint">{when}</span>
          </span>
        </span>
        <span className="push">
          <Credits value={charge.credits} struck={charge.struck} />
        </span>
      </button>
    </li>
  )
}

/** All receipts, the latest first; the open one comes into sight. */
function ReceiptList({ selected }: { selected: string }): JSX.Element {
  const all = useRequests((mirror) => mirror.all)
  const requests = useMemo(() => latestFirst(all), [all])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const { first, end } = useRowsInSight(scroller, list, requests.length, itemHeight)
  useEffect(() => {
    // Opened from anywhere: its place in the list comes into sight once.
    const place = latestFirst(useRequests.getState().all).findIndex((request) => request.id === selected)
    const { current } = scroller
    if (!current || place < 0) return
    const top = place * itemHeight
    if (top < current.scrollTop || top + itemHeight > current.scrollTop + current.clientHeight)
      current.scrollTop = top - current.clientHeight / 2
  }, [selected])
  return (
    <div className={cx(pane.pane, styles.receipts)}>
      <div className={pane.toolbar}>
        <h2 className="title">{t('Receipts')}</h2>
        <span className="hint">{t('{requests}, newest first', { requests: figure(requests.length) })}</span>
      </div>
      <div ref={scroller} className={pane.scroll}>
        <ol
          ref={list}
          className={styles.places}
          style={{ height: requests.length * itemHeight }}
          aria-label={t('Receipts')}
        >
          {requests.slice(first, end).map((request, n) => (
            <Item
              key={request.id}
              request={request}
              selected={request.id === selected}
              at={first + n}
              of={requests.length}
            />
          ))}
        </ol>
      </div>
    </div>
  )
}

const backWords = perLanguage(
  (): Record<Screen, string> => ({
    library: t('Back to library'),
    create: t('Back to create'),
    skills: t('Back to skills'),
    queue: t('Back to queue'),
    gallery: t('Back to gallery'),
    ledger: t('Back to ledger'),
    settings: t('Back to settings'),
  }),
)

/** A receipt over the screen it was opened from; Esc leads back. */
export function ReceiptScreen({ requestId }: { requestId: string }): JSX.Element {
  const { receipt, trouble } = useReceipt(requestId)
  const closeReceipt = useView((view) => view.closeReceipt)
  const screen = useView((view) => view.screen)
  const backRef = useRef<HTMLButtonElement>(null)
  useEffect(() => backRef.current?.focus(), [])
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeReceipt()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [closeReceipt])
  return (
    <section className={styles.screen} aria-label={t('Receipt')}>
      <ReceiptList selected={requestId} />
      <div className={cx(pane.pane, pane.bench)}>
        <div className={pane.toolbar}>
          <Button ref={backRef} look="quiet" small onClick={closeReceipt}>
            <ArrowLeft className="points" size={14} strokeWidth={1.75} aria-hidden />
            {backWords()[screen]}
          </Button>
          <h1 className="strong cut-end">{t('Receipt')}</h1>
        </div>
        <div className={cx(pane.scroll, styles.stage)}>
          {receipt ? (
            <PaperReceipt receipt={receipt} />
          ) : (
            <p className="soft">
              {trouble === null ? t('Loading receipt…') : <EngineSentence>{trouble}</EngineSentence>}
            </p>
          )}
        </div>
      </div>
      {receipt && <Evidence receipt={receipt} />}
    </section>
  )
}

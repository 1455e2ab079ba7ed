import { ArrowLeft, ImagePlus, Scissors } from 'lucide-react'
import { type JSX, useEffect, useRef } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import pane from '../../components/pane.module.css'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { chargeOf } from '../../lib/charge.ts'
import { cx } from '../../lib/cx.ts'
import { clock, dateShort, dayKey, figure } from '../../lib/format.ts'
import { lookOfRequest } from '../../lib/state-look.ts'
import { useReceipt } from '../../lib/use-receipt.ts'
import { useRowsInSight } from '../../lib/use-rows-in-sight.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { useView } from '../../stores/view-store.ts'
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
  const charge = chargeOf(request)
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
          <span className="strong cut-end" dir="auto">
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

/** A receipt over the screen it was opened from; Esc leads back. */
export function ReceiptScreen({ requestId }: { requestId: string }): JSX.Element {
  const { receipt, trouble } = useReceipt(requestId)
  const requests = useRequests((mirror) => mirror.all)
  const closeReceipt = useView((view) => view.closeReceipt)
  const screen = useView((view) => view.screen)
  const backRef = useRef<HTMLButtonElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const { first, end } = useRowsInSight(scroller, list, requests.length, itemHeight)
  useEffect(() => {
    // Opened from anywhere: its place in the list comes into sight once.
    const place = useRequests.getState().all.findIndex((request) => request.id === requestId)
    const { current } = scroller
    if (!current || place < 0) return
    const top = place * itemHeight
    if (top < current.scrollTop || top + itemHeight > current.scrollTop + current.clientHeight)
      current.scrollTop = top - current.clientHeight / 2
  }, [requestId])
  useEffect(() => backRef.current?.focus(), [])
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeReceipt()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [closeReceipt])
  const back = `Back to ${screen}`
  return (
    <section className={styles.screen} aria-label="Receipt">
      <div className={cx(pane.pane, styles.receipts)}>
        <div className={pane.toolbar}>
          <h2 className="title">Receipts</h2>
          <span className="hint">{figure(requests.length)}, the latest first</span>
        </div>
        <div ref={scroller} className={pane.scroll}>
          <ol
            ref={list}
            className={styles.places}
            style={{ height: requests.length * itemHeight }}
            aria-label="Receipts"
          >
            {requests.slice(first, end).map((request, n) => (
              <Item
                key={request.id}
                request={request}
                selected={request.id === requestId}
                at={first + n}
                of={requests.length}
              />
            ))}
          </ol>
        </div>
      </div>
      <div className={cx(pane.pane, pane.bench)}>
        <div className={pane.toolbar}>
          <Button ref={backRef} look="quiet" small onClick={closeReceipt}>
            <ArrowLeft size={14} strokeWidth={1.75} aria-hidden />
            {back}
          </Button>
          <h1 className="strong cut-end">Receipt</h1>
        </div>
        <div className={cx(pane.scroll, styles.stage)}>
          {receipt ? <PaperReceipt receipt={receipt} /> : <p className="soft">{trouble ?? 'Reading the receipt…'}</p>}
        </div>
      </div>
      {receipt && <Evidence receipt={receipt} />}
    </section>
  )
}

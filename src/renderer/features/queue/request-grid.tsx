import { type JSX, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useId, useRef } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { cx } from '../../format/cx.ts'
import { useRowsInSight } from '../../hooks/use-rows-in-sight.ts'
import styles from './queue.module.css'
import { QueueRow, type RowAct } from './queue-row.tsx'
import { useDragOrder } from './use-drag-order.ts'

const rowHeight = 54

interface RequestGridProps {
  title: string
  hint: ReactNode
  requests: readonly RequestView[]
  now: number
  /** The one in the inspector, which alone is highlighted where none is chosen. */
  shownId: string | null
  /** The one that the keyboard comes to: drawn wherever it stands. */
  activeId: string | null
  chosen: ReadonlySet<string>
  scroller: RefObject<HTMLElement | null>
  wordsOf: (request: RequestView, place: number) => string
  onPress: (request: RequestView, event: MouseEvent) => void
  onAct: (request: RequestView, act: RowAct) => void
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  onBlur: () => void
  /** Given where the order is a person's: the row that was let go, and between which rows. */
  onDrop?: (id: string, to: number) => void
}

const gridRole = { role: 'grid', 'aria-multiselectable': true } as const

/** The request whose row was pressed; none where the press was on a button in it. */
function pressed({ target }: MouseEvent, requests: readonly RequestView[]): RequestView | undefined {
  if (!(target instanceof Element) || target.closest('button')) return undefined
  const id = target.closest('[data-request]')?.getAttribute('data-request')
  return requests.find((request) => request.id === id)
}

const nothing = (): void => undefined

/** One group of requests. Only the rows in sight are drawn, so that thousands scroll like ten. */
export function RequestGrid(props: RequestGridProps): JSX.Element | null {
  const { title, hint, requests, now, shownId, activeId, chosen, scroller, wordsOf, onPress, onAct, onDrop } = props
  const { onKeyDown, onFocus, onBlur } = props
  const list = useRef<HTMLTableElement>(null)
  const titleId = useId()
  const { first, end } = useRowsInSight(scroller, list, requests.length, rowHeight)
  const drag = useDragOrder({ scroller, list, count: requests.length, rowHeight, onDrop: onDrop ?? nothing })
  if (requests.length === 0) return null
  const shown = requests.slice(first, end).map((request, at) => ({ request, index: first + at }))
  const active = requests.findIndex((request) => request.id === activeId)
  const stray = requests[active]
  if (stray && (active < first || active >= end)) shown.push({ request: stray, index: active })
  return (
    <section aria-labelledby={titleId}>
      <h2 className={styles.group}>
        <span id={titleId}>{title}</span>
        <span className="hint">{hint}</span>
      </h2>
      <div className={cx(styles.list, drag.id !== null && styles.dragging)}>
        <table
          ref={list}
          {...gridRole}
          aria-labelledby={titleId}
          aria-rowcount={requests.length}
          className={styles.table}
          style={{ height: requests.length * rowHeight }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={onBlur}
          onClick={(event) => {
            const request = pressed(event, requests)
            if (request) onPress(request, event)
          }}
          onDoubleClick={(event) => {
            const request = pressed(event, requests)
            if (request) onAct(request, 'receipt')
          }}
        >
          <tbody className={styles.rows}>
            {shown.map(({ request, index }) => (
              <QueueRow
                key={request.id}
                request={request}
                now={now}
                top={index * rowHeight}
                index={index}
                isActive={request.id === activeId}
                isShown={request.id === shownId}
                isChosen={chosen.size > 0 ? chosen.has(request.id) : request.id === shownId}
                message={wordsOf(request, index)}
                onAct={onAct}
                {...(onDrop && request.place !== null ? { onGrip: drag.grip } : {})}
              />
            ))}
          </tbody>
        </table>
        {drag.to !== null && <div className={styles.drop} style={{ top: drag.to * rowHeight }} aria-hidden="true" />}
      </div>
    </section>
  )
}

import { ArrowUpToLine, GripVertical, ImagePlus, ReceiptText, RefreshCw, RotateCcw, Scissors, X } from 'lucide-react'
import { type JSX, memo, type PointerEvent } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { given } from '../../components/as-given.tsx'
import { RequestBar } from '../../components/bar.tsx'
import { ChargeCell } from '../../components/charge-cell.tsx'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { cx } from '../../format/cx.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { subtitleWords } from '../../format/skill-names.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import styles from './queue.module.css'

export type RowAct = 'front' | 'out' | 'look' | 'again' | 'receipt'

const acts = perLanguage(
  () =>
    ({
      front: { label: t('Move to front'), icon: ArrowUpToLine },
      out: { label: t('Cancel'), icon: X },
      look: { label: t('Check now'), icon: RefreshCw },
      again: { label: t('Reorder…'), icon: RotateCcw },
      receipt: { label: t('Open receipt'), icon: ReceiptText },
    }) as const,
)

const looked: ReadonlySet<string> = new Set(['uncertain', 'running', 'downloading'])

/** What can be done with a request by one press on its row; the inspector has the same in words. */
function actsOf(request: RequestView): RowAct[] {
  if (request.canCancel) return request.state === 'queued' && request.place !== null ? ['front', 'out'] : ['out']
  if (looked.has(request.state)) return ['look', 'receipt']
  return request.canRetry ? ['again', 'receipt'] : ['receipt']
}

/** Said outright: laid out as a grid, a row of a table would not be one to screen readers. */
const rowRole = { role: 'row' } as const
const cellRole = { role: 'gridcell' } as const

interface QueueRowProps {
  request: RequestView
  now: number
  top: number
  index: number
  /** The keyboard comes to it. */
  isActive: boolean
  /** The inspector shows it. */
  isShown: boolean
  isChosen: boolean
  /** In place of the sentence of its state. */
  message: string
  onAct: (request: RequestView, act: RowAct) => void
  /** Given where it can be moved by hand. */
  onGrip?: (id: string, event: PointerEvent<HTMLElement>) => void
}

/** Drawn again only when something of it changed: while one scrolls, the rows that stay are left alone. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps): JSX.Element {
  const { request, now, top, index, isActive, isShown, isChosen, message, onAct, onGrip } = props
  const asset = request.assets[0]
  return (
    <tr
      {...rowRole}
      className={cx(styles.qrow, isShown && styles.active)}
      style={{ top }}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 1}
      aria-selected={isChosen}
      data-request={request.id}
    >
      <td {...cellRole} className={styles.what}>
        {onGrip && (
          <span className={styles.grip} aria-hidden="true" onPointerDown={(event) => onGrip(request.id, event)}>
            <GripVertical size={14} strokeWidth={1.75} />
          </span>
        )}
        <Thumb
          src={asset?.thumbnail ?? request.source?.thumbnail ?? null}
          alt=""
          width={40}
          height={40}
          cutout={asset?.hasAlpha ?? false}
          icon={request.kind === 'generation' ? ImagePlus : Scissors}
        />
        <span className="stack tight">
          <span className="strong cut-end" {...given}>
            {request.title}
          </span>
          <span className="hint cut-end">{subtitleWords(request)}</span>
        </span>
      </td>
      <td {...cellRole} className={styles.state}>
        <StateBadge look={lookOfRequest(request)} />
        <span className="hint cut-end">{message}</span>
        <RequestBar request={request} now={now} fine />
      </td>
      <td {...cellRole} className={styles.rowActs}>
        {actsOf(request).map((act) => {
          const { label: name, icon: Icon } = acts()[act]
          return (
            <button
              key={act}
              type="button"
              className={styles.rowAct}
              title={name}
              tabIndex={-1}
              aria-label={t('{act}, {title}', { act: name, title: request.title })}
              onClick={() => onAct(request, act)}
            >
              <Icon size={14} strokeWidth={1.75} aria-hidden />
            </button>
          )
        })}
      </td>
      <td {...cellRole} className={styles.charge}>
        <ChargeCell request={request} />
      </td>
    </tr>
  )
})

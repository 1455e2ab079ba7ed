import type { JSX } from 'react'
import type { RequestView } from '../../contract/views.ts'
import { cx } from '../format/cx.ts'
import { limitParts } from '../format/progress.ts'
import styles from './bar.module.css'

interface BarProps {
  /** 0 to 1. */
  part: number
  /** The expected moment, 0 to 1, on a bar whose full length is the service's own end. */
  tick?: number | null
  fine?: boolean
  ink?: boolean
  onBench?: boolean
}

/** Drawn only where the part is known. The words beside it say the same, so it is hidden from screen readers. */
export function Bar({ part, tick = null, fine = false, ink = false, onBench = false }: BarProps): JSX.Element {
  return (
    <span className={cx(styles.bar, fine && styles.fine, onBench && styles.onBench)} aria-hidden="true">
      <i className={cx(styles.fill, ink && styles.ink)} style={{ width: `${part * 100}%` }} />
      {tick !== null && <b className={styles.tick} style={{ insetInlineStart: `${tick * 100}%` }} />}
    </span>
  )
}

interface RequestBarProps {
  request: RequestView
  now: number
  fine?: boolean
  onBench?: boolean
}

/** The bar a request has earned: time gone against the service's end, or the part of known bytes or files. */
export function RequestBar({ request, now, fine = false, onBench = false }: RequestBarProps): JSX.Element | null {
  if (request.state === 'running' && request.running) {
    const { gone, tick } = limitParts(request.running, now)
    return <Bar part={gone} tick={tick} fine={fine} onBench={onBench} />
  }
  if (request.progress && request.progress.total > 0 && (request.uploading || request.state !== 'completed')) {
    const part = Math.min(1, request.progress.done / request.progress.total)
    return <Bar part={part} fine={fine} ink={request.state === 'preparing' && !request.uploading} onBench={onBench} />
  }
  return null
}

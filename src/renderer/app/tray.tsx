import { ChevronUp, Pause, Play } from 'lucide-react'
import type { JSX } from 'react'
import { ask } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { Credits } from '../components/credits.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { cx } from '../lib/cx.ts'
import { lowerFirst } from '../lib/format.ts'
import { queueGroups } from '../lib/queue-groups.ts'
import { lookOf } from '../lib/state-look.ts'
import { paidToday, stripOf } from '../lib/tray.ts'
import { useApp } from '../stores/app-store.ts'
import { useRequests } from '../stores/requests-store.ts'
import { useView } from '../stores/view-store.ts'
import styles from './tray.module.css'

export function PauseButton({ words = '' }: { words?: string }): JSX.Element {
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const Icon = paused ? Play : Pause
  return (
    <Button
      look={words === '' ? 'quiet' : 'secondary'}
      small
      onClick={() => void ask(paused ? 'queue.resume' : 'queue.pause', undefined)}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {paused ? 'Resume' : 'Pause'}
      {words}
    </Button>
  )
}

/** The queue, always in sight: how many run, wait and need the user, and one strip for the batch. */
export function Tray(): JSX.Element {
  const requests = useRequests((mirror) => mirror.all)
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const go = useView((view) => view.go)
  const { needsYou, underWay, waiting } = queueGroups(requests, 0)
  const busy = needsYou.length + underWay.length + waiting.length > 0
  const lost = underWay.filter((each) => each.state === 'uncertain').length
  const first = underWay.find((each) => each.next !== null) ?? waiting[0]
  const today = paidToday(requests, Date.now(), 1000)
  return (
    <footer className={styles.tray}>
      <div className={styles.strip} aria-hidden="true">
        {stripOf(requests, 120).map((segment, at) => (
          <i key={`${at}`} className={styles[segment]} />
        ))}
      </div>
      <button type="button" className={styles.open} onClick={() => go('queue')}>
        <ChevronUp size={14} strokeWidth={1.75} aria-hidden />
        <span>
          <span className="sr-only">Open the </span>Queue
        </span>
      </button>
      {underWay.length > lost && <StateBadge look={lookOf('running')} words={`${underWay.length - lost} under way`} />}
      {lost > 0 && (
        <StateBadge look={lookOf('uncertain')} words={lost === 1 ? '1 answer lost' : `${lost} answers lost`} />
      )}
      {waiting.length > 0 && (
        <span className="row not-narrow">
          <StateBadge look={lookOf('queued')} words={`${waiting.length} waiting`} />
        </span>
      )}
      {needsYou.length > 0 && <StateBadge look={lookOf('needs-decision')} words={`${needsYou.length} need you`} />}
      <span className="hint cut-end">
        {paused && 'Paused: what runs at the service goes on, nothing new is sent. '}
        {!busy && 'Nothing waiting. What you send appears here and goes on when the window is closed.'}
        {!paused && first && `Next: ${first.title}${first.next ? `, ${lowerFirst(first.next.words)}` : ''}`}
      </span>
      <span className={cx('push row', styles.end)}>
        {today !== null && today > 0 && (
          <>
            <span className="hint not-narrow">Today</span>
            <Credits value={today} />
          </>
        )}
        {(busy || paused) && <PauseButton />}
      </span>
    </footer>
  )
}

import { ChevronUp } from 'lucide-react'
import type { JSX } from 'react'
import type { RequestView } from '../../contract/views.ts'
import { AsGiven, EngineSentence } from '../components/as-given.tsx'
import { Credits } from '../components/credits.tsx'
import { PauseButton } from '../components/pause-button.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { ExportStrip } from '../features/export/export-strip.tsx'
import { cx } from '../format/cx.ts'
import { lowerFirst } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { rich } from '../format/rich.tsx'
import { lookOf } from '../format/state-look.ts'
import { queueGroups } from '../lists/queue-groups.ts'
import { paidToday, segmentsOf, toldOf } from '../lists/tray.ts'
import { useApp } from '../stores/app-store.ts'
import { useRequests } from '../stores/requests-store.ts'
import { useView } from '../stores/view-store.ts'
import styles from './tray.module.css'

interface ToldProps {
  request: RequestView
  isNext: boolean
}

function ToldWords({ request: { title, next }, isNext }: ToldProps): JSX.Element {
  const name = <AsGiven>{title}</AsGiven>
  if (next === null) return rich('Next: {title}', { title: name })
  const step = <EngineSentence>{lowerFirst(next.words)}</EngineSentence>
  return isNext ? rich('Next: {title}, {step}', { title: name, step }) : rich('{title}: {step}', { title: name, step })
}

/** Whether it is known that nothing waits: the requests were read, or there was never a service to send any to. */
function useIsKnown(): boolean {
  const loaded = useRequests((mirror) => mirror.loaded)
  const isNew = useApp(({ snapshot }) => snapshot?.mode === 'first-run' && !snapshot.hadService)
  return loaded || isNew
}

type Counted = 'underWay' | 'lost' | 'waiting' | 'needsYou'

function Counts({ underWay, lost, waiting, needsYou }: Record<Counted, number>): JSX.Element {
  return (
    <>
      {underWay > 0 && <StateBadge look={lookOf('running')} label={t('{count} in progress', { count: underWay })} />}
      {lost > 0 && <StateBadge look={lookOf('uncertain')} label={t('{lost} without a reply', { lost })} />}
      {waiting > 0 && (
        <span className="row not-narrow">
          <StateBadge look={lookOf('queued')} label={t('{waiting} waiting', { waiting })} />
        </span>
      )}
      {needsYou > 0 && (
        <StateBadge
          look={lookOf('needs-decision')}
          label={t('{needsYou, plural, one {# needs} other {# need}} you', { needsYou })}
        />
      )}
    </>
  )
}

/** The queue, always in sight: how many run, wait and need the user, and one strip for the batch. */
export function Tray(): JSX.Element {
  const requests = useRequests((mirror) => mirror.all)
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const go = useView((view) => view.go)
  const groups = queueGroups(requests, 0)
  const { needsYou, underWay, waiting } = groups
  const isKnown = useIsKnown()
  const busy = needsYou.length + underWay.length + waiting.length > 0
  const lost = underWay.filter((each) => each.state === 'uncertain').length
  const told = toldOf(groups)
  const cutAt = useRequests((mirror) => mirror.cutAt)
  const today = paidToday(requests, Date.now(), cutAt)
  return (
    <footer className={styles.tray}>
      <div className={styles.strip} aria-hidden="true">
        {segmentsOf(requests, 120).map((segment, at) => (
          <i key={`${at}`} className={styles[segment]} />
        ))}
      </div>
      <button type="button" className={styles.open} onClick={() => go('queue')}>
        <ChevronUp size={14} strokeWidth={1.75} aria-hidden />
        <span>
          {rich('<hidden>Open the </hidden>Queue', { hidden: (chunks) => <span className="sr-only">{chunks}</span> })}
        </span>
      </button>
      <Counts underWay={underWay.length - lost} lost={lost} waiting={waiting.length} needsYou={needsYou.length} />
      <span className="hint cut-end">
        {paused && t('Paused. Running requests continue; nothing new is sent.')}{' '}
        {!busy &&
          isKnown &&
          t('Nothing waiting. Orders appear here. Unfinished work resumes when you reopen Printroom.')}
        {!paused && told && <ToldWords {...told} />}
      </span>
      <span className={cx('push row', styles.end)}>
        <ExportStrip />
        {today !== null && today > 0 && (
          <>
            <span className="hint not-narrow">{t('Today')}</span>
            <Credits value={today} />
          </>
        )}
        {(busy || paused) && <PauseButton />}
      </span>
    </footer>
  )
}

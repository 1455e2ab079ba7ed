import { ArrowUpToLine, ReceiptText, RefreshCw, RotateCcw, X } from 'lucide-react'
import type { JSX } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { EngineSentence, given } from '../../components/as-given.tsx'
import { RequestBar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { MoneyLines } from '../../components/money-lines.tsx'
import { Note } from '../../components/note.tsx'
import { InspectorPane, Section } from '../../components/pane.tsx'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Timeline } from '../../components/timeline.tsx'
import { clockSeconds, shortId } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { runningWords } from '../../format/progress.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import { useNow } from '../../hooks/use-now.ts'
import { useReceipt } from '../../hooks/use-receipt.ts'
import { useApp } from '../../stores/app-store.ts'
import { useView } from '../../stores/view-store.ts'
import { CopiesSection } from '../copies/copies-section.tsx'
import { RequestProject } from '../projects/project-line.tsx'
import styles from './queue.module.css'
import type { RowAct } from './queue-row.tsx'
import { nextWords, tookWords } from './queue-words.ts'
import { Verdicts } from './verdicts.tsx'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** "look again, in 18 s (14:10:41)". */
const nextWithClock = (next: NonNullable<RequestView['next']>, now: number): string =>
  next.at !== null && Date.parse(next.at) - now >= 500
    ? t('{next} ({time})', { next: nextWords(next, now), time: clockSeconds(next.at) })
    : nextWords(next, now)

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface ActsProps {
  request: RequestView
  /** Whether another request is sent before it. */
  isBehind: boolean
  onAct: (request: RequestView, act: RowAct) => void
}

function Acts({ request, isBehind, onAct }: ActsProps): JSX.Element {
  const waits = request.state === 'uncertain' || request.state === 'running' || request.state === 'downloading'
  return (
    <div className={styles.acts}>
      {waits && (
        <Button wide onClick={() => onAct(request, 'look')}>
          <RefreshCw {...icon} />
          {t('Check now')}
        </Button>
      )}
      {isBehind && (
        <Button wide onClick={() => onAct(request, 'front')}>
          <ArrowUpToLine {...icon} />
          {t('Move to front')}
        </Button>
      )}
      {request.canCancel && (
        <Button wide onClick={() => onAct(request, 'out')}>
          <X {...icon} />
          {request.verdict === null ? t('Cancel, nothing was sent') : t('Cancel, nothing was started')}
        </Button>
      )}
      {request.canRetry && (
        <Button wide onClick={() => onAct(request, 'again')}>
          <RotateCcw {...icon} />
          {request.state === 'partial' ? t('Reorder missing…') : t('Reorder…')}
        </Button>
      )}
      <Button
        wide
        look={waits || request.canCancel || request.canRetry ? 'quiet' : 'secondary'}
        onClick={() => onAct(request, 'receipt')}
      >
        <ReceiptText {...icon} />
        {t('Open receipt')}
      </Button>
    </div>
  )
}

/** What came home, each leading to the library. */
function Results({ request }: { request: RequestView }): JSX.Element | null {
  const openAsset = useView((view) => view.openAsset)
  if (request.assets.length === 0) return null
  return (
    <Section title={request.assets.length === 1 ? t('File') : t('{count} files', { count: request.assets.length })}>
      <ul className={styles.results}>
        {request.assets.map((asset) => (
          <li key={asset.id}>
            <button
              type="button"
              className={styles.result}
              aria-label={t('Open {name}', { name: asset.name })}
              data-opens={asset.id}
              onClick={() => openAsset(asset.id)}
            >
              <Thumb src={asset.thumbnail} alt="" width={76} height={76} cutout={asset.hasAlpha} />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface RequestDetailProps {
  request: RequestView | null
  /** All that waits, in the order of sending. */
  line: readonly RequestView[]
  open: boolean
  onClose: () => void
  onAct: (request: RequestView, act: RowAct) => void
}

function NoRequest({ open, onClose }: { open: boolean; onClose: () => void }): JSX.Element {
  return (
    <InspectorPane label={t('Request')} head={<h2 className="title">{t('Request')}</h2>} open={open} onClose={onClose}>
      <Section>
        <p className="small soft">{t('Select a request to see its status and next step.')}</p>
      </Section>
    </InspectorPane>
  )
}

/** Where it stands, what comes next, and what can be done about it. */
function Standing({ now, ...acts }: ActsProps & { now: number }): JSX.Element {
  const { request } = acts
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const took = tookWords(request.tookMs)
  const stateText =
    request.state === 'running' && request.running ? runningWords(request.running, now, true) : apart(request.now)
  return (
    <Section>
      <div className="row">
        <StateBadge look={lookOfRequest(request)} />
        <span className="mono hint push" title={request.id} {...given}>
          {shortId(request.id)}
        </span>
      </div>
      <p className="small soft" style={{ marginTop: 10 }}>
        {[request.error === null ? stateText : apart(request.error), took && `${took}.`].filter(Boolean).join(' ')}
      </p>
      <div style={{ margin: '10px 0 6px' }}>
        <RequestBar request={request} now={now} />
      </div>
      {request.next && request.verdict === null && (
        <p className="small soft">
          {paused && request.state === 'queued'
            ? t('Next: waits until the queue resumes.')
            : t('Next: {next}.', { next: nextWithClock(request.next, now) })}
        </p>
      )}
      {request.owed.map((owed) => (
        <Note key={owed.reason} tone="attention">
          {t('Paid, not downloaded yet: {reason} Tried {times, plural, one {# time} other {# times}}.', {
            reason: owed.reason,
            times: owed.triedTimes,
          })}
        </Note>
      ))}
      {request.verdict === null && <Acts {...acts} />}
    </Section>
  )
}

/** The chosen request: where it stands, what comes next, and every attempt in words. */
export function RequestDetail({ request, line, open, onClose, onAct }: RequestDetailProps): JSX.Element | null {
  const { receipt, trouble } = useReceipt(request?.id ?? null)
  const now = useNow(request !== null && (request.running !== null || request.next?.at != null))
  if (!request) {
    return <NoRequest open={open} onClose={onClose} />
  }
  const acts = {
    request,
    onAct,
    isBehind: request.place !== null && line.findIndex(({ id }) => id === request.id) > 0,
  }
  return (
    <InspectorPane
      label={t('Request')}
      head={
        <h2 className="title cut-end" {...given}>
          {request.title}
        </h2>
      }
      open={open}
      onClose={onClose}
    >
      <Standing {...acts} now={now} />
      {request.verdict !== null && (
        <Section title={t('Verdict')}>
          <Verdicts
            verdict={request.verdict}
            why={request.next ? `${upperFirst(nextWithClock(request.next, now))}.` : null}
          />
          <Acts {...acts} />
        </Section>
      )}
      <Section>
        <RequestProject id={request.id} project={request.project} />
      </Section>
      <Results request={request} />
      {receipt && <CopiesSection receipt={receipt} />}
      {receipt && (
        <Section title={t('Credits')}>
          <MoneyLines money={receipt.money} state={request.state} />
        </Section>
      )}
      <Section title={t('What happened')}>
        {receipt ? (
          <Timeline entries={receipt.timeline} />
        ) : (
          <p className="small soft">
            {trouble === null ? t('Loading receipt…') : <EngineSentence>{trouble}</EngineSentence>}
          </p>
        )}
      </Section>
    </InspectorPane>
  )
}

import { ReceiptText, RefreshCw, X } from 'lucide-react'
import type { JSX } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { ask } from '../../bridge.ts'
import { RequestBar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { MoneyLines } from '../../components/money-lines.tsx'
import { Note } from '../../components/note.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Timeline } from '../../components/timeline.tsx'
import { clockSeconds, lowerFirst, plural, shortId, span } from '../../lib/format.ts'
import { runningWords } from '../../lib/progress.ts'
import { lookOfRequest } from '../../lib/state-look.ts'
import { useNow } from '../../lib/use-now.ts'
import { useReceipt } from '../../lib/use-receipt.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './queue.module.css'
import { Verdicts } from './verdicts.tsx'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** "Next: look again, in 0:18." */
function nextWords(next: NonNullable<RequestView['next']>, now: number): string {
  if (next.at === null) return next.words
  const left = (Date.parse(next.at) - now) / 1000
  return left >= 0.5 ? `${next.words}, in ${span(left)} (${clockSeconds(next.at)})` : `${next.words}, now`
}

function Acts({ request }: { request: RequestView }): JSX.Element {
  const openReceipt = useView((view) => view.openReceipt)
  const waits = request.state === 'uncertain' || request.state === 'running' || request.state === 'downloading'
  return (
    <div className={styles.acts}>
      {waits && (
        <Button wide onClick={() => void ask('requests.lookNow', { id: request.id })}>
          <RefreshCw {...icon} />
          Look now
        </Button>
      )}
      {request.canCancel && (
        <Button wide onClick={() => void ask('requests.cancel', { ids: [request.id] })}>
          <X {...icon} />
          Take it out, nothing was sent
        </Button>
      )}
      <Button wide look={waits || request.canCancel ? 'quiet' : 'secondary'} onClick={() => openReceipt(request.id)}>
        <ReceiptText {...icon} />
        Open receipt
      </Button>
    </div>
  )
}

interface RequestDetailProps {
  request: RequestView | null
  open: boolean
  onClose: () => void
}

/** The chosen request: where it stands, what comes next, and every attempt in words. */
export function RequestDetail({ request, open, onClose }: RequestDetailProps): JSX.Element | null {
  const { receipt, trouble } = useReceipt(request?.id ?? null)
  const now = useNow(request !== null && (request.running !== null || request.next?.at != null))
  if (!request) {
    return (
      <Inspector label="Request" head={<h2 className="title">Request</h2>} open={open} onClose={onClose}>
        <Section>
          <p className="small soft">Choose a request on the left to see where it stands and what comes next.</p>
        </Section>
      </Inspector>
    )
  }
  const words = request.state === 'running' && request.running ? runningWords(request.running, now, true) : request.now
  return (
    <Inspector
      label="Request"
      head={
        <h2 className="title cut-end" dir="auto">
          {request.title}
        </h2>
      }
      open={open}
      onClose={onClose}
    >
      <Section>
        <div className="row">
          <StateBadge look={lookOfRequest(request)} />
          <span className="mono hint push" title={request.id}>
            {shortId(request.id)}
          </span>
        </div>
        <p className="small soft" style={{ marginTop: 10 }}>
          {request.error ?? words}
        </p>
        <div style={{ margin: '10px 0 6px' }}>
          <RequestBar request={request} now={now} />
        </div>
        {request.next && request.verdict === null && (
          <p className="small soft">Next: {lowerFirst(nextWords(request.next, now))}.</p>
        )}
        {request.owed.map((owed) => (
          <Note key={owed.reason} tone="attention">
            Paid and not home yet: {owed.reason} Tried {plural(owed.triedTimes, 'time')}.
          </Note>
        ))}
        {request.verdict === null && <Acts request={request} />}
      </Section>
      {request.verdict !== null && (
        <Section title="Verdict">
          <Verdicts verdict={request.verdict} why={request.next ? `${nextWords(request.next, now)}.` : null} />
          <Acts request={request} />
        </Section>
      )}
      {receipt && (
        <Section title="Credits">
          <MoneyLines money={receipt.money} />
        </Section>
      )}
      <Section title="What happened">
        {receipt ? (
          <Timeline entries={receipt.timeline} />
        ) : (
          <p className="small soft">{trouble ?? 'Reading the receipt…'}</p>
        )}
      </Section>
    </Inspector>
  )
}

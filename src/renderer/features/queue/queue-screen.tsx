import { PanelRight, Rows3 } from 'lucide-react'
import { type JSX, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { PauseButton } from '../../app/tray.tsx'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { cx } from '../../lib/cx.ts'
import { creditWords } from '../../lib/format.ts'
import { pendingCredits, placeWords, queueGroups } from '../../lib/queue-groups.ts'
import { useNow } from '../../lib/use-now.ts'
import { useApp } from '../../stores/app-store.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { useView } from '../../stores/view-store.ts'
import { DecisionCard } from './decision-card.tsx'
import styles from './queue.module.css'
import { QueueRow } from './queue-row.tsx'
import { RequestDetail } from './request-detail.tsx'

/** Only where no answer was lost can it be said that nothing is charged. */
const askingWords = (requests: readonly RequestView[]): string =>
  requests.some((request) => request.verdict !== null || request.creditsUsed !== null)
    ? String(requests.length)
    : `${requests.length}, nothing is charged while these wait`

/** More waiting rows than this are counted, not drawn. */
const mostWaiting = 300

function Group({ title, hint, children }: { title: string; hint: string; children: ReactNode }): JSX.Element {
  return (
    <>
      <h2 className={styles.group}>
        {title}
        <span className="hint">{hint}</span>
      </h2>
      {children}
    </>
  )
}

interface RowsProps {
  requests: readonly RequestView[]
  now: number
  selectedId: string | null
  inLine?: boolean
  onChoose: (id: string) => void
}

function Rows({ requests, now, selectedId, inLine = false, onChoose }: RowsProps): JSX.Element {
  return (
    <ol className={styles.list}>
      {requests.map((request, at) => (
        <QueueRow
          key={request.id}
          request={request}
          now={now}
          selected={request.id === selectedId}
          words={inLine ? placeWords(at) : undefined}
          onChoose={onChoose}
        />
      ))}
    </ol>
  )
}

/** Who decided with the keyboard goes on at the next question, else at the request's row. */
function useFocusAfterDecision(asking: number): {
  screen: RefObject<HTMLElement | null>
  decided: (id: string) => void
} {
  const screen = useRef<HTMLElement>(null)
  const about = useRef<string | null>(null)
  useEffect(() => {
    const id = about.current
    if (id === null) return
    about.current = null
    if (document.activeElement !== document.body) return
    const find = (selector: string) => screen.current?.querySelector<HTMLElement>(selector)
    const next = (asking > 0 ? find('article') : null) ?? find(`[data-request="${CSS.escape(id)}"]`)
    next?.focus()
  }, [asking])
  return {
    screen,
    decided: (id) => {
      about.current = id
    },
  }
}

export function QueueScreen(): JSX.Element {
  const all = useRequests((mirror) => mirror.all)
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const chosenId = useView((view) => view.requestId)
  const chooseRequest = useView((view) => view.chooseRequest)
  const go = useView((view) => view.go)
  const [detailOpen, setDetailOpen] = useState(false)
  const { needsYou, underWay, waiting, ended } = useMemo(() => queueGroups(all, 40), [all])
  const now = useNow(underWay.length > 0)
  const unfinished = needsYou.length + underWay.length + waiting.length
  const pending = pendingCredits(all)
  const selected =
    all.find((request) => request.id === chosenId) ?? underWay[0] ?? waiting[0] ?? needsYou[0] ?? ended[0] ?? null
  const choose = (id: string): void => {
    chooseRequest(id)
    setDetailOpen(true)
  }
  const { screen, decided } = useFocusAfterDecision(needsYou.length)
  const rows = { now, selectedId: selected?.id ?? null, onChoose: choose }

  return (
    <section ref={screen} className={styles.screen} aria-label="Queue">
      <div className={pane.pane}>
        <div className={pane.toolbar}>
          <h1 className="title">Queue</h1>
          <span className="hint cut-end">
            {unfinished === 0 ? 'Nothing unfinished' : `${unfinished} unfinished`}
            {pending > 0 ? `, ${creditWords(pending)} pending` : ''}
          </span>
          <span className="row push">
            {(unfinished > 0 || paused) && <PauseButton words=" all" />}
            <Button
              look="quiet"
              small
              square
              className="only-narrow"
              aria-label="Details"
              onClick={() => setDetailOpen(true)}
            >
              <PanelRight size={16} strokeWidth={1.6} aria-hidden />
            </Button>
          </span>
        </div>
        <div className={cx(pane.scroll, styles.scroll)}>
          {all.length === 0 && (
            <Empty
              icon={Rows3}
              title="Nothing is waiting"
              acts={
                <>
                  <Button onClick={() => go('skills')}>Cut pictures out</Button>
                  <Button onClick={() => go('create')}>Make a picture</Button>
                </>
              }
            >
              What you send appears here with what is happening and what happens next. It goes on when the window is
              closed, and after a restart.
            </Empty>
          )}
          {paused && (
            <div style={{ paddingTop: 14 }}>
              <Note tone="attention">The queue is paused. What runs at the service goes on; nothing new is sent.</Note>
            </div>
          )}
          {needsYou.length > 0 && (
            <Group title="Needs you" hint={askingWords(needsYou)}>
              <div className={styles.decisions}>
                {needsYou.map((request) =>
                  request.decision ? (
                    <DecisionCard
                      key={request.id}
                      request={request}
                      decision={request.decision}
                      onDecide={() => decided(request.id)}
                    />
                  ) : null,
                )}
              </div>
            </Group>
          )}
          {underWay.length > 0 && (
            <Group title="Under way" hint={String(underWay.length)}>
              <Rows requests={underWay} {...rows} />
            </Group>
          )}
          {waiting.length > 0 && (
            <Group title="Waiting" hint={String(waiting.length)}>
              <Rows requests={waiting.slice(0, mostWaiting)} inLine {...rows} />
              {waiting.length > mostWaiting && (
                <p className="hint" style={{ paddingTop: 8 }}>{`and ${waiting.length - mostWaiting} more`}</p>
              )}
            </Group>
          )}
          {ended.length > 0 && (
            <Group title="Ended" hint="the latest">
              <Rows requests={ended} {...rows} />
            </Group>
          )}
        </div>
      </div>
      <RequestDetail request={selected} open={detailOpen} onClose={() => setDetailOpen(false)} />
    </section>
  )
}

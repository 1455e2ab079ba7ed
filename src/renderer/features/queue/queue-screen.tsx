import { type JSX, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { AgainDialog } from '../../components/again-dialog.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useNow } from '../../hooks/use-now.ts'
import { useApp } from '../../stores/app-store.ts'
import { useQueue } from '../../stores/queue-store.ts'
import { useView } from '../../stores/view-store.ts'
import { CapsLine } from './caps-line.tsx'
import { ChosenRequestsBar } from './chosen-bar.tsx'
import { Decisions } from './decisions.tsx'
import { NothingHere } from './nothing-here.tsx'
import styles from './queue.module.css'
import { takeOut } from './queue-acts.ts'
import { QueueToolbar } from './queue-toolbar.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RowGroups } from './row-groups.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import { useQueueRows } from './use-queue-rows.ts'
import { useRowActs } from './use-row-acts.ts'
import { useTargets } from './use-targets.ts'

/** Who decided with the keyboard goes on at the next question, else at the request's row. */
function useFocusAfterDecision(
  screen: RefObject<HTMLElement | null>,
  asking: number,
  toRow: (id: string) => void,
): (id: string) => void {
  const about = useRef<string | null>(null)
  useEffect(() => {
    const id = about.current
    if (id === null) return
    about.current = null
    if (document.activeElement !== document.body) return
    const next = asking > 0 ? screen.current?.querySelector<HTMLElement>('article') : null
    if (next) next.focus()
    else toRow(id)
  }, [screen, asking, toRow])
  return (id) => {
    about.current = id
  }
}

const howOf = (event: MouseEvent): 'alone' | 'toggle' | 'stretch' =>
  event.shiftKey ? 'stretch' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone'

function TakeOutDialog({ asking, onClose }: { asking: readonly string[]; onClose: () => void }): JSX.Element {
  return (
    <Confirm
      open={asking.length > 0}
      title={t('Cancel {asking, plural, one {# request} other {# requests}}?', { asking: asking.length })}
      keep={t('Keep')}
      act={t('Cancel {asking}', { asking: figure(asking.length) })}
      onAct={() => void takeOut(asking)}
      onClose={onClose}
    >
      {t('Nothing was sent and nothing is charged. You can reorder them later.')}
    </Confirm>
  )
}

function PausedNote(): JSX.Element | null {
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  return paused ? (
    <div className={styles.note}>
      <Note tone="attention">{t('Queue paused. Running requests continue; nothing new is sent.')}</Note>
    </div>
  ) : null
}

export function QueueScreen(): JSX.Element {
  const rows = useQueueRows()
  const { needsYou, underWay, waiting, order, all, line, asking } = rows
  const chooseRequest = useView((view) => view.chooseRequest)
  const choose = useQueue((queue) => queue.choose)
  const [detailOpen, setDetailOpen] = useState(false)
  const screen = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { active, rowId, isOwn, chosen, targets } = useTargets(rows)
  const now = useNow(underWay.length > 0 || waiting.some((request) => request.next?.at != null))
  const acts = useRowActs(scroller, rows, targets)
  const takeOutUnsent = (ask: (ids: readonly string[]) => void): void => ask(acts.unsent.map(({ id }) => id))
  const { follow, ...keys } = useQueueKeys(scroller, {
    rows,
    activeId: rowId,
    targets,
    // A row that the keyboard came to by itself, when its own went, is nobody's choice: that is asked.
    onTakeOut: () => takeOutUnsent(isOwn ? acts.askTakeOut : acts.setAsking),
  })
  const decided = useFocusAfterDecision(screen, needsYou.length, (id) => {
    follow()
    chooseRequest(id)
  })
  const onPress = (request: RequestView, event: MouseEvent): void => {
    choose(request.id, howOf(event), order)
    if (howOf(event) === 'alone') setDetailOpen(true)
  }
  const shown = { now, shownId: active?.id ?? null, activeId: rowId, chosen }
  return (
    <section ref={screen} className={styles.screen} aria-label={t('Queue')}>
      <div className={pane.pane}>
        <QueueToolbar rows={rows} onDetails={() => setDetailOpen(true)} />
        <CapsLine />
        <div ref={scroller} className={cx(pane.scroll, styles.scroll)}>
          <PausedNote />
          <Decisions requests={needsYou} asking={asking} onDecide={decided} />
          {order.length === 0 && needsYou.length === 0 && <NothingHere isFiltered={all.length > 0} />}
          <RowGroups
            rows={rows}
            onDrop={acts.onDrop}
            group={{ ...shown, ...keys, scroller, onPress, onAct: acts.onAct }}
          />
        </div>
        {chosen.size > 1 && (
          <ChosenRequestsBar
            chosen={chosen}
            all={all}
            unsent={acts.unsent}
            line={line}
            onTakeOut={() => takeOutUnsent(acts.askTakeOut)}
          />
        )}
      </div>
      <RequestDetail
        request={active}
        line={line}
        open={detailOpen}
        onClose={() => setDetailOpen(false)}
        onAct={acts.onAct}
      />
      {acts.again && <AgainDialog request={acts.again} onClose={() => acts.setAgain(null)} />}
      <TakeOutDialog asking={acts.asking} onClose={() => acts.setAsking([])} />
    </section>
  )
}

import { Rows3, SearchX } from 'lucide-react'
import { type JSX, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { callMain } from '../../bridge/bridge.ts'
import { AgainDialog } from '../../components/again-dialog.tsx'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Empty } from '../../components/empty.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useContextActs } from '../../hooks/use-context-acts.ts'
import { useNow } from '../../hooks/use-now.ts'
import { movesTo, placeInLine, shownOf } from '../../lists/queue-choice.ts'
import { useApp } from '../../stores/app-store.ts'
import { requestActs } from '../../stores/picture-acts.ts'
import { useQueue } from '../../stores/queue-store.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { useView } from '../../stores/view-store.ts'
import { CapsLine } from './caps-line.tsx'
import { ChosenRequestsBar } from './chosen-bar.tsx'
import { Decisions } from './decisions.tsx'
import styles from './queue.module.css'
import { move, takeOut, toFront } from './queue-acts.ts'
import type { RowAct } from './queue-row.tsx'
import { QueueToolbar } from './queue-toolbar.tsx'
import { rowSentence, waitingWords } from './queue-words.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestGrid } from './request-grid.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import { type QueueRows, useQueueRows } from './use-queue-rows.ts'

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

/** Of those that ended long ago the window has none: the ledger has every receipt. */
const endedWords = (count: number, isCut: boolean): string =>
  isCut
    ? t('latest {ended}; see Ledger for all', { ended: figure(count) })
    : t('{ended}, newest first', { ended: figure(count) })

const howOf = (event: MouseEvent): 'alone' | 'toggle' | 'stretch' =>
  event.shiftKey ? 'stretch' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone'

const noneChosen: ReadonlySet<string> = new Set()

/** The chosen rows as far as they are shown, the one that the inspector shows, and what an act on a row is about. */
function useTargets({ all, order, underWay, waiting, needsYou, ended }: QueueRows) {
  const everChosen = useQueue((queue) => queue.chosen)
  const keepChosen = useQueue((queue) => queue.keepChosen)
  const chosenId = useView((view) => view.requestId)
  const active =
    all.find((request) => request.id === chosenId) ?? underWay[0] ?? waiting[0] ?? needsYou[0] ?? ended[0] ?? null
  const activeId = active?.id ?? null
  const shown = useMemo(() => new Set(order), [order])
  const isShown = activeId !== null && shown.has(activeId)
  const rowId = isShown ? activeId : (order[0] ?? null)
  // What is shown came from elsewhere: a choice that it is not in is over.
  const chosen = useMemo(() => {
    const still = shownOf(everChosen, order)
    return activeId === null || still.has(activeId) ? still : noneChosen
  }, [everChosen, order, activeId])
  // What went out of the list is not chosen when it comes back.
  useEffect(() => keepChosen(order), [keepChosen, order])
  const targets = useMemo(() => (chosen.size === 0 && rowId !== null ? new Set([rowId]) : chosen), [chosen, rowId])
  return { active, rowId, isOwn: chosen.size > 0 || rowId === chosenId, chosen, targets }
}

function NothingHere({ isFiltered }: { isFiltered: boolean }): JSX.Element {
  const go = useView((view) => view.go)
  const { setKind, setSearch } = useQueue()
  if (isFiltered) {
    const showAll = (): void => {
      setKind('all')
      setSearch('')
    }
    return (
      <Empty
        icon={SearchX}
        title={t('Nothing found')}
        acts={<Button onClick={showAll}>{t('Show all requests')}</Button>}
      >
        {t('No request matches this search and filter.')}
      </Empty>
    )
  }
  return (
    <Empty
      icon={Rows3}
      title={t('Nothing is waiting')}
      acts={
        <>
          <Button look="primary" onClick={() => go('skills')}>
            {t('Cut pictures out')}
          </Button>
          <Button onClick={() => go('create')}>{t('Make a picture')}</Button>
        </>
      }
    >
      {t('Orders appear here with their status and next step. Unfinished work resumes when you reopen Printroom.')}
    </Empty>
  )
}

export function QueueScreen(): JSX.Element {
  const rows = useQueueRows()
  const { needsYou, underWay, waiting, ended, order, all, line } = rows
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const openReceipt = useView((view) => view.openReceipt)
  const chooseRequest = useView((view) => view.chooseRequest)
  const isCut = useRequests((mirror) => mirror.cutAt !== null)
  const choose = useQueue((queue) => queue.choose)
  const [detailOpen, setDetailOpen] = useState(false)
  const [again, setAgain] = useState<RequestView | null>(null)
  const [asking, setAsking] = useState<readonly string[]>([])
  const screen = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { active, rowId, isOwn, chosen, targets } = useTargets(rows)
  const now = useNow(underWay.length > 0 || waiting.some((request) => request.next?.at != null))
  const unsent = useMemo(() => all.filter(({ id, canCancel }) => canCancel && targets.has(id)), [all, targets])
  const unfinished = needsYou.length + underWay.length + waiting.length

  const askTakeOut = (ids: readonly string[]): void => {
    if (ids.length > 1) setAsking(ids)
    else if (ids.length === 1) void takeOut(ids)
  }
  const keys = useQueueKeys(scroller, {
    rows,
    activeId: rowId,
    targets,
    // A row that the keyboard came to by itself, when its own went, is nobody's choice: that is asked.
    onTakeOut: () => (isOwn ? askTakeOut : setAsking)(unsent.map((request) => request.id)),
  })
  const decided = useFocusAfterDecision(screen, needsYou.length, (id) => {
    keys.follow()
    chooseRequest(id)
  })

  const onPress = (request: RequestView, event: MouseEvent): void => {
    choose(request.id, howOf(event), order)
    if (howOf(event) === 'alone') setDetailOpen(true)
  }
  const onAct = (request: RequestView, act: RowAct): void => {
    const own = targets.has(request.id) ? targets : new Set([request.id])
    if (act === 'receipt') openReceipt(request.id)
    else if (act === 'again') setAgain(request)
    else if (act === 'look') void callMain('requests.lookNow', { id: request.id })
    else if (act === 'front') void toFront(line, own)
    else askTakeOut(own.size > 1 ? unsent.map(({ id }) => id) : [request.id])
  }
  useContextActs(scroller, (target) => {
    const id = target.closest<HTMLElement>('[data-request]')?.dataset.request
    const request = id === undefined ? undefined : all.find((each) => each.id === id)
    if (!request) return []
    const isWaiting = request.state === 'queued' && request.place !== null
    return requestActs(request, [
      ...(isWaiting ? [{ act: 'to-front' as const, run: () => onAct(request, 'front') }] : []),
      { act: 'check-now', isOff: isEndState(request.state), run: () => onAct(request, 'look') },
      ...(request.canRetry ? [{ act: 'reorder' as const, run: () => onAct(request, 'again') }] : []),
    ])
  })
  const onDrop = (id: string, to: number): void => {
    const moving = targets.has(id) ? targets : new Set([id])
    const ids = line.map((request) => request.id)
    const shown = waiting.map((request) => request.id)
    void move(movesTo(ids, moving, placeInLine(ids, shown, to)))
  }
  const { onKeyDown, onFocus, onBlur } = keys
  const group = {
    now,
    shownId: active?.id ?? null,
    activeId: rowId,
    chosen,
    scroller,
    onPress,
    onAct,
    onKeyDown,
    onFocus,
    onBlur,
  }
  const places = useMemo(() => new Map(line.map((request, at) => [request.id, at])), [line])
  const sentence = (request: RequestView): string => rowSentence(request, now)

  return (
    <section ref={screen} className={styles.screen} aria-label={t('Queue')}>
      <div className={pane.pane}>
        <QueueToolbar rows={rows} unfinished={unfinished} onDetails={() => setDetailOpen(true)} />
        <CapsLine />
        <div ref={scroller} className={cx(pane.scroll, styles.scroll)}>
          {paused && (
            <div className={styles.note}>
              <Note tone="attention">{t('Queue paused. Running requests continue; nothing new is sent.')}</Note>
            </div>
          )}
          <Decisions requests={needsYou} onDecide={decided} />
          {order.length === 0 && (all.length === 0 || needsYou.length < all.length) && (
            <NothingHere isFiltered={all.length > 0} />
          )}
          <RequestGrid
            title={t('In progress')}
            hint={figure(underWay.length)}
            requests={underWay}
            wordsOf={sentence}
            {...group}
          />
          <RequestGrid
            title={t('Waiting')}
            hint={waiting.length > 1 ? t('{waiting}, sent in this order', { waiting: figure(waiting.length) }) : '1'}
            requests={waiting}
            wordsOf={(request, place) => waitingWords(request, places.get(request.id) ?? place, now, paused)}
            onDrop={onDrop}
            {...group}
          />
          <RequestGrid
            title={t('Finished')}
            hint={endedWords(ended.length, isCut)}
            requests={ended}
            wordsOf={sentence}
            {...group}
          />
        </div>
        {chosen.size > 1 && (
          <ChosenRequestsBar
            chosen={chosen}
            all={all}
            unsent={unsent}
            line={line}
            onTakeOut={() => askTakeOut(unsent.map((request) => request.id))}
          />
        )}
      </div>
      <RequestDetail
        request={active}
        line={line}
        open={detailOpen}
        onClose={() => setDetailOpen(false)}
        onAct={onAct}
      />
      {again && <AgainDialog request={again} onClose={() => setAgain(null)} />}
      <Confirm
        open={asking.length > 0}
        title={t('Cancel {asking, plural, one {# request} other {# requests}}?', { asking: asking.length })}
        keep={t('Keep')}
        act={t('Cancel {asking}', { asking: figure(asking.length) })}
        onAct={() => void takeOut(asking)}
        onClose={() => setAsking([])}
      >
        {t('Nothing was sent and nothing is charged. You can reorder them later.')}
      </Confirm>
    </section>
  )
}

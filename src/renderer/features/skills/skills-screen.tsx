import { Images, Scissors } from 'lucide-react'
import { type JSX, useMemo, useState } from 'react'
import { isEndState } from '../../../domain/request/states.ts'
import { ask } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import pane from '../../components/pane.module.css'
import { FilterTabs } from '../../components/segmented.tsx'
import { SpendButton } from '../../components/spend-button.tsx'
import { type BatchFilter, batchRows } from '../../lib/batch.ts'
import { cx } from '../../lib/cx.ts'
import { plural } from '../../lib/format.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { useCutout } from '../../stores/cutout-store.ts'
import { FileList } from './file-list.tsx'
import { OrderPane } from './order-pane.tsx'
import { SkillTabs } from './skill-tabs.tsx'
import styles from './skills.module.css'
import { type CutoutOrder, useCutoutOrder, useCutoutRequests } from './use-cutout-order.ts'

const filterWords: Record<BatchFilter, string> = {
  all: 'All',
  'needs-you': 'Needs you',
  'under-way': 'Under way',
  done: 'Done',
  failed: 'Failed',
  'to-send': 'To send',
}

async function chooseFiles(folders: boolean): Promise<void> {
  const answer = await ask('files.choose', { folders, multiple: true })
  if (answer) useCutout.getState().add(answer.value)
}

function ChooseButtons(): JSX.Element {
  return (
    <>
      <Button small onClick={() => void chooseFiles(false)}>
        Choose files…
      </Button>
      <Button small onClick={() => void chooseFiles(true)}>
        Choose a folder…
      </Button>
    </>
  )
}

function DropLine({ total }: { total: number }): JSX.Element {
  const files = useCutout((state) => state.files)
  const looking = useCutout((state) => state.looking)
  const remove = useCutout((state) => state.remove)
  const clearEnded = useCutout((state) => state.clearEnded)
  const ended = useCutoutRequests().some((request) => isEndState(request.state))
  return (
    <div className={styles.dropLine}>
      <div className={styles.dropZone}>
        <Images size={20} strokeWidth={1.5} aria-hidden />
        <span className="cut-end">
          <b className="strong">
            {looking > 0 ? `Looking at ${plural(looking, 'file')}…` : `${plural(total, 'file')} here.`}
          </b>{' '}
          <span className="not-narrow">Drop more anywhere, or a folder.</span>
        </span>
        <span className="push row">
          <ChooseButtons />
          {files.length > 0 && (
            <Button look="quiet" small onClick={() => remove(new Set(files.map((file) => file.path)))}>
              Clear unsent
            </Button>
          )}
          {ended && (
            <Button look="quiet" small onClick={clearEnded}>
              Clear ended
            </Button>
          )}
        </span>
      </div>
    </div>
  )
}

function Batch({ order }: { order: CutoutOrder }): JSX.Element {
  const { leftOut } = order
  const waiting = useCutout((state) => state.files)
  const files = useMemo(
    () => waiting.map((file) => ({ ...file, problem: file.problem ?? leftOut.get(file.path) ?? null })),
    [waiting, leftOut],
  )
  const filter = useCutout((state) => state.filter)
  const setFilter = useCutout((state) => state.setFilter)
  const looking = useCutout((state) => state.looking)
  const requests = useCutoutRequests()
  const { rows, counts } = useMemo(() => batchRows(files, requests, filter), [files, requests, filter])
  if (counts.all === 0 && looking === 0) {
    return (
      <Empty icon={Scissors} title="Drop pictures anywhere on this window" acts={<ChooseButtons />}>
        One, hundreds or a whole folder. Each is cut out of its background; the total stands on the button before
        anything is sent.
      </Empty>
    )
  }
  const options = (Object.keys(filterWords) as BatchFilter[]).map((value) => ({
    value,
    words: filterWords[value],
    count: counts[value],
    asks: value === 'needs-you',
  }))
  return (
    <>
      <DropLine total={counts.all} />
      <div className={styles.listHead}>
        <FilterTabs label="Show" options={options} value={filter} onChoose={setFilter} />
        <span className="hint push not-narrow">Output: PNG with transparency</span>
      </div>
      {rows.length > 0 ? (
        <FileList rows={rows} each={order.each} />
      ) : (
        <Empty icon={Scissors} title="None of these">
          {`No picture here is under “${filterWords[filter]}” now.`}
        </Empty>
      )}
    </>
  )
}

export function SkillsScreen(): JSX.Element {
  const order = useCutoutOrder()
  const narrow = useNarrow()
  const [orderOpen, setOrderOpen] = useState(false)
  return (
    <section className={styles.screen} aria-label="Skills">
      <div className={pane.pane}>
        <div className={pane.toolbar}>
          <h1 className={cx('title', narrow && 'sr-only')}>Skills</h1>
          <span className={cx(pane.divider, 'not-narrow')} />
          <SkillTabs />
        </div>
        <div id="skill-panel" role="tabpanel" aria-labelledby="tab-cutout" className={cx(pane.pane, styles.panel)}>
          <Batch order={order} />
        </div>
        {narrow && (
          <div className={pane.orderBar} data-order="">
            <Button look="quiet" small aria-expanded={orderOpen} onClick={() => setOrderOpen(!orderOpen)}>
              Order
            </Button>
            <span className="small soft cut-end">{order.blocked ?? `${order.toSend} to send`}</span>
            <span className="push">
              <SpendButton quietly act={order.act} price={order.price} blocked={order.blocked} onSpend={order.send} />
            </span>
          </div>
        )}
      </div>
      <OrderPane order={order} open={orderOpen} onClose={() => setOrderOpen(false)} />
    </section>
  )
}

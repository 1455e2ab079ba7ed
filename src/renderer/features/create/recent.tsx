import { Columns2, Film, ImagePlus, RotateCcw } from 'lucide-react'
import { Fragment, type JSX, memo, useMemo, useRef } from 'react'
import type { AssetView, RequestView } from '../../../contract/views.ts'
import { given } from '../../components/as-given.tsx'
import { RequestBar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { Empty } from '../../components/empty.tsx'
import pictures from '../../components/picture.module.css'
import { StateBadge } from '../../components/state-badge.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { chargeText } from '../../format/charge.ts'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { runningWords, stateSentence } from '../../format/progress.ts'
import { subtitleWords } from '../../format/skill-names.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import { useContextActs } from '../../hooks/use-context-acts.ts'
import { useNow } from '../../hooks/use-now.ts'
import { groupRuns, type Run } from '../../lists/queue-groups.ts'
import { useCreate } from '../../stores/create-store.ts'
import { resultActs } from '../../stores/picture-acts.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './bench.module.css'
import { isFilm, type ModelColumn, modelColumns, pixelsOf, shapeIn } from './run-shape.ts'
import { VideoTile } from './video-tile.tsx'

/** A picture of another shape than its place is shown whole in it. */
const differs = ({ width, height }: AssetView, ratio: number): boolean =>
  width !== null && height !== null && height > 0 && Math.abs(width / height / ratio - 1) > 0.04

function Result({ asset, ratio }: { asset: AssetView; ratio: number }): JSX.Element {
  const openAsset = useView((view) => view.openAsset)
  if (asset.mediaType === 'video') return <VideoTile asset={asset} ratio={ratio} onOpen={() => openAsset(asset.id)} />
  return (
    <button
      type="button"
      className={cx(styles.tile, differs(asset, ratio) && styles.whole, asset.hasAlpha && pictures.checker)}
      style={{ aspectRatio: ratio }}
      aria-label={t('Open {name}', { name: asset.name })}
      data-opens={asset.id}
      onClick={() => openAsset(asset.id)}
    >
      <img src={asset.thumbnail} alt="" decoding="async" draggable={false} />
    </button>
  )
}

function Coming({
  request,
  ratio,
  now,
  big,
  isVideo,
}: {
  request: RequestView
  ratio: number
  now: number
  big: boolean
  isVideo: boolean
}): JSX.Element {
  const go = useView((view) => view.go)
  const chooseRequest = useView((view) => view.chooseRequest)
  const stateText =
    request.state === 'running' && request.running
      ? runningWords(request.running, now, big)
      : stateSentence(request, now)
  return (
    <button
      type="button"
      className={cx(styles.coming, big && styles.big)}
      style={{ aspectRatio: ratio }}
      onClick={() => {
        chooseRequest(request.id)
        go('queue')
      }}
    >
      {isVideo && <Film className={styles.toBeFilm} size={20} strokeWidth={1.5} aria-hidden />}
      <StateBadge look={lookOfRequest(request)} framed={false} />
      {/* Of many that wait in small places one word each is enough to see. */}
      <span className={request.state === 'queued' && !big ? 'sr-only' : 'hint'}>{stateText}</span>
      <RequestBar request={request} now={now} onBench />
    </button>
  )
}

/** The form as it was when this was ordered. Sends nothing. */
function UseAgain({ run: { first } }: { run: Run }): JSX.Element {
  const takeOrderOf = useCreate((create) => create.takeOrderOf)
  return (
    <Tooltip label={t('Use these settings again')}>
      <Button
        look="quiet"
        small
        square
        className={styles.again}
        aria-label={t('Use the settings of “{title}” again', { title: first.title })}
        onClick={() => void takeOrderOf(first.id)}
      >
        <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
      </Button>
    </Tooltip>
  )
}

/** The candidates of one order, or what its models made of one prompt, beside each other: the first of them, where they are many. */
function CompareRun({ run, row }: { run: Run; row?: number }): JSX.Element | null {
  const openCompare = useView((view) => view.openCompare)
  const assets = run.requests.flatMap((request) => request.assets).filter(({ present }) => present)
  if (assets.length < 2) return null
  return (
    <Tooltip label={t('Compare')}>
      <Button
        look="quiet"
        small
        square
        aria-label={t('Compare the pictures of “{title}”', { title: run.first.title })}
        data-opens={`compare ${run.key} ${row ?? ''}`}
        onClick={() => openCompare(assets.map(({ id }) => ({ kind: 'asset', id, label: null })))}
      >
        <Columns2 size={14} strokeWidth={1.75} aria-hidden />
      </Button>
    </Tooltip>
  )
}

/** Of one order; hundreds are looked at in the library. */
const mostShown = 40

function sumOf(requests: readonly RequestView[]): number | null {
  const credits = requests.map(chargeText).filter((charge) => !charge.struck)
  return credits.every((charge) => charge.credits === null)
    ? null
    : credits.reduce((total, charge) => total + (charge.credits ?? 0), 0)
}

interface PlacesProps {
  request: RequestView
  run: Run
  now: number
  big: boolean
}

/** The results of a request, or the place where they will be: of the same shape. */
function Places({ request, run, now, big }: PlacesProps): JSX.Element {
  const ratio = shapeIn(run, request)
  if (request.assets.length === 0)
    return <Coming request={request} ratio={ratio} now={now} big={big} isVideo={isFilm(run)} />
  return (
    <>
      {request.assets.map((asset) => (
        <Result key={asset.id} asset={asset} ratio={ratio} />
      ))}
    </>
  )
}

/** What the models made of one prompt. */
function rowOf(run: Run, columns: readonly ModelColumn[], row: number): Run {
  const requests = columns.flatMap(({ requests: { [row]: request } }) => (request ? [request] : []))
  return { ...run, first: requests[0] ?? run.first, requests }
}

/** A column a model and a row a prompt, so that the same stands beside the same. */
function SideBySide({ run, columns, now }: { run: Run; columns: readonly ModelColumn[]; now: number }): JSX.Element {
  const rows = Math.max(...columns.map(({ requests }) => requests.length))
  const isOfMany = new Set(run.requests.map(({ title }) => title)).size > 1
  return (
    <div className={styles.columns} style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}>
      {columns.map(({ name, requests }) => (
        <span key={name} className={cx('row', styles.columnHead)}>
          <span className="strong cut-end" {...given}>
            {name}
          </span>
          <span className="push nowrap">
            <Credits value={sumOf(requests)} />
          </span>
        </span>
      ))}
      {Array.from({ length: Math.min(rows, Math.ceil(mostShown / columns.length)) }, (_, row) => {
        const title = columns[0]?.requests[row]?.title ?? ''
        return (
          <Fragment key={`${row} ${title}`}>
            {isOfMany && (
              <span className={cx('row', styles.rowHead)}>
                <span className="hint cut-end" {...given}>
                  {title}
                </span>
                <span className="push">
                  <CompareRun run={rowOf(run, columns, row)} row={row} />
                </span>
              </span>
            )}
            {columns.map(({ name, requests: { [row]: request } }) => (
              <div key={name} className={cx(styles.column, (request?.assets.length ?? 0) > 1 && styles.results)}>
                {request && <Places request={request} run={run} now={now} big={false} />}
              </div>
            ))}
          </Fragment>
        )
      })}
    </div>
  )
}

function InOneRow({ run, newest, now }: RunProps): JSX.Element {
  const places = run.requests.reduce((sum, request) => sum + Math.max(1, request.assets.length), 0)
  const big = newest && places <= 4
  const alone = big && places === 1
  return (
    <div
      className={cx(styles.results, !big && styles.four, alone && styles.one)}
      // Whole in sight, an upright one too: what stands above and below it takes 300 pixels.
      style={alone ? { maxWidth: `min(720px, (100vh - 300px) * ${shapeIn(run, run.first)})` } : undefined}
    >
      {run.requests.slice(0, mostShown).map((request) => (
        <Places key={request.id} request={request} run={run} now={now} big={big} />
      ))}
    </div>
  )
}

interface RunProps {
  run: Run
  newest: boolean
  now: number
}

function RunOfPictures({ run, newest, now }: RunProps): JSX.Element {
  const columns = modelColumns(run)
  const others = new Set(run.requests.map(({ title }) => title)).size - 1
  return (
    <section>
      <div className={styles.runHead}>
        <h3 className="strong cut-end" tabIndex={-1} data-run={run.key} {...given}>
          {run.first.title}
        </h3>
        {others > 0 && (
          <span className="hint nowrap">
            {t('and {others, plural, one {# other prompt} other {# other prompts}}', { others })}
          </span>
        )}
        <span className="hint nowrap push">
          {columns.length > 1 ? t('{models} models', { models: columns.length }) : subtitleWords(run.first)}
          {pixelsOf(run) && ` · ${pixelsOf(run)}`}
        </span>
        <CompareRun run={run} />
        <UseAgain run={run} />
        <Credits value={sumOf(run.requests)} />
      </div>
      {columns.length > 1 ? (
        <SideBySide run={run} columns={columns} now={now} />
      ) : (
        <InOneRow run={run} newest={newest} now={now} />
      )}
      {run.requests.length > mostShown && (
        <p className={cx('hint', styles.more)}>
          {t('{count, plural, one {# more is} other {# more are}} in the queue and in the library.', {
            count: run.requests.length - mostShown,
          })}
        </p>
      )}
    </section>
  )
}

/** What was approved together, newest first. */
export function useRuns(): Run[] {
  const all = useRequests((mirror) => mirror.all)
  return useMemo(
    () =>
      groupRuns(
        all.filter((request) => request.kind === 'generation'),
        12,
      ),
    [all],
  )
}

/** What was made of late and what is being made, newest first. */
export const Recent = memo(function Recent({ runs }: { runs: readonly Run[] }): JSX.Element {
  const now = useNow(runs.some((run) => run.requests.some((request) => request.running !== null)))
  const bench = useRef<HTMLDivElement>(null)
  useContextActs(bench, (target) => {
    const id = target.closest<HTMLElement>('[data-opens]')?.dataset.opens
    const request = runs.flatMap((run) => run.requests).find(({ assets }) => assets.some((asset) => asset.id === id))
    const asset = request?.assets.find((each) => each.id === id)
    return request && asset ? resultActs(asset, request, null) : []
  })
  if (runs.length === 0) {
    return (
      <Empty icon={ImagePlus} title={t('Nothing yet')}>
        {t('Write a prompt on the left. You’ll see the price on the right before sending, and results appear here.')}
      </Empty>
    )
  }
  return (
    <div ref={bench} className={styles.bench}>
      {runs.map((run, at) => (
        <RunOfPictures key={run.key} run={run} newest={at === 0} now={now} />
      ))}
    </div>
  )
})

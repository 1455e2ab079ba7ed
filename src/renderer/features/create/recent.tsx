import { Columns2, ImagePlus, RotateCcw } from 'lucide-react'
import { type JSX, memo, useMemo } from 'react'
import type { AssetView, RequestView } from '../../../contract/views.ts'
import { given } from '../../components/as-given.tsx'
import { RequestBar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { Empty } from '../../components/empty.tsx'
import pictures from '../../components/picture.module.css'
import { StateBadge } from '../../components/state-badge.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { chargeOf } from '../../format/charge.ts'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { runningWords, stateSentence } from '../../format/progress.ts'
import { subtitleWords } from '../../format/skill-names.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import { useNow } from '../../hooks/use-now.ts'
import { useCreate } from '../../stores/create-store.ts'
import { type Run, runsOf } from '../../stores/queue-groups.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './bench.module.css'
import { VideoTile } from './video-tile.tsx'

function Result({ asset, ratio }: { asset: AssetView; ratio: number }): JSX.Element {
  const openAsset = useView((view) => view.openAsset)
  if (asset.mediaType === 'video') return <VideoTile asset={asset} ratio={ratio} onOpen={() => openAsset(asset.id)} />
  return (
    <button
      type="button"
      className={cx(styles.tile, asset.hasAlpha && pictures.checker)}
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
}: {
  request: RequestView
  ratio: number
  now: number
  big: boolean
}): JSX.Element {
  const go = useView((view) => view.go)
  const chooseRequest = useView((view) => view.chooseRequest)
  const words =
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
      <StateBadge look={lookOfRequest(request)} framed={false} />
      {/* Of many that wait in small places one word each is enough to see. */}
      <span className={request.state === 'queued' && !big ? 'sr-only' : 'hint'}>{words}</span>
      <RequestBar request={request} now={now} onBench />
    </button>
  )
}

/** The ratio all places of a run share: that of its first picture, else what was asked for, else 4:3. */
function ratioOfRun(run: Run): number {
  const asset = run.requests.flatMap((request) => request.assets)[0]
  if (asset?.width && asset.height) return Math.min(2, Math.max(0.66, asset.width / asset.height))
  const asked = /(\d+):(\d+)/.exec(run.first.subtitle)
  return asked ? Math.min(2, Math.max(0.66, Number(asked[1]) / Number(asked[2]))) : 4 / 3
}

/** The form as it was when this was ordered. Sends nothing. */
function UseAgain({ run: { first } }: { run: Run }): JSX.Element {
  const takeOrderOf = useCreate((create) => create.takeOrderOf)
  return (
    <Tooltip words={t('Use these settings again')}>
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

/** The candidates of one order beside each other: the first of them, where they are many. */
function CompareRun({ run }: { run: Run }): JSX.Element | null {
  const openCompare = useView((view) => view.openCompare)
  const assets = run.requests.flatMap((request) => request.assets).filter(({ present }) => present)
  if (assets.length < 2) return null
  return (
    <Tooltip words={t('Compare')}>
      <Button
        look="quiet"
        small
        square
        aria-label={t('Compare the pictures of “{title}”', { title: run.first.title })}
        data-opens={`compare ${run.key}`}
        onClick={() => openCompare(assets.map(({ id }) => ({ kind: 'asset', id, words: null })))}
      >
        <Columns2 size={14} strokeWidth={1.75} aria-hidden />
      </Button>
    </Tooltip>
  )
}

/** Of one order; hundreds are looked at in the library. */
const mostShown = 40

function RunOfPictures({ run, newest, now }: { run: Run; newest: boolean; now: number }): JSX.Element {
  const ratio = ratioOfRun(run)
  const places = run.requests.reduce((sum, request) => sum + Math.max(1, request.assets.length), 0)
  const credits = run.requests.map(chargeOf).filter((charge) => !charge.struck)
  const sum = credits.every((charge) => charge.credits === null)
    ? null
    : credits.reduce((total, charge) => total + (charge.credits ?? 0), 0)
  const big = newest && places <= 4
  const alone = big && places === 1
  const isMade = run.requests.some((request) => request.assets.length > 0)
  const others = new Set(run.requests.map(({ title }) => title)).size - 1
  return (
    <section>
      <div className={styles.runHead}>
        <h3 className="strong cut-end" {...given}>
          {run.first.title}
        </h3>
        {others > 0 && (
          <span className="hint nowrap">
            {t('and {others, plural, one {# other prompt} other {# other prompts}}', { others })}
          </span>
        )}
        <span className="hint nowrap push">{subtitleWords(run.first)}</span>
        <CompareRun run={run} />
        <UseAgain run={run} />
        <Credits value={sum} />
      </div>
      <div
        className={cx(styles.results, !big && styles.four, alone && styles.one)}
        // Whole in sight, an upright one too: what stands above and below it takes 300 pixels.
        style={alone ? { maxWidth: `min(${isMade ? 720 : 360}px, (100vh - 300px) * ${ratio})` } : undefined}
      >
        {run.requests
          .slice(0, mostShown)
          .map((request) =>
            request.assets.length > 0 ? (
              request.assets.map((asset) => <Result key={asset.id} asset={asset} ratio={ratio} />)
            ) : (
              <Coming key={request.id} request={request} ratio={ratio} now={now} big={big} />
            ),
          )}
      </div>
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
      runsOf(
        all.filter((request) => request.kind === 'generation'),
        12,
      ),
    [all],
  )
}

/** What was made of late and what is being made, newest first. */
export const Recent = memo(function Recent({ runs }: { runs: readonly Run[] }): JSX.Element {
  const now = useNow(runs.some((run) => run.requests.some((request) => request.running !== null)))
  if (runs.length === 0) {
    return (
      <Empty icon={ImagePlus} title={t('Nothing made yet')}>
        {t(
          'Write a prompt on the left. The price stands on the right before anything is sent, and the pictures arrive here.',
        )}
      </Empty>
    )
  }
  return (
    <div className={styles.bench}>
      {runs.map((run, at) => (
        <RunOfPictures key={run.key} run={run} newest={at === 0} now={now} />
      ))}
    </div>
  )
})

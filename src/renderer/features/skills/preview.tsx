import type { JSX } from 'react'
import type { AssetView } from '../../../contract/views.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import pictures from '../../components/picture.module.css'
import { cx } from '../../format/cx.ts'
import { dimensions } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { stateSentence } from '../../format/progress.ts'
import type { BatchRow } from '../../lists/batch.ts'
import { useView } from '../../stores/view-store.ts'
import { DecisionCard } from '../queue/decision-card.tsx'
import { SizeChange } from './decision-dialog.tsx'
import styles from './skills.module.css'

/** Above it a picture is looked at by its thumbnail: to decode it whole takes longer than a look. */
const mostPixels = 24_000_000

const srcOf = ({ width, height, full, thumbnail }: AssetView): string =>
  width !== null && height !== null && width * height <= mostPixels ? full : thumbnail

interface ShownProps {
  src: string
  label: string
  cutout?: boolean
  /** Opens it large. */
  open?: { name: string; id: string }
}

function Shown({ src, label, cutout = false, open }: ShownProps): JSX.Element {
  const openAsset = useView((view) => view.openAsset)
  const picture = <img className={cx(cutout && pictures.checker)} src={src} alt="" decoding="async" draggable={false} />
  return (
    <figure className={styles.shown}>
      {open === undefined ? (
        <span>{picture}</span>
      ) : (
        <button
          type="button"
          aria-label={t('Open {name}', { name: open.name })}
          data-opens={`preview picture ${open.id}`}
          onClick={() => openAsset(open.id)}
        >
          {picture}
        </button>
      )}
      <figcaption className="hint">{label}</figcaption>
    </figure>
  )
}

function Result({ asset, label }: { asset: AssetView; label: string }): JSX.Element {
  const size = dimensions(asset.width, asset.height)
  return (
    <Shown
      src={srcOf(asset)}
      label={size === null ? label : `${label}, ${size}`}
      cutout={asset.hasAlpha}
      open={{ name: asset.name, id: asset.id }}
    />
  )
}

interface SkillPreviewProps {
  row: BatchRow
  /** Else it stands here by itself, and its question in its row is enough. */
  isChosen: boolean
  now: number
}

/** The row that is chosen, large: before and after beside each other, and what it asks or what went wrong in full. */
export function SkillPreview({ row, isChosen, now }: SkillPreviewProps): JSX.Element {
  const before = row.kind === 'file' ? row.file.thumbnail : (row.request.source?.thumbnail ?? null)
  const results = row.kind === 'file' ? [] : row.request.assets.filter(({ present }) => present)
  const said = row.kind === 'file' ? row.file.problem : (row.request.error ?? null)
  const asking = isChosen && row.kind === 'request' && row.request.decision !== null ? row.request : null
  return (
    <div className={styles.stage}>
      {asking?.decision && (
        <div className={styles.askedWhole}>
          <SizeChange request={asking} />
          <DecisionCard request={asking} decision={asking.decision} onDecide={() => undefined} />
        </div>
      )}
      {said !== null && (
        <p className={cx('small selectable', styles.inFull)}>
          <EngineSentence>{said}</EngineSentence>
        </p>
      )}
      <div className={styles.shownRow}>
        {before !== null && <Shown src={before} label={t('Before')} />}
        {results.map((asset, at) => (
          <Result
            key={asset.id}
            asset={asset}
            label={results.length === 1 ? t('After') : t('Result {place}', { place: at + 1 })}
          />
        ))}
        {results.length === 0 && row.kind === 'request' && said === null && asking === null && (
          <p className={cx('hint', styles.toCome)}>{stateSentence(row.request, now)}</p>
        )}
      </div>
    </div>
  )
}

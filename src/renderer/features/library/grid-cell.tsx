import { Ban, Check, Flag, Play, Star, Unplug } from 'lucide-react'
import type { JSX } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import type { RequestView } from '../../../contract/views.ts'
import { RequestBar } from '../../components/bar.tsx'
import pictures from '../../components/picture.module.css'
import { StateBadge } from '../../components/state-badge.tsx'
import { cx } from '../../format/cx.ts'
import { flagWords } from '../../format/flag-words.ts'
import { dimensions, madeAt } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { stateSentence } from '../../format/progress.ts'
import { skillLabels } from '../../format/skill-names.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import { useNow } from '../../hooks/use-now.ts'
import styles from './library.module.css'
import { Still } from './still.tsx'
import type { Shown } from './use-grid.ts'

interface CellProps {
  shown: Shown
  /** Place in the grid. */
  index: number
  left: number
  width: number
  column: number
  selected: boolean
  /** The one cell of the grid that the Tab key reaches. */
  active: boolean
  /** While the user flings, pictures are not asked for. */
  bare: boolean
}

const gridCell = (selected: boolean) => ({ role: 'gridcell', 'aria-selected': selected }) as const

const nameOf = (asset: LibraryItem): string =>
  [
    apart(asset.title.slice(0, 200)),
    asset.skill === null ? asset.modelName && apart(asset.modelName) : skillLabels(asset.skill).name,
    dimensions(asset.width, asset.height),
    madeAt(asset.createdAt, Date.now()),
    asset.rating > 0 ? t('{rating, plural, one {# star} other {# stars}}', { rating: asset.rating }) : null,
    asset.flag === null ? null : flagWords()[asset.flag],
    asset.mediaType === 'video' ? t('Video') : null,
  ]
    .filter(Boolean)
    .join(', ')

function Coming({ request, width }: { request: RequestView; width: number }): JSX.Element {
  const now = useNow(true)
  return (
    <>
      <StateBadge look={lookOfRequest(request)} framed={false} />
      {width > 110 && <span className="hint cut-end">{stateSentence(request, now)}</span>}
      <RequestBar request={request} now={now} onBench />
    </>
  )
}

const FileMissing = ({ asset }: { asset: LibraryItem }): JSX.Element => (
  <>
    <span className="row">
      <Unplug size={14} strokeWidth={1.75} aria-hidden />
      {t('File missing')}
    </span>
    <span className="hint">{t('receipt kept')}</span>
    <span className="sr-only">{nameOf(asset)}</span>
  </>
)

/** Stars and flag; none where it has neither. */
function MarksTag({ asset }: { asset: LibraryItem }): JSX.Element | null {
  if (asset.rating === 0 && asset.flag === null) return null
  return (
    <span className={cx(pictures.tag, styles.tagFoot)} aria-hidden="true">
      {asset.flag === 'pick' && <Flag size={10} fill="currentColor" aria-hidden />}
      {asset.flag === 'reject' && <Ban size={10} strokeWidth={2.5} aria-hidden />}
      {asset.rating > 0 && (
        <>
          {asset.rating}
          <Star size={10} fill="currentColor" aria-hidden />
        </>
      )}
    </span>
  )
}

function Picture({ asset, selected, bare }: { asset: LibraryItem; selected: boolean; bare: boolean }): JSX.Element {
  return (
    <>
      {asset.present ? !bare && <Still key={asset.id} asset={asset} /> : <FileMissing asset={asset} />}
      {selected && (
        <span className={styles.tick}>
          <Check size={14} strokeWidth={2} aria-hidden />
        </span>
      )}
      <MarksTag asset={asset} />
      {asset.mediaType === 'video' && (
        <span className={cx(pictures.tag, styles.tagEnd)} aria-hidden="true">
          <Play size={10} fill="currentColor" aria-hidden />
          {t('Video')}
        </span>
      )}
    </>
  )
}

/** What the cell itself takes from what it shows. */
function lookOf(shown: Shown): { label?: string; className: string | undefined; draggable?: boolean; colour?: string } {
  if (shown.kind === 'unread') return { label: t('Loading'), className: styles.cell }
  if (shown.kind === 'coming') return { className: cx(styles.cell, styles.coming) }
  const { asset } = shown
  const gone = !asset.present
  const colour = asset.hasAlpha || gone ? null : asset.dominantColour
  return {
    ...(gone ? {} : { label: nameOf(asset) }),
    className: cx(
      styles.cell,
      asset.hasAlpha && styles.cutout,
      asset.hasAlpha && pictures.checker,
      gone && styles.missing,
      asset.flag === 'reject' && styles.rejected,
    ),
    draggable: !gone,
    ...(colour === null ? {} : { colour }),
  }
}

/** One place of the grid. It stays the same element whatever comes to stand there: the keyboard may be on it. */
export function GridCell({ shown, index, left, width, column, selected, active, bare }: CellProps): JSX.Element {
  const { label, className, draggable, colour } = lookOf(shown)
  return (
    <td
      {...gridCell(selected)}
      aria-colindex={column}
      aria-label={label}
      tabIndex={active ? 0 : -1}
      data-index={index}
      draggable={draggable}
      className={className}
      style={{ insetInlineStart: left, width, backgroundColor: colour }}
    >
      {shown.kind === 'coming' && <Coming request={shown.request} width={width} />}
      {shown.kind === 'asset' && <Picture asset={shown.asset} selected={selected} bare={bare} />}
    </td>
  )
}

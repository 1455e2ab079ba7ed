import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { JSX } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import type { ExportPicture } from '../../../domain/export/choice.ts'
import { AsGiven, EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import pictures from '../../components/picture.module.css'
import { VideoStill } from '../../components/video-still.tsx'
import { cx } from '../../format/cx.ts'
import { bytes, dimensions } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import styles from './export.module.css'
import type { Sampled } from './use-sample.ts'

interface Props {
  items: readonly LibraryItem[]
  at: number
  onPlace: (at: number) => void
  picture: ExportPicture | null
  sampled: Sampled
}

/** One of the chosen results, on squares where it is clear, and what it becomes. */
export function ExportPreview({ items, at, onPlace, picture, sampled }: Props): JSX.Element {
  const item = items[at]
  return (
    <div className={styles.preview}>
      <div className={cx(styles.stage, item?.hasAlpha && picture?.background == null && pictures.checker)}>
        {item && <Shown item={item} background={picture?.background ?? null} />}
      </div>
      {item && (
        <p className={cx('small soft', styles.name)}>
          <AsGiven>{item.name}</AsGiven>
        </p>
      )}
      <Becomes item={item} picture={picture} sampled={sampled} />
      {items.length > 1 && (
        <div className={styles.steps}>
          <Button
            small
            square
            look="quiet"
            aria-label={t('Previous')}
            disabled={at === 0}
            onClick={() => onPlace(at - 1)}
          >
            <ChevronLeft size={14} strokeWidth={1.75} aria-hidden />
          </Button>
          <span className="hint">{t('{place} of {count}', { place: at + 1, count: items.length })}</span>
          <Button
            small
            square
            look="quiet"
            aria-label={t('Next')}
            disabled={at === items.length - 1}
            onClick={() => onPlace(at + 1)}
          >
            <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        </div>
      )}
    </div>
  )
}

function Shown({ item, background }: { item: LibraryItem; background: string | null }): JSX.Element {
  if (item.mediaType === 'video') return <VideoStill src={item.full} />
  return (
    <img
      src={item.full}
      alt=""
      decoding="async"
      draggable={false}
      style={item.hasAlpha && background !== null ? { background } : undefined}
    />
  )
}

/** The files that come of it, with what they weigh: really made, so that nothing is promised. */
function Becomes({
  item,
  picture,
  sampled,
}: {
  item: LibraryItem | undefined
  picture: ExportPicture | null
  sampled: Sampled
}): JSX.Element {
  if (item === undefined) return <p className="hint">{t('Reading…')}</p>
  if (picture === null)
    return (
      <ul className={styles.becomes}>
        <Row name={t('As it is')} size={dimensions(item.width, item.height)} weight={bytes(item.sizeBytes)} />
      </ul>
    )
  if (sampled.is === 'failed')
    return (
      <p className={cx('small', styles.trouble)} role="alert">
        <EngineSentence>{sampled.message}</EngineSentence>
      </p>
    )
  if (sampled.is !== 'made' || sampled.id !== item.id) return <p className="hint">{t('Making a sample…')}</p>
  const { files, isAsItWas, isSmaller } = sampled.sample
  return (
    <>
      <ul className={styles.becomes} aria-label={t('Files')}>
        {files.map(({ scale, width, height, sizeBytes }) => (
          <Row
            key={scale}
            name={isAsItWas ? t('As it is') : t('{scale}×', { scale })}
            size={dimensions(width, height)}
            weight={bytes(sizeBytes)}
          />
        ))}
      </ul>
      {isAsItWas && <p className="hint">{t('Films and animations are copied as they are.')}</p>}
      {isSmaller && <p className="hint">{t('It has no more pixels than this: nothing is enlarged.')}</p>}
    </>
  )
}

const Row = ({ name, size, weight }: { name: string; size: string | null; weight: string }): JSX.Element => (
  <li>
    <span>{name}</span>
    <span className="soft">{size}</span>
    <span className={styles.weight}>{weight}</span>
  </li>
)

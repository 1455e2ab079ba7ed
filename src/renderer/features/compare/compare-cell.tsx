import { Film, Unplug } from 'lucide-react'
import { type JSX, type MouseEvent, type Ref, useEffect, useRef, useState } from 'react'
import { FileName } from '../../components/file-name.tsx'
import { Flags } from '../../components/flags.tsx'
import pictures from '../../components/picture.module.css'
import { StagePicture } from '../../components/stage-picture.tsx'
import { Stars } from '../../components/stars.tsx'
import { VideoStill } from '../../components/video-still.tsx'
import { cx } from '../../format/cx.ts'
import { flagWords } from '../../format/flag-words.ts'
import { dimensions, percent } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import type { Placement } from '../../grid/placement.ts'
import { flagOne, rateOne } from './acts.ts'
import styles from './compare.module.css'
import type { PictureSize } from './geometry.ts'
import type { Candidate } from './use-candidates.ts'

interface FaceProps {
  candidate: Candidate
  size: PictureSize
  placement: Placement
  checker: boolean
  onSize: (size: PictureSize) => void
}

/** The small picture until the large one is decoded: it comes without a frame being lost. */
function Face({ candidate, size, placement, checker, onSize }: FaceProps): JSX.Element {
  const { full, thumbnail } = candidate
  const box = useRef<HTMLSpanElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const told = useRef(onSize)
  useEffect(() => {
    told.current = onSize
  })
  useEffect(() => {
    const image = box.current?.querySelector('img')
    if (!image) return
    let current = true
    image.decode().then(
      () => {
        if (!current) return
        told.current({ width: image.naturalWidth, height: image.naturalHeight })
        setIsReady(true)
      },
      () => current && setIsBroken(true),
    )
    return () => {
      current = false
    }
  }, [])
  if (isBroken) return <Missing message={t('This file cannot be shown here.')} />
  const shared = { size, placement, checker }
  return (
    <>
      {!isReady && <StagePicture {...shared} src={thumbnail} alt="" />}
      <span ref={box} className={cx(!isReady && styles.coming)}>
        <StagePicture {...shared} src={full} alt="" />
      </span>
    </>
  )
}

/** A film is compared by its first frame. */
function FilmFace({ candidate, size, placement: { scale, left, top }, onSize }: FaceProps): JSX.Element {
  return (
    <VideoStill
      className={styles.film}
      src={candidate.full}
      width={size.width}
      height={size.height}
      style={{ transform: `translate(${left}px, ${top}px) scale(${scale})` }}
      onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => onSize({ width, height })}
    />
  )
}

const Missing = ({ message }: { message: string }): JSX.Element => (
  <span className={styles.missing}>
    <Unplug size={14} strokeWidth={1.75} aria-hidden />
    {message}
  </span>
)

function labelOf({ label, item, isFilm }: Candidate, size: PictureSize, place: number, count: number): string {
  return [
    t('{label}, {place} of {count}', { label, place: place + 1, count }),
    isFilm ? t('first frame of a video') : null,
    dimensions(size.width, size.height),
    item && item.rating > 0 ? t('{rating, plural, one {# star} other {# stars}}', { rating: item.rating }) : null,
    item?.flag ? flagWords()[item.flag] : null,
  ]
    .filter(Boolean)
    .join(', ')
}

interface CellProps extends FaceProps {
  ref: Ref<HTMLButtonElement>
  cell: PictureSize
  place: number
  count: number
  isFocused: boolean
  onFocus: () => void
}

/** One of the pictures: pressed it is the one that the keys are about; its marks stand under it. */
export function CompareCell({ ref, cell, place, count, isFocused, onFocus, ...face }: CellProps): JSX.Element {
  const { candidate, size, placement } = face
  const { item, isMissing, isFilm, label } = candidate
  // After a press by the pointer the keys go on being about the picture, and not about its stars.
  const goBack = (event: MouseEvent<HTMLElement>): void => {
    const button = event.currentTarget.parentElement?.querySelector('button')
    if (event.detail > 0) requestAnimationFrame(() => button?.focus())
  }
  return (
    <div className={cx(styles.cell, item?.flag === 'reject' && styles.rejected)} style={{ width: cell.width }}>
      <button
        ref={ref}
        type="button"
        className={styles.face}
        style={{ height: cell.height }}
        data-place={place}
        aria-current={isFocused || undefined}
        aria-label={labelOf(candidate, size, place, count)}
        tabIndex={isFocused ? 0 : -1}
        onFocus={onFocus}
        // A press on a Mac gives a button no focus.
        onClick={({ currentTarget }) => currentTarget.focus()}
      >
        {isMissing ? (
          <Missing message={t('File missing')} />
        ) : isFilm ? (
          <FilmFace {...face} />
        ) : (
          <Face key={candidate.key} {...face} />
        )}
        {/* Its name stands under it. */}
        {(isFilm || item === null || label !== apart(item.name)) && (
          <span className={cx(pictures.plate, styles.plate)}>
            {isFilm && <Film size={12} strokeWidth={1.75} aria-hidden />}
            <span className="cut-end">{isFilm ? t('{label}, first frame', { label }) : label}</span>
          </span>
        )}
      </button>
      {/* Not a part of the name: the same stands in it. */}
      <div className={styles.foot} data-keeps="" onClickCapture={goBack}>
        <span className={cx('strong cut-end', styles.name)}>{item ? <FileName name={item.name} /> : label}</span>
        <span className={cx('hint nowrap', styles.size)}>{dimensions(size.width, size.height)}</span>
        <span className="figure hint nowrap">{percent(placement.scale * 100)}</span>
        {item && (
          <span className={cx('row push', styles.marks)}>
            <Flags flag={item.flag} onFlag={(flag) => void flagOne(item, flag)} />
            <Stars rating={item.rating} onRate={(rating) => void rateOne(item, rating)} />
          </span>
        )}
      </div>
    </div>
  )
}

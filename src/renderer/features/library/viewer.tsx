import { ChevronLeft, ChevronRight, Columns2, PanelRight, X } from 'lucide-react'
import { type JSX, useCallback, useEffect, useRef, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { Button } from '../../components/button.tsx'
import { FileName } from '../../components/file-name.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import pane from '../../components/pane.module.css'
import pictures from '../../components/picture.module.css'
import { Range } from '../../components/range.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { StagePicture } from '../../components/stage-picture.tsx'
import { colourOf, type Surround, SurroundPicker } from '../../components/surround-picker.tsx'
import { cx } from '../../format/cx.ts'
import { dimensions, figure } from '../../format/format.ts'
import { apart, isRtl, t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { usePictureKeys } from '../../hooks/use-picture-keys.ts'
import { useReceipt } from '../../hooks/use-receipt.ts'
import { useSize } from '../../hooks/use-size.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { placementOn } from '../compare/geometry.ts'
import { comparablesOf, type Other, othersOf, type Way, ways, wayWords } from './compared.ts'
import { FilmPlayer } from './film.tsx'
import { Filmstrip } from './filmstrip.tsx'
import { Layers } from './layers.tsx'
import { OtherPicker } from './other-picker.tsx'
import { type Stage, useStage } from './use-stage.ts'
import styles from './viewer.module.css'

const panStep = 60
const lineStep = 0.02

interface ViewerProps {
  asset: LibraryItem
  /** Its place in the list; null for a picture that the list does not hold. */
  index: number | null
  /** Whether the pane beside it is there; hidden, the picture has its width. */
  detailsShown: boolean
  onDetails: () => void
  onTrash: () => void
}

function ZoomTools({ stage }: { stage: Stage }): JSX.Element {
  const { scale } = stage.placement
  const percent = `${Math.round(scale * 100)} %`
  return (
    <>
      <Button look="quiet" small aria-pressed={stage.fitted} onClick={stage.fit}>
        {t('Fit')}
      </Button>
      <Button look="quiet" small aria-pressed={!stage.fitted && scale === 1} onClick={() => stage.zoomTo(1)}>
        100 %
      </Button>
      <span className="row not-narrow">
        <Range
          label={t('Zoom')}
          min={-4}
          max={4}
          step={0.05}
          value={Math.log2(scale)}
          valueText={percent}
          onChange={(value) => stage.zoomTo(2 ** value)}
        />
      </span>
      <span className="figure" style={{ width: 48, textAlign: 'end' }}>
        {percent}
      </span>
    </>
  )
}

/** What the open picture is laid beside, and how: the user's choice holds for the next picture that has the like. */
function useComparing(asset: LibraryItem): {
  others: Other[]
  other: Other | null
  way: Way
  setWay: (way: Way) => void
  setOther: (id: string) => void
} {
  const { receipt } = useReceipt(asset.requestId)
  const [wanted, setOther] = useState<string | null>(null)
  const [way, setWay] = useState<Way>('off')
  const others = asset.mediaType === 'image' ? othersOf(asset, receipt) : []
  const other = others.find(({ id }) => id === wanted) ?? others[0] ?? null
  return { others, other, way: other === null ? 'off' : way, setWay, setOther }
}

/** One picture large: fitted or pixel for pixel, beside another, or a video frame by frame. */
export function Viewer({ asset, index, detailsShown, onDetails, onTrash }: ViewerProps): JSX.Element {
  const stageRef = useRef<HTMLElement>(null)
  const closeRef = useRef<HTMLButtonElement>(null)
  const [surround, setSurround] = useState<Surround>('bench')
  const [broken, setBroken] = useState<string | null>(null)
  const [line, setLine] = useState(0.5)
  const [found, setFound] = useState<{ src: string; size: { width: number; height: number } } | null>(null)
  const [peeks, setPeeks] = useState(false)
  const total = useLibrary((library) => library.total)
  const choose = useLibrary((library) => library.choose)
  const closeViewer = (): void => {
    useView.getState().closeViewer()
    // What was looked at from elsewhere is over; the choice in the list is what it was.
    if (index === null && useView.getState().screen === 'library') useView.getState().chooseAsset(null)
  }
  const size = { id: asset.id, width: asset.width ?? 1024, height: asset.height ?? 1024 }
  const { others, other, way, setWay, setOther } = useComparing(asset)
  const stage = useStage(stageRef, size)
  const { width } = useSize(stageRef)
  const { placement } = stage
  const isFilm = asset.mediaType === 'video'

  const isOpener = useCallback((button: Element): boolean => button === closeRef.current, [])
  useEffect(() => closeRef.current?.focus(), [])
  useEffect(() => {
    const release = (event: KeyboardEvent): void => {
      if (event.key === ' ') setPeeks(false)
    }
    window.addEventListener('keyup', release)
    return () => window.removeEventListener('keyup', release)
  }, [])

  const goTo = (place: number): void => {
    if (place >= 0 && place < total) choose([[place, place + 1]], place, place)
  }
  const turn = (by: number): void => {
    if (index !== null) goTo(index + by)
  }
  const aside = (by: -1 | 1): void => {
    if (way === 'slide') setLine((old) => Math.min(1, Math.max(0, old + by * lineStep)))
    else stage.pan(-by * panStep, 0)
  }
  const compare = (): void => useView.getState().openCompare(comparablesOf(asset, others))
  usePictureKeys(isOpener, {
    Escape: closeViewer,
    ArrowLeft: (event) => (event.shiftKey ? aside(-1) : turn(isRtl() ? 1 : -1)),
    ArrowRight: (event) => (event.shiftKey ? aside(1) : turn(isRtl() ? -1 : 1)),
    ArrowUp: () => stage.pan(0, panStep),
    ArrowDown: () => stage.pan(0, -panStep),
    '+': () => stage.zoomTo(placement.scale * 1.25),
    '=': () => stage.zoomTo(placement.scale * 1.25),
    '-': () => stage.zoomTo(placement.scale / 1.25),
    '0': stage.fit,
    '1': () => stage.zoomTo(1),
    c: () => other !== null && setWay(way === 'off' ? 'slide' : 'off'),
    C: compare,
    i: onDetails,
    Delete: onTrash,
    ...(other === null ? {} : { ' ': () => setPeeks(true) }),
  })
  const missing = !asset.present || broken === asset.id
  const otherSize = found !== null && found.src === other?.src ? found.size : null
  const picture = {
    src: asset.full,
    alt: apart(asset.title),
    size,
    placement,
    checker: asset.hasAlpha && surround === 'bench',
    onError: () => setBroken(asset.id),
  }
  // Of its own shape, on the open one: until that is known it is loaded, and not seen.
  const theirs = other && {
    src: other.src,
    alt: other.label,
    size: otherSize ?? size,
    placement: placementOn(placement, size, otherSize ?? size),
    checker: other.hasAlpha && surround === 'bench',
    isHidden: otherSize === null,
    onLoad: ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
      setFound({ src: other.src, size: { width: naturalWidth, height: naturalHeight } }),
  }
  return (
    <div className={styles.viewer}>
      <div className={pane.toolbar}>
        <Button ref={closeRef} look="quiet" small onClick={closeViewer}>
          <X size={14} strokeWidth={1.75} aria-hidden />
          {t('Close')}
        </Button>
        <span className={pane.divider} />
        <h1 className="strong cut-end">
          <FileName name={asset.name} />
        </h1>
        {index !== null && (
          <span className="hint nowrap not-narrow">
            {t('{place} of {total}', { place: figure(index + 1), total: figure(total) })}
          </span>
        )}
        <span className="row push">
          {other !== null && (
            <>
              <OtherPicker others={others} other={other} onChoose={setOther} />
              <Segmented
                label={t('Compare')}
                options={ways.map((value) => ({ value, label: wayWords()[value] }))}
                value={way}
                onChoose={setWay}
              />
              <Button look="quiet" small aria-label={t('Compare side by side')} onClick={compare}>
                <Columns2 size={14} strokeWidth={1.75} aria-hidden />
                <span className="not-narrow">{t('Side by side')}</span>
              </Button>
              <span className={cx(pane.divider, 'not-narrow')} />
            </>
          )}
          {!isFilm && <ZoomTools stage={stage} />}
        </span>
        {!isFilm && (
          <>
            <span className={cx(pane.divider, 'not-narrow')} />
            <span className="not-narrow row">
              <SurroundPicker value={surround} onChoose={setSurround} />
            </span>
          </>
        )}
        <Button
          look="quiet"
          small
          square
          aria-label={t('Details')}
          title={t('Details (I)')}
          aria-pressed={detailsShown}
          onClick={onDetails}
        >
          <PanelRight className="points" size={16} strokeWidth={1.6} aria-hidden />
        </Button>
      </div>
      <figure
        ref={stageRef}
        className={cx(styles.stage, surround === 'squares' && pictures.checker)}
        style={{ backgroundColor: colourOf(surround) }}
      >
        <figcaption className="sr-only" aria-live="polite">
          {t('{title}, {size}', {
            title: asset.title,
            size: dimensions(asset.width, asset.height) ?? t('size unknown'),
          })}
        </figcaption>
        {missing && (
          <p className={styles.readout}>
            <span className={styles.plateWords}>
              {asset.present
                ? t('This file can’t be previewed. It is saved at {path}, and its receipt is kept.', {
                    path: asset.path,
                  })
                : t('The file was not found at {path}. Its receipt is kept.', { path: asset.path })}
            </span>
          </p>
        )}
        {!missing && isFilm && <FilmPlayer key={asset.id} asset={asset} onBroken={() => setBroken(asset.id)} />}
        {!missing && !isFilm && theirs !== null && peeks && <StagePicture key="other" {...theirs} />}
        {!missing && !isFilm && (other === null || way === 'off') && !peeks && (
          <StagePicture key={asset.id} {...picture} />
        )}
        {!missing && !isFilm && other !== null && theirs !== null && way !== 'off' && !peeks && (
          <Layers
            key={`${asset.id} ${other.id}`}
            way={way}
            other={other}
            mine={picture}
            theirs={theirs}
            width={width}
            line={line}
            onLine={setLine}
          />
        )}
        <Turns index={index} total={total} onTurn={turn} />
      </figure>
      {!isFilm && <Keys comparing={other !== null} />}
      {index !== null && <Filmstrip index={index} total={total} onChoose={goTo} />}
    </div>
  )
}

function Turns({
  index,
  total,
  onTurn,
}: {
  index: number | null
  total: number
  onTurn: (by: -1 | 1) => void
}): JSX.Element {
  const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const
  return (
    <>
      <button
        type="button"
        className={styles.turn}
        style={{ insetInlineStart: 12 }}
        aria-label={t('Previous picture')}
        disabled={index === null || index <= 0}
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft className="points" {...icon} />
      </button>
      <button
        type="button"
        className={styles.turn}
        style={{ insetInlineEnd: 12 }}
        aria-label={t('Next picture')}
        disabled={index === null || index >= total - 1}
        onClick={() => onTurn(1)}
      >
        <ChevronRight className="points" {...icon} />
      </button>
    </>
  )
}

function Keys({ comparing }: { comparing: boolean }): JSX.Element {
  return (
    <p className={cx(styles.keys, 'hint not-narrow')}>
      {comparing && (
        <>
          {rich('<key></key> hold for the other', { key: () => <KeyHint keys="Space" /> })}{' '}
          {rich('<key></key> compare', { key: () => <KeyHint keys="C" /> })}{' '}
        </>
      )}
      {rich('<key></key> next picture', { key: () => <KeyHint keys="← →" /> })}{' '}
      {rich('<key></key> zoom', { key: () => <KeyHint keys="+ −" /> })}{' '}
      {rich('<key></key> fit', { key: () => <KeyHint keys="0" /> })}{' '}
      {rich('<key></key> actual size', { key: () => <KeyHint keys="1" /> })}{' '}
      {rich('<key></key> details', { key: () => <KeyHint keys="I" /> })}
    </p>
  )
}

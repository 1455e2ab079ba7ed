import { type JSX, useEffect, useRef, useState } from 'react'
import { BarClose } from '../../components/bar-close.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import pane from '../../components/pane.module.css'
import pictures from '../../components/picture.module.css'
import { Segmented } from '../../components/segmented.tsx'
import { colourOf, type Surround, SurroundPicker } from '../../components/surround-picker.tsx'
import { ZoomButtons } from '../../components/zoom-buttons.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { usePictureKeys } from '../../hooks/use-picture-keys.ts'
import { useSize } from '../../hooks/use-size.ts'
import { type Comparable, useView } from '../../stores/view-store.ts'
import styles from './compare.module.css'
import { CompareCell } from './compare-cell.tsx'
import { arranged, measuresOf, type PictureSize, placementIn, type ScaleMatch } from './geometry.ts'
import { type Candidate, useCandidates } from './use-candidates.ts'
import { useCompareKeys } from './use-compare-keys.ts'
import { useSight } from './use-sight.ts'

const gap = 6
/** Under each picture: its name and its marks. */
const footHeight = 36
/** Until something says how large a picture is. */
const unknown: PictureSize = { width: 1500, height: 1000 }

/** Two to four pictures beside each other, moved and zoomed in step. */
export function CompareScreen({ compared }: { compared: readonly Comparable[] }): JSX.Element {
  const candidates = useCandidates(compared)
  const close = useView((view) => view.closeCompare)
  if (candidates === null) return <Reading onClose={close} />
  return <Compared key={candidates.map(({ key }) => key).join(' ')} candidates={candidates} onClose={close} />
}

const noButton = (): boolean => false

/** There is a way back before anything is there to compare. */
function Reading({ onClose }: { onClose: () => void }): JSX.Element {
  usePictureKeys(noButton, { Escape: onClose })
  return <section className={styles.screen} aria-label={t('Compare')} />
}

interface CompareBarProps {
  count: number
  match: ScaleMatch
  onMatch: (match: ScaleMatch) => void
  shared: ReturnType<typeof useSight>
  /** At which the picture with the keyboard is pixel for pixel. */
  ownScale: number
  surround: Surround
  onSurround: (surround: Surround) => void
  onClose: () => void
}

function CompareBar(props: CompareBarProps): JSX.Element {
  const { count, match, onMatch, shared, ownScale, surround, onSurround, onClose } = props
  const isOwn = !shared.isFitted && Math.abs(shared.sight.scale - ownScale) < 0.001
  return (
    <div className={pane.toolbar}>
      <BarClose onClose={onClose} />
      <h1 className="title cut-end">{t('Compare {count, plural, one {# picture} other {# pictures}}', { count })}</h1>
      <span className="row push">
        <Segmented
          label={t('Scale')}
          options={[
            { value: 'frame', label: t('Same size') },
            { value: 'pixels', label: t('Same pixels') },
          ]}
          value={match}
          onChoose={onMatch}
        />
        <span className={pane.divider} />
        <ZoomButtons
          isFitted={shared.isFitted}
          isOwn={isOwn}
          onFit={shared.fit}
          onOwn={() => shared.zoomTo(ownScale)}
        />
        <span className={cx(pane.divider, 'not-narrow')} />
        <span className="not-narrow row">
          <SurroundPicker value={surround} onChoose={onSurround} />
        </span>
      </span>
    </div>
  )
}

function Compared({ candidates, onClose }: { candidates: readonly Candidate[]; onClose: () => void }): JSX.Element {
  const bench = useRef<HTMLDivElement>(null)
  const faces = useRef<(HTMLButtonElement | null)[]>([])
  const [match, setMatch] = useState<ScaleMatch>('frame')
  const [surround, setSurround] = useState<Surround>('bench')
  const [focused, setFocused] = useState(0)
  // As they came out when they were decoded: what was written down may be wrong, or was not known.
  const [found, setFound] = useState<ReadonlyMap<string, PictureSize>>(new Map())
  const { width, height } = useSize(bench)
  const sizes = candidates.map(({ key, size }) => found.get(key) ?? size ?? unknown)
  const area = { width, height: height - footHeight }
  const { columns, cell } = arranged(area, { width: gap, height: gap + footHeight }, sizes, match)
  const shared = useSight(bench, { key: match, cell, sizes, match })
  const measures = measuresOf(sizes, match)
  const ownScale = 1 / (measures[focused] ?? 1)
  const focus = (place: number): void => faces.current[place]?.focus()
  const isDrawn = width > 0
  useEffect(() => {
    if (isDrawn) faces.current[0]?.focus()
  }, [isDrawn])
  useCompareKeys({ candidates, focused, focus, columns, shared, ownScale, onClose })
  return (
    <section className={styles.screen} aria-label={t('Compare')}>
      <CompareBar
        count={candidates.length}
        match={match}
        onMatch={setMatch}
        shared={shared}
        ownScale={ownScale}
        surround={surround}
        onSurround={setSurround}
        onClose={onClose}
      />
      <div
        ref={bench}
        className={cx(styles.bench, surround === 'squares' && pictures.checker)}
        style={{ backgroundColor: colourOf(surround), gap, gridTemplateColumns: `repeat(${columns}, ${cell.width}px)` }}
      >
        {isDrawn &&
          candidates.map((candidate, place) => {
            const size = sizes[place] ?? unknown
            return (
              <CompareCell
                key={candidate.key}
                ref={(face) => {
                  faces.current[place] = face
                }}
                candidate={candidate}
                cell={cell}
                size={size}
                placement={placementIn(cell, size, measures[place] ?? 1, shared.sight)}
                checker={candidate.hasAlpha && surround === 'bench'}
                place={place}
                count={candidates.length}
                isFocused={place === focused}
                onFocus={() => setFocused(place)}
                onSize={(came) => setFound((old) => new Map(old).set(candidate.key, came))}
              />
            )
          })}
        {candidates.length < 2 && (
          <p className={styles.none}>{t('Fewer than two of these pictures are still in the library.')}</p>
        )}
      </div>
      <Keys />
    </section>
  )
}

const hint = (keys: string) => () => <KeyHint keys={keys} />

/** In a line of their own: no help lies over a picture. */
const Keys = (): JSX.Element => (
  <p className={cx(styles.keys, 'hint')}>
    <span className="nowrap">{rich('<key></key> another picture', { key: hint('← →') })}</span>
    <span className="nowrap">{rich('<key></key> pick', { key: hint('P') })}</span>
    <span className="nowrap">{rich('<key></key> reject', { key: hint('X') })}</span>
    <span className="nowrap">{rich('<key></key> stars', { key: hint('0 … 5') })}</span>
    <span className="nowrap">{rich('<key></key> left or right is better', { key: hint('⇧ ← →') })}</span>
    <span className="nowrap">{rich('<key></key> actual size', { key: hint('Z') })}</span>
    <span className="nowrap">{rich('<key></key> zoom', { key: hint('+ −') })}</span>
    <span className="nowrap">{rich('<key></key> move', { key: hint('Alt ← →') })}</span>
  </p>
)

import { type CSSProperties, type JSX, type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import pictures from '../../components/picture.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import type { Other, Way } from './compared.ts'
import type { Placement } from './use-stage.ts'
import styles from './viewer.module.css'

interface PictureProps {
  src: string
  alt: string
  size: { width: number; height: number }
  placement: Placement
  checker: boolean
  onError?: () => void
  onLoad?: () => void
}

/** A picture where the stage has it; another one's pixels are fitted into the same place. */
export function StagePicture({ src, alt, size, placement, checker, onError, onLoad }: PictureProps): JSX.Element {
  const { scale, left, top } = placement
  return (
    <img
      className={cx(styles.full, checker && pictures.checker, scale > 2 && styles.sharp)}
      src={src}
      alt={alt}
      width={size.width}
      height={size.height}
      draggable={false}
      style={{
        transform: `translate(${left}px, ${top}px) scale(${scale})`,
        // The squares stay as large on the screen, however far one zooms.
        backgroundSize: checker ? `${16 / scale}px ${16 / scale}px` : undefined,
      }}
      onError={onError}
      onLoad={onLoad}
    />
  )
}

interface LayersProps {
  way: Exclude<Way, 'off'>
  other: Other
  mine: PictureProps
  /** Width of the stage. */
  width: number
  /** Where the line stands, as a part of the picture's width. */
  line: number
  onLine: (line: number) => void
  /** Squares behind what is transparent: not where the whole surround has them. */
  squares: boolean
}

const blinkMs = 900

/** Turns over and over, slowly enough for every eye; still where motion is not wanted. */
function useBlink(on: boolean): boolean {
  const [isOther, setIsOther] = useState(false)
  useEffect(() => {
    if (!on || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setIsOther((old) => !old), blinkMs)
    return () => clearInterval(timer)
  }, [on])
  return on && isOther
}

/** Two pictures at once: a line between them, one beside the other, or one after the other. */
export function Layers({ way, other, mine, width, line, onLine, squares }: LayersProps): JSX.Element {
  const theirs = { ...mine, src: other.src, alt: other.words, checker: squares && other.hasAlpha }
  const showsOther = useBlink(way === 'blink')
  const { placement, size } = mine
  if (way === 'side') {
    const half = { ...placement, left: placement.left - width / 4 }
    return (
      <>
        <div className={cx(styles.layer, styles.halfStart)}>
          <StagePicture {...theirs} placement={half} />
          <Plate words={other.words} />
        </div>
        <div className={cx(styles.layer, styles.halfEnd)}>
          <StagePicture {...mine} placement={half} />
          <Plate words={other.mine} end />
        </div>
      </>
    )
  }
  if (way === 'blink')
    return (
      <>
        <div className={styles.layer} style={{ visibility: showsOther ? 'visible' : 'hidden' }}>
          <StagePicture {...theirs} />
        </div>
        <div className={styles.layer} style={{ visibility: showsOther ? 'hidden' : 'visible' }}>
          <StagePicture {...mine} />
        </div>
        <Plate words={showsOther ? other.words : other.mine} />
      </>
    )
  const wide = size.width * placement.scale
  const x = placement.left + wide * line
  // Over a picture too narrow for both plates they stand in the corners of the stage.
  const [left, right, top] = wide < 360 ? [0, 0, 0] : [placement.left, width - placement.left - wide, placement.top]
  return (
    <>
      <div className={styles.layer} style={{ clipPath: `inset(0 calc(100% - ${x}px) 0 0)` }}>
        <StagePicture {...theirs} />
      </div>
      <div className={styles.layer} style={{ clipPath: `inset(0 0 0 ${x}px)` }}>
        <StagePicture {...mine} />
      </div>
      <Plate words={other.words} at={{ left: Math.max(12, left + 10), top: Math.max(12, top + 10) }} />
      <Plate words={other.mine} at={{ right: Math.max(12, right + 10), top: Math.max(12, top + 10) }} />
      <Line
        x={x}
        line={line}
        onLine={onLine}
        from={placement.left}
        wide={wide}
        words={t('{words} to {mine}', { words: other.words, mine: other.mine })}
      />
    </>
  )
}

function Plate({ words, end = false, at }: { words: string; end?: boolean; at?: CSSProperties }): JSX.Element {
  return (
    <span
      className={cx(pictures.plate, styles.plate, 'cut-end')}
      style={at ?? (end ? { right: 12, top: 12 } : { left: 12, top: 12 })}
    >
      {words}
    </span>
  )
}

interface LineProps {
  x: number
  line: number
  onLine: (line: number) => void
  from: number
  wide: number
  words: string
}

const held = (line: number): number => Math.min(1, Math.max(0, line))

function Line({ x, line, onLine, from, wide, words }: LineProps): JSX.Element {
  const drag = (event: PointerEvent): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    event.stopPropagation()
    const stage = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0
    onLine(held((event.clientX - stage - from) / wide))
  }
  const press = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowLeft: -0.02, ArrowRight: 0.02, Home: -1, End: 1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onLine(held(line + step))
  }
  return (
    <div
      className={styles.line}
      style={{ left: x }}
      role="slider"
      tabIndex={0}
      aria-label={words}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(line * 100)}
      aria-valuetext={`${Math.round(line * 100)} %`}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <span className={styles.grip} aria-hidden="true">
        ‹›
      </span>
    </div>
  )
}

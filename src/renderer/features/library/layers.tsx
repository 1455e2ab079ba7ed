import { type CSSProperties, type JSX, type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import pictures from '../../components/picture.module.css'
import { StagePicture, type StagePictureProps } from '../../components/stage-picture.tsx'
import { cx } from '../../format/cx.ts'
import { percent } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import type { Other, Way } from './compared.ts'
import styles from './viewer.module.css'

interface LayersProps {
  way: Exclude<Way, 'off'>
  other: Other
  mine: StagePictureProps
  /** The other one, in its own shape. */
  theirs: StagePictureProps
  /** Width of the stage. */
  width: number
  /** Where the line stands, as a part of what both cover. */
  line: number
  onLine: (line: number) => void
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

/** What a picture covers, across. */
const spanOf = ({ placement, size }: StagePictureProps): [number, number] => [
  placement.left,
  placement.left + size.width * placement.scale,
]

/** Two pictures at once: a line between them, or one after the other. */
export function Layers({ way, other, mine, theirs, width, line, onLine }: LayersProps): JSX.Element {
  const showsOther = useBlink(way === 'blink')
  if (way === 'blink')
    return (
      <>
        <div className={styles.layer} style={{ visibility: showsOther ? 'visible' : 'hidden' }}>
          <StagePicture {...theirs} />
        </div>
        <div className={styles.layer} style={{ visibility: showsOther ? 'hidden' : 'visible' }}>
          <StagePicture {...mine} />
        </div>
        <Plate label={showsOther ? other.label : other.mine} />
      </>
    )
  const spans = [spanOf(mine), spanOf(theirs)]
  const from = Math.min(...spans.map(([start]) => start))
  const wide = Math.max(...spans.map(([, end]) => end)) - from
  const x = from + wide * line
  // Over pictures too narrow for both plates they stand in the corners of the stage.
  const [left, right, top] =
    wide < 360 ? [0, 0, 0] : [from, width - from - wide, Math.min(mine.placement.top, theirs.placement.top)]
  return (
    <>
      <div className={styles.layer} style={{ clipPath: `inset(0 calc(100% - ${x}px) 0 0)` }}>
        <StagePicture {...theirs} />
      </div>
      <div className={styles.layer} style={{ clipPath: `inset(0 0 0 ${x}px)` }}>
        <StagePicture {...mine} />
      </div>
      <Plate label={other.label} at={{ left: Math.max(12, left + 10), top: Math.max(12, top + 10) }} />
      <Plate label={other.mine} at={{ right: Math.max(12, right + 10), top: Math.max(12, top + 10) }} />
      <Line
        x={x}
        line={line}
        onLine={onLine}
        from={from}
        wide={wide}
        label={t('{label} to {mine}', { label: other.label, mine: other.mine })}
      />
    </>
  )
}

const corner: CSSProperties = { left: 12, top: 12 }

function Plate({ label, at = corner }: { label: string; at?: CSSProperties }): JSX.Element {
  return (
    <span className={cx(pictures.plate, styles.plate, 'cut-end')} style={at}>
      {label}
    </span>
  )
}

interface LineProps {
  x: number
  line: number
  onLine: (line: number) => void
  from: number
  wide: number
  label: string
}

const held = (line: number): number => Math.min(1, Math.max(0, line))

function Line({ x, line, onLine, from, wide, label }: LineProps): JSX.Element {
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
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(line * 100)}
      aria-valuetext={percent(line * 100)}
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

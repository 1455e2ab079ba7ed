import { type CSSProperties, type JSX, type PointerEvent, type RefObject, useRef } from 'react'
import pictures from '../../components/picture.module.css'
import { colourOf, type Surround } from '../../components/surround-picker.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import type { PictureSize } from '../compare/geometry.ts'
import type { Stage } from '../library/use-stage.ts'
import { drawnScale } from './preview.ts'
import styles from './touch-up.module.css'
import type { BrushPoint, Drawing } from './use-drawing.ts'

interface StageProps {
  stageRef: RefObject<HTMLButtonElement | null>
  canvasRef: RefObject<HTMLCanvasElement | null>
  stage: Stage
  size: PictureSize
  surround: Surround
  brush: BrushPoint
  radius: number
  onBrush: (at: BrushPoint) => void
  drawing: Drawing
  /** What is said of it where it is not seen. */
  label: string
  peeks: boolean
}

/** The picture under the brush. A drag paints; with Alt, with the middle button, or beside the picture it moves that. */
export function TouchUpStage(props: StageProps): JSX.Element {
  const { stageRef, canvasRef, stage, size, surround, brush, radius, onBrush, drawing, label, peeks } = props
  const pans = useRef(false)
  const { scale, left, top } = stage.placement
  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): BrushPoint => {
    const box = stageRef.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: (clientX - box.left - left) / scale, y: (clientY - box.top - top) / scale }
  }
  const press = (event: PointerEvent<HTMLCanvasElement>): void => {
    pans.current = event.button === 1 || event.altKey
    if (event.button > 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    // A press on a Mac gives a button no focus.
    stageRef.current?.focus()
    if (!pans.current) drawing.begin(pointAt(event))
  }
  const move = (event: PointerEvent<HTMLCanvasElement>): void => {
    onBrush(pointAt(event))
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    if (pans.current) stage.pan(event.movementX, event.movementY)
    else for (const each of event.nativeEvent.getCoalescedEvents()) drawing.to(pointAt(each))
  }
  const checker = surround === 'bench'
  const own = scale / drawnScale(size)
  const ring: CSSProperties = {
    width: 2 * radius * scale,
    height: 2 * radius * scale,
    transform: `translate(${left + (brush.x - radius) * scale}px, ${top + (brush.y - radius) * scale}px)`,
  }
  return (
    <button
      ref={stageRef}
      type="button"
      className={cx(styles.stage, surround === 'squares' && pictures.checker)}
      style={{ backgroundColor: colourOf(surround) }}
      aria-label={label}
      data-stage=""
    >
      <canvas
        ref={canvasRef}
        className={cx(styles.picture, checker && pictures.checker, own > 2 && styles.sharp)}
        style={{
          transform: `translate(${left}px, ${top}px) scale(${own})`,
          // The squares stay as large on the screen, however far one zooms.
          backgroundSize: checker ? `${16 / own}px ${16 / own}px` : undefined,
        }}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={drawing.end}
        onPointerCancel={drawing.end}
        onLostPointerCapture={drawing.end}
      />
      <span className={styles.ring} style={ring} aria-hidden />
      {peeks && <span className={cx(pictures.plate, styles.plate)}>{t('Before')}</span>}
    </button>
  )
}

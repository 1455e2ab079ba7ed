import { type JSX, useEffect, useRef, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { brushRadii } from '../../../domain/touch-up/stroke.ts'
import { callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { BarClose } from '../../components/bar-close.tsx'
import { Button } from '../../components/button.tsx'
import { FileName } from '../../components/file-name.tsx'
import pane from '../../components/pane.module.css'
import { edgeSurrounds, type Surround, SurroundPicker } from '../../components/surround-picker.tsx'
import { ZoomButtons } from '../../components/zoom-buttons.tsx'
import { cx } from '../../format/cx.ts'
import { percent } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { useBusy } from '../../hooks/use-busy.ts'
import { usePictureKeys } from '../../hooks/use-picture-keys.ts'
import { useSize } from '../../hooks/use-size.ts'
import { useView } from '../../stores/view-store.ts'
import { useStage } from '../library/use-stage.ts'
import styles from './touch-up.module.css'
import { TouchUpStage } from './touch-up-stage.tsx'
import { modeHint, modeWords, TouchUpKeys, TouchUpTools } from './touch-up-tools.tsx'
import { type BrushPoint, type BrushTool, useDrawing } from './use-drawing.ts'
import { usePreview } from './use-preview.ts'
import { useStrokes } from './use-strokes.ts'
import { useTouchUpKeys } from './use-touch-up-keys.ts'

const noButton = (): boolean => false

/** The edge of one cutout, mended by hand. */
export function TouchUpScreen({ id }: { id: string }): JSX.Element {
  const [item, setItem] = useState<LibraryItem | null>(null)
  const close = useView((view) => view.closeTouchUp)
  useEffect(() => {
    let current = true
    void callMain('library.get', { id }).then((answer) => {
      if (current && answer) setItem(answer.value)
      if (current && !answer) close()
    })
    return () => {
      current = false
    }
  }, [id, close])
  if (item === null) return <Reading onClose={close} />
  return <TouchUpBench key={id} item={item} onClose={close} />
}

/** There is a way back before anything is there to touch up. */
function Reading({ onClose }: { onClose: () => void }): JSX.Element {
  usePictureKeys(noButton, { Escape: onClose })
  return <section className={styles.screen} aria-label={t('Touch up')} />
}

/** A brush of about a fortieth of the picture. */
const firstTool = ({ width, height }: { width: number; height: number }): BrushTool => ({
  mode: 'erase',
  radius: Math.max(4, Math.round(Math.max(width, height) / 80)),
  hardness: 0.8,
})

function TouchUpBench({ item, onClose }: { item: LibraryItem; onClose: () => void }): JSX.Element {
  const stageRef = useRef<HTMLButtonElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const size = { width: item.width ?? 1024, height: item.height ?? 1024 }
  const most = Math.min(brushRadii.most, Math.max(size.width, size.height) / 2)
  const [tool, setTool] = useState(() => firstTool(size))
  const [brush, setBrush] = useState<BrushPoint>({ x: size.width / 2, y: size.height / 2 })
  const [surround, setSurround] = useState<Surround>('bench')
  const [peeks, setPeeks] = useState(false)
  const [busy, during] = useBusy()
  const stage = useStage(stageRef, { id: item.id, ...size }, 'canvas')
  const room = useSize(stageRef)
  const shown = usePreview(canvasRef, item)
  const strokes = useStrokes(item.id)
  const isReady = shown !== null && shown !== 'broken' && strokes.isRead
  const preview = isReady ? shown.preview : null
  const drawing = useDrawing(busy ? null : preview, tool, strokes)
  const drawn = strokes.strokes
  useEffect(() => preview?.redraw(drawn), [preview, drawn])
  useEffect(() => preview?.showBefore(peeks), [preview, peeks])
  useEffect(() => stageRef.current?.focus(), [])

  const moveBrush = (across: number, down: number): void => {
    const to = {
      x: Math.min(size.width, Math.max(0, brush.x + across)),
      y: Math.min(size.height, Math.max(0, brush.y + down)),
    }
    setBrush(to)
    drawing.to(to)
    const { scale, left, top } = stage.placement
    const beyond = (at: number, edge: number): number => at - Math.min(Math.max(at, 16), Math.max(16, edge - 16))
    const [x, y] = [beyond(left + to.x * scale, room.width), beyond(top + to.y * scale, room.height)]
    if (x !== 0 || y !== 0) stage.pan(-x, -y)
    useNotices.getState().announce(t('Brush at {x}, {y}', { x: Math.round(to.x), y: Math.round(to.y) }))
  }
  const save = (): void => {
    if (!isReady || busy || drawn.length === 0) return
    void during(async () => {
      const answer = await callMain('library.touchUp', { id: item.id, strokes: drawn, keptFrom: shown.keptFrom })
      if (!answer) return
      strokes.forget()
      const message = t('Saved as {name}. Free: nothing was charged.', { name: answer.value.name })
      useNotices.getState().say({ tone: 'plain', message })
      onClose()
      useView.getState().openAsset(answer.value.id)
    })
  }
  useTouchUpKeys({
    stage,
    drawing,
    strokes,
    moveBrush,
    press: () => drawing.begin(brush),
    setMode: (mode) => setTool((old) => ({ ...old, mode })),
    resize: (factor) =>
      setTool((old) => ({ ...old, radius: Math.min(most, Math.max(brushRadii.least, old.radius * factor)) })),
    soften: (by) => setTool((old) => ({ ...old, hardness: Math.min(1, Math.max(0, old.hardness - by)) })),
    setPeeks,
    onSave: save,
    onClose,
  })
  const label = t('{name}, {mode}, brush of {size} px. Arrow keys move it, Space paints.', {
    name: apart(item.name),
    mode: modeWords()[tool.mode],
    size: Math.round(2 * tool.radius),
  })
  return (
    <section className={styles.screen} aria-label={t('Touch up')} data-ready={isReady || undefined}>
      <div className={pane.toolbar}>
        <BarClose onClose={onClose} />
        <h1 className="title cut-end">{t('Touch up')}</h1>
        <span className="hint cut-end not-narrow">
          <FileName name={item.name} />
        </span>
        <span className="row push">
          <ZoomButtons
            isFitted={stage.fitted}
            isOwn={!stage.fitted && stage.placement.scale === 1}
            onFit={stage.fit}
            onOwn={() => stage.zoomTo(1)}
          />
          <span className={cx('figure', styles.figure)}>{percent(stage.placement.scale * 100)}</span>
          <span className={pane.divider} />
          <SurroundPicker of={edgeSurrounds} value={surround} onChoose={setSurround} />
          <span className={pane.divider} />
          <Button look="primary" small disabled={!isReady || busy || drawn.length === 0} onClick={save}>
            {busy ? t('Saving…') : t('Save as new picture')}
          </Button>
        </span>
      </div>
      <TouchUpTools tool={tool} onTool={setTool} most={most} strokes={strokes} />
      <TouchUpStage
        stageRef={stageRef}
        canvasRef={canvasRef}
        stage={stage}
        size={size}
        surround={surround}
        brush={brush}
        radius={tool.radius}
        onBrush={setBrush}
        drawing={drawing}
        label={label}
        peeks={peeks}
      />
      <p className={styles.foot} aria-live="polite">
        {shown === 'broken'
          ? t('This picture can’t be touched up here: it can’t be shown.')
          : shown !== null && (
              <>
                <span>{modeHint(tool.mode, shown)}</span>
                <span className="hint">
                  {t('Free, made on this computer. {name} stays as it is.', { name: item.name })}
                </span>
              </>
            )}
      </p>
      <TouchUpKeys />
    </section>
  )
}

import { ChevronLeft, ChevronRight, PanelRight, X } from 'lucide-react'
import { type JSX, useEffect, useRef, useState } from 'react'
import type { AssetView } from '../../../contract/views.ts'
import { Button } from '../../components/button.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import pane from '../../components/pane.module.css'
import pictures from '../../components/picture.module.css'
import { Range } from '../../components/range.tsx'
import { cx } from '../../lib/cx.ts'
import { dimensions, figure } from '../../lib/format.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { Filmstrip } from './filmstrip.tsx'
import styles from './library.module.css'
import { colourOf, type Surround, SurroundPicker } from './surround-picker.tsx'
import { useStage } from './use-stage.ts'
import { useViewerKeys } from './use-viewer-keys.ts'

const panStep = 60

interface ViewerProps {
  asset: AssetView
  index: number
  onDetails: () => void
  onTrash: () => void
}

/** One picture large: fitted or pixel for pixel, on a surround of the user's choice. */
export function Viewer({ asset, index, onDetails, onTrash }: ViewerProps): JSX.Element {
  const stageRef = useRef<HTMLElement>(null)
  const closeRef = useRef<HTMLButtonElement>(null)
  const [surround, setSurround] = useState<Surround>('bench')
  const [broken, setBroken] = useState<string | null>(null)
  const items = useLibrary((library) => library.items)
  const total = useLibrary((library) => library.total)
  const more = useLibrary((library) => library.more)
  const chooseAsset = useView((view) => view.chooseAsset)
  const closeViewer = useView((view) => view.closeViewer)
  const size = { id: asset.id, width: asset.width ?? 1024, height: asset.height ?? 1024 }
  const stage = useStage(stageRef, size)
  const { scale, left, top } = stage.placement

  useEffect(() => closeRef.current?.focus(), [])
  useEffect(() => {
    if (index > items.length - 20) void more()
  }, [index, items.length, more])

  const turn = (by: number): void => {
    const next = items[index + by]
    if (next) chooseAsset(next.id)
  }
  useViewerKeys({
    Escape: closeViewer,
    ArrowLeft: (event) => (event.shiftKey ? stage.pan(panStep, 0) : turn(-1)),
    ArrowRight: (event) => (event.shiftKey ? stage.pan(-panStep, 0) : turn(1)),
    ArrowUp: () => stage.pan(0, panStep),
    ArrowDown: () => stage.pan(0, -panStep),
    '+': () => stage.zoomTo(scale * 1.25),
    '=': () => stage.zoomTo(scale * 1.25),
    '-': () => stage.zoomTo(scale / 1.25),
    '0': stage.fit,
    '1': () => stage.zoomTo(1),
    Delete: onTrash,
  })
  const percent = `${Math.round(scale * 100)} %`
  const missing = !asset.present || broken === asset.id
  return (
    <div className={styles.viewer}>
      <div className={pane.toolbar}>
        <Button ref={closeRef} look="quiet" small onClick={closeViewer}>
          <X size={14} strokeWidth={1.75} aria-hidden />
          Close
        </Button>
        <span className={pane.divider} />
        <h1 className="strong cut-end">{asset.name}</h1>
        <span className="hint nowrap not-narrow">{`${figure(index + 1)} of ${figure(total)}`}</span>
        <span className="row push">
          <Button look="quiet" small aria-pressed={stage.fitted} onClick={stage.fit}>
            Fit
          </Button>
          <Button look="quiet" small aria-pressed={!stage.fitted && scale === 1} onClick={() => stage.zoomTo(1)}>
            100 %
          </Button>
          <Range
            label="Zoom"
            min={-4}
            max={4}
            step={0.05}
            value={Math.log2(scale)}
            words={percent}
            onChange={(value) => stage.zoomTo(2 ** value)}
          />
          <span className="figure" style={{ width: 48, textAlign: 'end' }}>
            {percent}
          </span>
        </span>
        <span className={cx(pane.divider, 'not-narrow')} />
        <span className="hint not-narrow">Surround</span>
        <SurroundPicker value={surround} onChoose={setSurround} />
        <Button look="quiet" small square className="only-narrow" aria-label="Details" onClick={onDetails}>
          <PanelRight size={16} strokeWidth={1.6} aria-hidden />
        </Button>
      </div>
      <figure
        ref={stageRef}
        className={cx(styles.stage, surround === 'squares' && pictures.checker)}
        style={{ backgroundColor: colourOf(surround) }}
      >
        <figcaption className="sr-only" aria-live="polite">
          {`${asset.title}, ${dimensions(asset.width, asset.height) ?? 'size not known'}, shown at ${percent}`}
        </figcaption>
        {missing ? (
          <p className={styles.readout}>
            <span className={styles.plateWords}>The file is no longer at {asset.path}. Its receipt is kept.</span>
          </p>
        ) : (
          <img
            key={asset.id}
            className={cx(
              styles.full,
              asset.hasAlpha && surround === 'bench' && pictures.checker,
              scale > 2 && styles.sharp,
            )}
            src={asset.full}
            alt={asset.title}
            width={size.width}
            height={size.height}
            draggable={false}
            style={{
              transform: `translate(${left}px, ${top}px) scale(${scale})`,
              // The squares stay as large on the screen, however far one zooms.
              backgroundSize: asset.hasAlpha ? `${16 / scale}px ${16 / scale}px` : undefined,
            }}
            onError={() => setBroken(asset.id)}
          />
        )}
        <button
          type="button"
          className={styles.turn}
          style={{ left: 12 }}
          aria-label="Previous picture"
          disabled={index <= 0}
          onClick={() => turn(-1)}
        >
          <ChevronLeft size={18} strokeWidth={1.6} aria-hidden />
        </button>
        <button
          type="button"
          className={styles.turn}
          style={{ right: 12 }}
          aria-label="Next picture"
          disabled={index >= items.length - 1}
          onClick={() => turn(1)}
        >
          <ChevronRight size={18} strokeWidth={1.6} aria-hidden />
        </button>
        <span className={cx(styles.keys, 'hint not-narrow')}>
          <span className={styles.plateWords}>
            <KeyHint keys="← →" /> next picture <KeyHint keys="+ −" /> zoom <KeyHint keys="0" /> fit{' '}
            <KeyHint keys="1" /> pixel for pixel
          </span>
        </span>
      </figure>
      <Filmstrip items={items} index={index} onChoose={chooseAsset} />
    </div>
  )
}

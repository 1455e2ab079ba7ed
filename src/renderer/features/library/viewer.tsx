import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type JSX, useRef, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { KeyHint } from '../../components/key-hint.tsx'
import type { Surround } from '../../components/surround-picker.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { useLibrary } from '../../stores/library-store.ts'
import { canTouchUp } from '../../stores/picture-acts.ts'
import { useView } from '../../stores/view-store.ts'
import { comparablesOf } from './compared.ts'
import { Filmstrip } from './filmstrip.tsx'
import { useComparing } from './use-comparing.ts'
import { useStage } from './use-stage.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import styles from './viewer.module.css'
import { ViewerBar } from './viewer-bar.tsx'
import { ViewerStage } from './viewer-stage.tsx'

interface ViewerProps {
  /** Null while it is still being read: one can go on, and back. */
  asset: LibraryItem | null
  /** Its place in the list; null for a picture that the list does not hold. */
  index: number | null
  /** Whether the pane beside it is there; hidden, the picture has its width. */
  detailsShown: boolean
  onDetails: () => void
  onTrash: () => void
}

/** One picture large: fitted or pixel for pixel, beside another, or a video frame by frame. */
export function Viewer({ asset, index, detailsShown, onDetails, onTrash }: ViewerProps): JSX.Element {
  const stageRef = useRef<HTMLElement>(null)
  const closeRef = useRef<HTMLButtonElement>(null)
  const [surround, setSurround] = useState<Surround>('bench')
  const [line, setLine] = useState(0.5)
  const total = useLibrary((library) => library.total)
  const choose = useLibrary((library) => library.choose)
  const size = { id: asset?.id ?? 'unread', width: asset?.width ?? 1024, height: asset?.height ?? 1024 }
  const comparing = useComparing(asset)
  const stage = useStage(stageRef, size)
  const isPicture = asset?.mediaType === 'image'

  const onClose = (): void => {
    useView.getState().closeViewer()
    // What was looked at from elsewhere is over; the choice in the list is what it was.
    if (index === null && useView.getState().screen === 'library') useView.getState().chooseAsset(null)
  }
  const goTo = (place: number): void => {
    if (place >= 0 && place < total) choose([[place, place + 1]], place, place)
  }
  const onTurn = (by: -1 | 1): void => {
    if (index !== null) goTo(index + by)
  }
  const onCompare = (): void => {
    if (asset !== null) useView.getState().openCompare(comparablesOf(asset, comparing.others))
  }
  const onTouchUp = (): void => {
    if (asset !== null && canTouchUp(asset)) useView.getState().openTouchUp(asset.id)
  }
  const acts = { onClose, onCompare, onDetails }
  const peeks = useViewerKeys(closeRef, { ...acts, stage, comparing, setLine, onTurn, onTouchUp, onTrash })
  const bar = { asset, index, total, stage, comparing, surround, detailsShown }
  return (
    <div className={styles.viewer}>
      <ViewerBar {...bar} {...acts} onSurround={setSurround} closeRef={closeRef} />
      <ViewerStage
        ref={stageRef}
        asset={asset}
        mine={{ size, placement: stage.placement }}
        comparing={comparing}
        peeks={peeks}
        line={line}
        onLine={setLine}
        surround={surround}
      >
        <Turns index={index} total={total} onTurn={onTurn} />
      </ViewerStage>
      {isPicture && <Keys comparing={comparing.other !== null} mends={canTouchUp(asset)} />}
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

function Keys({ comparing, mends }: { comparing: boolean; mends: boolean }): JSX.Element {
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
      {rich('<key></key> details', { key: () => <KeyHint keys="I" /> })}{' '}
      {mends && rich('<key></key> touch up', { key: () => <KeyHint keys="T" /> })}
    </p>
  )
}

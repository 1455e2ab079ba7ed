import { type JSX, type ReactNode, type RefObject, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import pictures from '../../components/picture.module.css'
import { StagePicture, type StagePictureProps } from '../../components/stage-picture.tsx'
import { colourOf, type Surround } from '../../components/surround-picker.tsx'
import { cx } from '../../format/cx.ts'
import { dimensions } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { useSize } from '../../hooks/use-size.ts'
import { placementOn } from '../compare/geometry.ts'
import { FilmPlayer } from './film.tsx'
import { Layers } from './layers.tsx'
import type { Comparing } from './use-comparing.ts'
import styles from './viewer.module.css'

interface ViewerStageProps {
  ref: RefObject<HTMLElement | null>
  /** Null while it is still being read. */
  asset: LibraryItem | null
  /** Where the picture lies, and its size; the other one is laid on it. */
  mine: Pick<StagePictureProps, 'size' | 'placement'>
  comparing: Comparing
  /** Only the other one is shown, for as long as the key is held. */
  peeks: boolean
  line: number
  onLine: (line: number) => void
  surround: Surround
  /** What lies over it. */
  children: ReactNode
}

/** The other picture, of its own shape, on the open one: until that is known it is loaded, and not seen. */
function useOther({ other }: Comparing, { size, placement, checker }: StagePictureShape): StagePictureProps | null {
  const [found, setFound] = useState<{ src: string; size: { width: number; height: number } } | null>(null)
  if (other === null) return null
  const otherSize = found !== null && found.src === other.src ? found.size : null
  return {
    src: other.src,
    alt: other.label,
    size: otherSize ?? size,
    placement: placementOn(placement, size, otherSize ?? size),
    checker: other.hasAlpha && checker,
    isHidden: otherSize === null,
    onLoad: ({ naturalWidth, naturalHeight }) =>
      setFound({ src: other.src, size: { width: naturalWidth, height: naturalHeight } }),
  }
}

type StagePictureShape = Pick<StagePictureProps, 'size' | 'placement' | 'checker'>

const NotShown = ({ asset }: { asset: LibraryItem }): JSX.Element => (
  <p className={styles.readout}>
    <span className={styles.plateWords}>
      {asset.present
        ? t('This file can’t be previewed. It is saved at {path}, and its receipt is kept.', {
            path: asset.path,
          })
        : t('The file was not found at {path}. Its receipt is kept.', { path: asset.path })}
    </span>
  </p>
)

const Unread = (): JSX.Element => (
  <p className={styles.readout} aria-hidden="true">
    <span className={styles.plateWords}>{t('Loading…')}</span>
  </p>
)

export function ViewerStage(props: ViewerStageProps): JSX.Element {
  const { ref, asset, mine, comparing, peeks, line, onLine, surround, children } = props
  const [broken, setBroken] = useState<string | null>(null)
  const { width } = useSize(ref)
  const onBench = surround === 'bench'
  const theirs = useOther(comparing, { ...mine, checker: onBench })
  const { other, way } = comparing
  const shown = (asset: LibraryItem): JSX.Element => {
    const picture = {
      ...mine,
      src: asset.full,
      alt: apart(asset.title),
      checker: asset.hasAlpha && onBench,
      onError: () => setBroken(asset.id),
    }
    if (!asset.present || broken === asset.id) return <NotShown asset={asset} />
    if (asset.mediaType === 'video')
      return <FilmPlayer key={asset.id} asset={asset} onBroken={() => setBroken(asset.id)} />
    if (theirs !== null && peeks) return <StagePicture key="other" {...theirs} />
    if (other === null || theirs === null || way === 'off') return <StagePicture key={asset.id} {...picture} />
    const layers = { way, other, mine: picture, theirs, width, line, onLine }
    return <Layers key={`${asset.id} ${other.id}`} {...layers} />
  }
  return (
    <figure
      ref={ref}
      className={cx(styles.stage, surround === 'squares' && pictures.checker)}
      style={{ backgroundColor: colourOf(surround) }}
    >
      <figcaption className="sr-only" aria-live="polite">
        {asset === null
          ? t('Loading…')
          : t('{title}, {size}', {
              title: asset.title,
              size: dimensions(asset.width, asset.height) ?? t('size unknown'),
            })}
      </figcaption>
      {asset === null ? <Unread /> : shown(asset)}
      {children}
    </figure>
  )
}

import type { JSX } from 'react'
import { cx } from '../format/cx.ts'
import type { Placement } from '../grid/placement.ts'
import pictures from './picture.module.css'
import styles from './stage-picture.module.css'

export interface StagePictureProps {
  src: string
  alt: string
  size: { width: number; height: number }
  placement: Placement
  checker: boolean
  /** Loaded, and not seen. */
  isHidden?: boolean
  onError?: () => void
  onLoad?: (image: HTMLImageElement) => void
}

/** A picture where a stage has it: moved and zoomed by a transform alone, so that nothing is laid out anew. */
export function StagePicture({
  src,
  alt,
  size,
  placement,
  checker,
  isHidden = false,
  onError,
  onLoad,
}: StagePictureProps): JSX.Element {
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
        visibility: isHidden ? 'hidden' : undefined,
        transform: `translate(${left}px, ${top}px) scale(${scale})`,
        // The squares stay as large on the screen, however far one zooms.
        backgroundSize: checker ? `${16 / scale}px ${16 / scale}px` : undefined,
      }}
      onError={onError}
      onLoad={({ currentTarget }) => onLoad?.(currentTarget)}
    />
  )
}

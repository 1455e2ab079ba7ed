import { Film, Play } from 'lucide-react'
import { type JSX, useRef, useState } from 'react'
import type { AssetView } from '../../../contract/views.ts'
import { durationText } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import styles from './bench.module.css'

const moves = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

interface VideoTileProps {
  asset: AssetView
  ratio: number
  onOpen: () => void
}

/** A clip by its first frame; it plays without sound while it is pointed at or has the keyboard. */
export function VideoTile({ asset, ratio, onOpen }: VideoTileProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [broken, setBroken] = useState(false)
  const play = (): void => {
    // Refused where it is not loaded yet; pointing at it again tries again.
    if (moves()) void video.current?.play().catch(() => undefined)
  }
  const stop = (): void => {
    video.current?.pause()
    if (video.current) video.current.currentTime = 0
  }
  return (
    <button
      type="button"
      className={styles.tile}
      style={{ aspectRatio: ratio }}
      aria-label={t('Open {name}', { name: asset.name })}
      onClick={onOpen}
      onPointerEnter={play}
      onPointerLeave={stop}
      onFocus={play}
      onBlur={stop}
    >
      {broken ? (
        <span className={styles.noFrame}>
          <Film size={20} strokeWidth={1.5} aria-hidden />
        </span>
      ) : (
        <video
          ref={video}
          src={asset.full}
          muted
          loop
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-hidden="true"
          onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
          onError={() => setBroken(true)}
        />
      )}
      <span className={styles.badge}>
        <Play size={10} strokeWidth={2} fill="currentColor" aria-hidden />
        {seconds !== null && Number.isFinite(seconds) ? durationText(seconds) : t('Video')}
      </span>
    </button>
  )
}

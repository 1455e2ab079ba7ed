import { Pause, Play, Repeat, SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react'
import { type JSX, useCallback, useEffect, useRef, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { Button } from '../../components/button.tsx'
import { Range } from '../../components/range.tsx'
import { filmTime, frameOf, nextFrame } from '../../lib/film.ts'
import { isCovered, writes } from '../../lib/keys.ts'
import { t } from '../../lib/messages.ts'
import styles from './viewer.module.css'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

/** Watches a playing film for the time between two of its frames, which no browser tells. */
function useFrameLength(film: HTMLVideoElement | null): number {
  const [frame, setFrame] = useState(1 / 24)
  useEffect(() => {
    if (!film) return
    let last: number | null = null
    let handle = 0
    const see = (_now: number, { mediaTime }: { mediaTime: number }): void => {
      if (last !== null && !film.seeking) setFrame((old) => frameOf(mediaTime - (last ?? 0), old))
      last = mediaTime
      handle = film.requestVideoFrameCallback(see)
    }
    handle = film.requestVideoFrameCallback(see)
    return () => film.cancelVideoFrameCallback(handle)
  }, [film])
  return frame
}

interface FilmProps {
  asset: LibraryItem
  onBroken: () => void
}

/** A video with what one judges it by: frame by frame, around and around, to the point. */
export function Film({ asset, onBroken }: FilmProps): JSX.Element {
  const [film, setFilm] = useState<HTMLVideoElement | null>(null)
  const frame = useFrameLength(film)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isMuted, setIsMuted] = useState(false)
  const [loops, setLoops] = useState(true)
  const now = useRef({ frame, length })
  const tries = useRef(0)
  useEffect(() => {
    now.current = { frame, length }
  })

  const turn = useCallback(() => {
    if (!film) return
    if (film.paused) void film.play().catch(() => undefined)
    else film.pause()
  }, [film])
  const step = useCallback(
    (by: -1 | 1) => {
      if (!film) return
      film.pause()
      film.currentTime = nextFrame(film.currentTime, by, now.current.frame, now.current.length)
    },
    [film],
  )

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (writes(target) || isCovered(target)) return
      if (event.key === ' ' && target instanceof Element && target.closest('button, input, aside')) return
      const keys: Record<string, () => void> = { ' ': turn, ',': () => step(-1), '.': () => step(1) }
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [turn, step])

  return (
    <>
      <video
        ref={setFilm}
        className={styles.film}
        src={asset.full}
        aria-label={asset.title}
        loop={loops}
        muted={isMuted}
        playsInline
        onClick={turn}
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onSeeked={(event) => setAt(event.currentTarget.currentTime)}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={(event) => {
          // A reading that was cut off says nothing about the file: it is begun anew.
          const isCut = event.currentTarget.error?.code === MediaError.MEDIA_ERR_NETWORK
          if (!isCut || tries.current >= 3) onBroken()
          else event.currentTarget.load()
          tries.current += 1
        }}
      />
      <div className={styles.filmBar} dir="ltr">
        <Button look="quiet" small square aria-label={t('One frame back')} onClick={() => step(-1)}>
          <SkipBack {...icon} />
        </Button>
        <Button look="quiet" small square aria-label={isPlaying ? t('Pause') : t('Play')} onClick={turn}>
          {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        </Button>
        <Button look="quiet" small square aria-label={t('One frame on')} onClick={() => step(1)}>
          <SkipForward {...icon} />
        </Button>
        <span className="figure">{filmTime(at, frame)}</span>
        <Range
          label={t('Place in the video')}
          min={0}
          max={Math.max(length, 0.001)}
          step={0.001}
          value={at}
          words={filmTime(at, frame)}
          onChange={(value) => {
            if (film) film.currentTime = value
          }}
        />
        <span className="figure hint">{filmTime(length, frame)}</span>
        <Button
          look="quiet"
          small
          square
          aria-label={t('Around and around')}
          aria-pressed={loops}
          onClick={() => setLoops(!loops)}
        >
          <Repeat {...icon} />
        </Button>
        <Button
          look="quiet"
          small
          square
          aria-label={t('No sound')}
          aria-pressed={isMuted}
          onClick={() => setIsMuted(!isMuted)}
        >
          {isMuted ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
        </Button>
      </div>
    </>
  )
}

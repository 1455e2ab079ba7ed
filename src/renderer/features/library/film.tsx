import { type JSX, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { isCovered, writes } from '../../hooks/keys.ts'
import { frameOf, nextFrame } from './film.ts'
import { FilmBar } from './film-bar.tsx'
import styles from './viewer.module.css'

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

const mostReadings = 6

interface CutReading {
  isUnderWay: () => boolean
  /** Begins to read anew after a moment; false where that was tried often enough. */
  again: (plays: boolean) => boolean
  /** Whether it plays when it is there again: the other of what it was. */
  turn: () => boolean
  /** The beginning was read: back to the place where the reading was cut off. */
  goOn: () => void
}

/** Reads a film anew whose reading was cut off, and goes on at the same place: the element itself forgets both. */
function useCutReading(film: HTMLVideoElement | null): CutReading {
  const left = useRef<{ at: number; plays: boolean } | null>(null)
  const readings = useRef(1)
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return useMemo(
    () => ({
      isUnderWay: () => left.current !== null,
      again: (plays) => {
        if (!film || readings.current >= mostReadings) return false
        left.current ??= { at: film.currentTime, plays }
        timer.current = window.setTimeout(() => film.load(), 100 * 2 ** readings.current)
        readings.current += 1
        return true
      },
      turn: () => {
        if (left.current === null) return false
        left.current.plays = !left.current.plays
        return left.current.plays
      },
      goOn: () => {
        if (!film || left.current === null) return
        const { at, plays } = left.current
        left.current = null
        film.currentTime = at
        if (plays) void film.play().catch(() => undefined)
      },
    }),
    [film],
  )
}

/** Space plays and pauses; a comma and a full stop go frame by frame. */
function useFilmKeys(turn: () => void, step: (by: -1 | 1) => void): void {
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
}

/** Plays and pauses, and goes on by a frame. */
function useFilmControls(
  film: HTMLVideoElement | null,
  cut: CutReading,
  { frame, length }: { frame: number; length: number },
  setIsPlaying: (isPlaying: boolean) => void,
): { turn: () => void; step: (by: -1 | 1) => void } {
  const now = useRef({ frame, length })
  useEffect(() => {
    now.current = { frame, length }
  })

  const turn = useCallback(() => {
    if (!film) return
    if (cut.isUnderWay()) setIsPlaying(cut.turn())
    else if (film.paused) void film.play().catch(() => undefined)
    else film.pause()
  }, [film, cut, setIsPlaying])
  const step = useCallback(
    (by: -1 | 1) => {
      if (!film) return
      film.pause()
      film.currentTime = nextFrame(film.currentTime, by, now.current.frame, now.current.length)
    },
    [film],
  )
  return { turn, step }
}

interface FilmProps {
  asset: LibraryItem
  onBroken: () => void
}

/** A video with what one judges it by: frame by frame, around and around, to the point. */
export function FilmPlayer({ asset, onBroken }: FilmProps): JSX.Element {
  const [film, setFilm] = useState<HTMLVideoElement | null>(null)
  const frame = useFrameLength(film)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isMuted, setIsMuted] = useState(false)
  const [loops, setLoops] = useState(true)
  const cut = useCutReading(film)
  const { turn, step } = useFilmControls(film, cut, { frame, length }, setIsPlaying)
  useFilmKeys(turn, step)
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
        onLoadedMetadata={(event) => {
          setLength(event.currentTarget.duration)
          cut.goOn()
        }}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onSeeked={(event) => setAt(event.currentTarget.currentTime)}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={(event) => {
          // A reading that was cut off says nothing about the file.
          const isCut = event.currentTarget.error?.code === MediaError.MEDIA_ERR_NETWORK
          if (!isCut || !cut.again(isPlaying)) onBroken()
        }}
      />
      <FilmBar
        at={at}
        length={length}
        frame={frame}
        isPlaying={isPlaying}
        isMuted={isMuted}
        loops={loops}
        onTurn={turn}
        onStep={step}
        onAt={(value) => {
          if (film) film.currentTime = value
        }}
        onLoop={() => setLoops(!loops)}
        onMute={() => setIsMuted(!isMuted)}
      />
    </>
  )
}

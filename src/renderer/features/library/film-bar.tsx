import { Pause, Play, Repeat, SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { Range } from '../../components/range.tsx'
import { t } from '../../format/messages.ts'
import { filmTime } from './film.ts'
import styles from './viewer.module.css'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

interface FilmBarProps {
  /** Where it is, and how long it is, in seconds. */
  at: number
  length: number
  /** How long a frame lasts, in seconds. */
  frame: number
  isPlaying: boolean
  isMuted: boolean
  loops: boolean
  onTurn: () => void
  onStep: (by: -1 | 1) => void
  onAt: (at: number) => void
  onLoop: () => void
  onMute: () => void
}

export function FilmBar(props: FilmBarProps): JSX.Element {
  const { at, length, frame, isPlaying, isMuted, loops, onTurn, onStep, onAt, onLoop, onMute } = props
  return (
    <div className={styles.filmBar} dir="ltr">
      <Button look="quiet" small square aria-label={t('Previous frame')} onClick={() => onStep(-1)}>
        <SkipBack {...icon} />
      </Button>
      <Button look="quiet" small square aria-label={isPlaying ? t('Pause') : t('Play')} onClick={onTurn}>
        {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
      </Button>
      <Button look="quiet" small square aria-label={t('Next frame')} onClick={() => onStep(1)}>
        <SkipForward {...icon} />
      </Button>
      <span className="figure">{filmTime(at, frame)}</span>
      <Range
        label={t('Position')}
        min={0}
        max={Math.max(length, 0.001)}
        step={0.001}
        value={at}
        valueText={filmTime(at, frame)}
        onChange={onAt}
      />
      <span className="figure hint">{filmTime(length, frame)}</span>
      <Button look="quiet" small square aria-label={t('Loop')} aria-pressed={loops} onClick={onLoop}>
        <Repeat {...icon} />
      </Button>
      <Button look="quiet" small square aria-label={t('Mute')} aria-pressed={isMuted} onClick={onMute}>
        {isMuted ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
      </Button>
    </div>
  )
}

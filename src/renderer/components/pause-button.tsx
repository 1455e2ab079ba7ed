import { Pause, Play } from 'lucide-react'
import type { JSX } from 'react'
import { t } from '../format/messages.ts'
import { useApp } from '../stores/app-store.ts'
import { pauseQueue } from '../stores/pause-queue.ts'
import { Button } from './button.tsx'

export function PauseButton({ all = false }: { all?: boolean }): JSX.Element {
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const Icon = paused ? Play : Pause
  return (
    <Button look={all ? 'secondary' : 'quiet'} small onClick={() => void pauseQueue(!paused)}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {paused ? (all ? t('Resume all') : t('Resume')) : all ? t('Pause all') : t('Pause')}
    </Button>
  )
}

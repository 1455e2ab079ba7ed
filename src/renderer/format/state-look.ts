import type { LucideIcon } from 'lucide-react'
import {
  ArrowDownToLine,
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  CircleOff,
  Clock,
  Contrast,
  Forward,
  Hand,
  LoaderCircle,
  Minus,
  Scan,
  Send,
  Unplug,
  Upload,
  X,
} from 'lucide-react'
import type { RequestView } from '../../contract/views.ts'
import type { RequestState } from '../../domain/request/states.ts'
import { perLanguage, t } from './messages.ts'

export type Ink = 'grey' | 'plain' | 'live' | 'done' | 'fault' | 'attention'

/** What is drawn for a request's state, and for the three conditions that only the window has. */
export interface StateLook {
  word: string
  icon: LucideIcon
  ink: Ink
  turns?: true
}

type Drawn = RequestState | 'ready' | 'uploading' | 'unusable'

const looks = perLanguage(
  (): Record<Drawn, StateLook> => ({
    ready: { word: t('Ready to send'), icon: CircleDashed, ink: 'grey' },
    unusable: { word: t('Cannot be used'), icon: CircleAlert, ink: 'fault' },
    queued: { word: t('Queued'), icon: Clock, ink: 'grey' },
    preparing: { word: t('Preparing'), icon: Scan, ink: 'plain' },
    uploading: { word: t('Uploading'), icon: Upload, ink: 'live' },
    submitting: { word: t('Sending'), icon: Send, ink: 'live' },
    uncertain: { word: t('No reply'), icon: Unplug, ink: 'attention' },
    running: { word: t('Running'), icon: LoaderCircle, ink: 'live', turns: true },
    downloading: { word: t('Downloading'), icon: ArrowDownToLine, ink: 'live' },
    completed: { word: t('Done'), icon: Check, ink: 'done' },
    partial: { word: t('Partly done'), icon: Contrast, ink: 'attention' },
    failed: { word: t('Failed'), icon: X, ink: 'fault' },
    rejected: { word: t('Not accepted'), icon: Ban, ink: 'fault' },
    gone: { word: t('No longer at the service'), icon: CircleOff, ink: 'fault' },
    cancelled: { word: t('Cancelled'), icon: Minus, ink: 'grey' },
    'needs-decision': { word: t('Needs you'), icon: Hand, ink: 'attention' },
    'handed-over': { word: t('In the studio'), icon: Forward, ink: 'grey' },
  }),
)

export const lookOf = (state: Drawn): StateLook => looks()[state]

/** "Failed, refunded" only when the service itself said `refunded`. */
export function lookOfRequest(request: Pick<RequestView, 'state' | 'uploading' | 'creditsStatus'>): StateLook {
  if (request.uploading && request.state === 'preparing') return looks().uploading
  const look = looks()[request.state]
  return request.state === 'failed' && request.creditsStatus === 'refunded'
    ? { ...look, word: t('Failed, refunded') }
    : look
}

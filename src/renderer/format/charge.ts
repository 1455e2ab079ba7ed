import type { RequestView } from '../../contract/views.ts'
import { isEndState } from '../../domain/request/states.ts'
import { figure } from './format.ts'
import { t } from './messages.ts'

/** What became of the credits, by the service's word for it (§4.10); one that is not known stands as it is. */
export function creditWord(status: string): string {
  switch (status) {
    case 'charged':
      return t('charged')
    case 'pending':
      return t('pending')
    case 'confirmed':
      return t('confirmed')
    case 'refunded':
      return t('refunded')
    default:
      return status
  }
}

/** The figure of a row and the word under it: which of quoted, charged, refunded it is. Never worked out here. */
export interface Charge {
  credits: number | null
  word: string
  struck: boolean
}

export function chargeText(request: RequestView): Charge {
  if (request.creditsStatus === 'refunded') {
    return { credits: request.creditsUsed ?? request.creditsQuoted, word: creditWord('refunded'), struck: true }
  }
  if (request.creditsUsed !== null && (request.creditsRefunded ?? 0) > 0) {
    return {
      credits: request.creditsUsed,
      word: t('{credits} refunded', { credits: figure(request.creditsRefunded ?? 0) }),
      struck: false,
    }
  }
  if (request.creditsUsed !== null) {
    return { credits: request.creditsUsed, word: creditWord(request.creditsStatus ?? 'charged'), struck: false }
  }
  if (request.state === 'needs-decision' && request.verdict !== null) {
    return { credits: request.creditsQuoted, word: t('may be charged'), struck: false }
  }
  if (request.state === 'needs-decision') return { credits: request.creditsQuoted, word: t('not sent'), struck: false }
  if (request.state === 'cancelled') return { credits: request.creditsQuoted, word: t('not charged'), struck: true }
  if (request.creditsStatus !== null) {
    return { credits: request.creditsQuoted, word: creditWord(request.creditsStatus), struck: false }
  }
  if (request.state === 'rejected') return { credits: request.creditsQuoted, word: t('not charged'), struck: true }
  return {
    credits: request.creditsQuoted,
    word: isEndState(request.state) ? t('quoted, no reply') : t('quoted'),
    struck: false,
  }
}

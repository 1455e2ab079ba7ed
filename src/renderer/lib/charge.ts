import type { RequestView } from '../../contract/views.ts'
import { isEndState } from '../../domain/request/states.ts'
import { figure } from './format.ts'

/** The figure of a row and the word under it: which of quoted, charged, refunded it is. Never worked out here. */
export interface Charge {
  credits: number | null
  word: string
  struck: boolean
}

export function chargeOf(request: RequestView): Charge {
  if (request.creditsStatus === 'refunded') {
    return { credits: request.creditsUsed ?? request.creditsQuoted, word: 'refunded', struck: true }
  }
  if (request.creditsUsed !== null && (request.creditsRefunded ?? 0) > 0) {
    return { credits: request.creditsUsed, word: `${figure(request.creditsRefunded ?? 0)} refunded`, struck: false }
  }
  if (request.creditsUsed !== null) {
    return { credits: request.creditsUsed, word: request.creditsStatus ?? 'charged', struck: false }
  }
  if (request.state === 'needs-decision' && request.verdict !== null) {
    return { credits: request.creditsQuoted, word: 'may be charged', struck: false }
  }
  if (request.state === 'needs-decision' || request.state === 'cancelled') {
    return { credits: request.creditsQuoted, word: 'not sent', struck: request.state === 'cancelled' }
  }
  if (request.creditsStatus !== null) {
    return { credits: request.creditsQuoted, word: request.creditsStatus, struck: false }
  }
  if (request.state === 'rejected') return { credits: request.creditsQuoted, word: 'not charged', struck: true }
  return {
    credits: request.creditsQuoted,
    word: isEndState(request.state) ? 'quoted, no word' : 'quoted',
    struck: false,
  }
}

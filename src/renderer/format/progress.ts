import type { RequestView } from '../../contract/views.ts'
import { bytesText, clock, durationText, figure } from './format.ts'
import { apart, t } from './messages.ts'

type Running = NonNullable<RequestView['running']>

/** How far along the service's own end we are; `tick` is the expected moment. Both 0 to 1. */
export interface LimitParts {
  gone: number
  tick: number | null
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

export function limitParts(running: Running, now: number): LimitParts {
  const since = Date.parse(running.since)
  const whole = Date.parse(running.endsAt) - since
  if (!(whole > 0)) return { gone: 0, tick: null }
  const expected = running.expectedAt === null ? null : Date.parse(running.expectedAt)
  return { gone: clamp((now - since) / whole), tick: expected === null ? null : clamp((expected - since) / whole) }
}

/** "31 s gone, usually 45 s": what the bar shows, in words. `long` adds when it ends by itself. */
export function runningWords(running: Running, now: number, long = false): string {
  const since = Date.parse(running.since)
  const gone = (now - since) / 1000
  const parts = [t('{time}', { time: durationText(gone) })]
  if (running.expectedAt !== null) {
    const expected = (Date.parse(running.expectedAt) - since) / 1000
    parts.push(t('usually {time}', { time: durationText(expected) }))
  }
  const text = parts.join(', ')
  return long ? t('{text}. Times out at {time}.', { text, time: clock(running.endsAt) }) : text
}

/** "1.9 of 2.8 MB", "3 of 4". */
export function partWords(progress: NonNullable<RequestView['progress']>): string {
  if (progress.unit === 'files')
    return t('{done} of {total}', { done: figure(progress.done), total: figure(progress.total) })
  return bytesText(progress.done, progress.total)
}

/** The sentence beside a badge: live figures where we have them, else the engine's own words. */
export function stateSentence(request: RequestView, now: number): string {
  if (request.decision) return apart(request.decision.question)
  if (request.state === 'running' && request.running && !request.running.isUnseen)
    return runningWords(request.running, now)
  if ((request.uploading || request.state === 'downloading') && request.progress) return partWords(request.progress)
  return apart(request.error ?? request.now)
}

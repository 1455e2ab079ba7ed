import type { RequestView } from '../../contract/views.ts'
import { bytes, clock, figure, span } from './format.ts'

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
  const parts = [`${span(gone)} gone`]
  if (running.expectedAt !== null) {
    const expected = (Date.parse(running.expectedAt) - since) / 1000
    parts.push(gone > expected ? `usually ${span(expected)}, over it` : `usually ${span(expected)}`)
  }
  const words = parts.join(', ')
  return long ? `${words}. Ends by itself at ${clock(running.endsAt)}.` : words
}

/** "1.9 of 2.8 MB", "3 of 4". */
export function partWords(progress: NonNullable<RequestView['progress']>): string {
  if (progress.unit === 'files') return `${figure(progress.done)} of ${figure(progress.total)}`
  const total = bytes(progress.total)
  const unit = total.split(' ')[1] ?? 'B'
  const scale = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }[unit] ?? 1
  return `${(progress.done / scale).toFixed(scale === 1 ? 0 : 1)} of ${total}`
}

/** The sentence beside a badge: live figures where we have them, else the engine's own words. */
export function stateSentence(request: RequestView, now: number): string {
  if (request.decision) return request.decision.question
  if (request.state === 'running' && request.running) return runningWords(request.running, now)
  if ((request.uploading || request.state === 'downloading') && request.progress) return partWords(request.progress)
  return request.error ?? request.now
}

/** Between 5 and 120 frames a second: what lies outside is a jump, not a frame. */
const shortest = 1 / 120
const longest = 1 / 5

/** The length of a frame in seconds, from the time between two that were seen; the old one where that tells nothing. */
export function frameOf(between: number, old: number): number {
  if (between < shortest * 0.99 || between > longest * 1.01) return old
  return Math.abs(between - old) < 0.0005 ? old : between
}

/** The middle of the next or the last frame: its edge belongs to one or the other by chance of rounding. */
export function nextFrame(at: number, by: -1 | 1, frame: number, length: number): number {
  const frames = Math.max(1, Math.round(length / frame))
  const next = Math.min(frames - 1, Math.max(0, Math.floor(at / frame + 1e-6) + by))
  return (next + 0.5) * frame
}

/** "0:03.12": minutes, seconds, and the frame within the second. */
export function filmTime(seconds: number, frame: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, seconds) : 0
  const at = Math.floor(whole)
  const frames = Math.floor((whole - at) / frame + 1e-6)
  const pad = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(at / 60)}:${pad(at % 60)}.${pad(frames)}`
}

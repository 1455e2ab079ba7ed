/** `2026-11-20`: the day that whoever sits at this computer has at a moment, in the computer's own zone. */
export function dayKey(instant: string | number): string {
  const at = new Date(instant)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

/** Whether it is `2026-11-20` and a calendar has that day. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return at !== null && isMoment(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** Whether a calendar has that moment (ms since 1970): what a damaged disk gives out need not be one. */
export const isMoment = (ms: number): boolean => Number.isFinite(new Date(ms).getTime())

/** The moment at which that day began, ms since 1970. */
export function dayStart(instant: string | number): number {
  const at = new Date(instant)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
}

/** `2026-11-20`: the day that whoever sits at this computer has at a moment, in the computer's own zone. */
export function dayKey(instant: string | number): string {
  const at = new Date(instant)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

/** The moment at which that day began, ms since 1970. */
export function dayStart(instant: string | number): number {
  const at = new Date(instant)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
}

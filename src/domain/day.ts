/** `2026-11-20`: the day that whoever sits at this computer has at a moment, in the computer's own zone. */
export function dayKey(instant: string | number): string {
  const at = new Date(instant)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

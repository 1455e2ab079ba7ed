/** Seconds as people type them, with a point or a comma; null where that is no length. */
export function typedSeconds(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  const seconds = /^(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : 0
  return seconds > 0 ? seconds : null
}

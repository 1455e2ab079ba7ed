const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i

/**
 * `Retry-After` in milliseconds: seconds, or a date measured against the answer's own clock (A40). Longer than a day counts as
 * a day; null where nothing is said.
 */
export function retryAfter(value: string | string[] | undefined, date: string | string[] | undefined): number | null {
  const text = Array.isArray(value) ? value[0] : value
  if (text === undefined) return null
  const dayMs = 86_400_000
  if (/^\d+$/.test(text.trim())) return Math.min(Number(text) * 1000, dayMs)
  const until = Date.parse(text)
  const now = typeof date === 'string' ? Date.parse(date) : Number.NaN
  // A value that cannot be read asks for a minute (A5); Date.parse alone would read "-5" as a day long gone.
  if (!httpDate.test(text.trim()) || Number.isNaN(until) || Number.isNaN(now)) return 60_000
  return Math.min(Math.max(0, until - now), dayMs)
}

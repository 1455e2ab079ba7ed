/** How long a list of the service counts as fresh, ms (service.md §8, "Caching"). */
export const freshMs = { models: 3_600_000, skills: 300_000 } as const

/** Past its time, or never read. One from the future has no age: the clock was set back. */
export function isOld(readAt: string | null, mostMs: number, now: number): boolean {
  if (readAt === null) return true
  const ageMs = now - Date.parse(readAt)
  return !(ageMs >= 0 && ageMs <= mostMs)
}

const minuteMs = 60_000

/** The same by a clock that shows whole minutes (`useMinute`): what was read within the minute is not of the future. */
export const isOldByMinute = (readAt: string | null, mostMs: number, minute: number): boolean =>
  readAt === null || isOld(new Date(Math.floor(Date.parse(readAt) / minuteMs) * minuteMs).toISOString(), mostMs, minute)

/** Whether it was ever read: one without entries because it could not be is no list from which anything is missing. */
export const wasRead = (list: { readAt: string | null } | null): boolean => list !== null && list.readAt !== null

/** Which of two is of an earlier reading of the service's prices; null where they are of the same, or one is missing. */
export function behind(listReadAt: string | null, quoteReadAt: string | null): 'list' | 'quote' | null {
  if (listReadAt === null || quoteReadAt === null) return null
  const [list, quote] = [Date.parse(listReadAt), Date.parse(quoteReadAt)]
  return list < quote ? 'list' : quote < list ? 'quote' : null
}

/**
 * Of cases of several kinds one of each first, and then the others: what finds most per second. From the n-th kind it is the n-th
 * case, so that they come from all over.
 */
export function oneOfEachFirst<T>(cases: readonly T[], kindOf: (one: T) => string): { kinds: number; all: T[] } {
  const kinds = [...Map.groupBy(cases, kindOf).values()]
  const firsts = new Set(kinds.flatMap((own, n) => own.slice((7 * n) % own.length).slice(0, 1)))
  return { kinds: firsts.size, all: [...firsts, ...cases.filter((one) => !firsts.has(one))] }
}

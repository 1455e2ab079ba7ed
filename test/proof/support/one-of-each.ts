/** Its multiples, as parts of one, lie nowhere close together. */
const golden = (Math.sqrt(5) - 1) / 2

/** Of cases of several kinds one of each first, from all over them, and then the others: what finds most per second. */
export function oneOfEachFirst<T>(cases: readonly T[], kindOf: (one: T) => string): { kinds: number; all: T[] } {
  const kinds = [...Map.groupBy(cases, kindOf).values()]
  const firsts = new Set(kinds.flatMap((own, n) => own.slice(Math.floor(((n * golden) % 1) * own.length)).slice(0, 1)))
  return { kinds: firsts.size, all: [...firsts, ...cases.filter((one) => !firsts.has(one))] }
}

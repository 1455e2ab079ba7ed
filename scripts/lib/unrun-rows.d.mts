export function unrunRows(
  rows: readonly string[],
  statuses: ReadonlyMap<string, number>,
  isBegun: (row: string) => boolean,
): string[]

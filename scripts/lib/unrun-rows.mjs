/**
 * What keeps a proof from being one although nothing of it was found violated: a row that did not run to the end of its
 * time (a file that does not load, a process that died), or that has kept nothing.
 * @param {readonly string[]} rows that were chosen
 * @param {ReadonlyMap<string, number>} statuses of those that were run
 * @param {(row: string) => boolean} isBegun
 * @returns {string[]} a sentence each
 */
export function unrunRows(rows, statuses, isBegun) {
  return rows.flatMap((row) => {
    const status = statuses.get(row) ?? 0
    if (status !== 0) return [`Row ${row} ended with status ${status}.`]
    return isBegun(row) ? [] : [`Row ${row} was not begun.`]
  })
}

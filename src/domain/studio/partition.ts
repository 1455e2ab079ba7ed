/** So many leases stand in a studio: each holds the requests whose number falls into its partition. */
export const partitions = 16

/**
 * The partition of a request, by its number alone: the same for ever and at every worker. Its first hexadecimal digit
 * decides, which chance makes (UUID, version 4).
 * @throws RangeError for what is no UUID
 */
export function partitionOf(id: string): number {
  const partition = /^[\da-f]{8}-/i.test(id) ? Number.parseInt(id.slice(0, 1), 16) : Number.NaN
  if (!(partition < partitions)) throw new RangeError(`${id} is no UUID`)
  return partition
}

/**
 * How many partitions a worker should hold, so that all are held and none has more than its part.
 * @param workers how many live now, itself among them
 */
export const shareOf = (workers: number): number => Math.ceil(partitions / Math.max(1, workers))

/** One partition as the database has it at one moment, by the database's clock. */
export interface LeaseRow {
  partition: number
  /** Null where nobody holds it. */
  session: string | null
  /** Since the last renewal; null where there never was one. */
  ageMs: number | null
}

/**
 * What a worker should take and what it should give up, of all the partitions. It gives up only what is more than its share,
 * and takes only what nobody holds or whose holder has been silent too long.
 * @param mayGive partitions for which nothing paid is on its way
 */
export function planOf(
  rows: readonly LeaseRow[],
  session: string,
  { workers, takeoverMs }: { workers: number; takeoverMs: number },
  mayGive: (partition: number) => boolean,
): { take: number[]; giveUp: number[] } {
  const share = shareOf(workers)
  const own = rows.filter((row) => row.session === session)
  const isFree = (row: LeaseRow): boolean =>
    row.session === null || (row.session !== session && (row.ageMs === null || row.ageMs > takeoverMs))
  const free = rows.filter(isFree)
  return {
    take: free.slice(0, Math.max(0, share - own.length)).map(({ partition }) => partition),
    giveUp: own
      .slice(Math.min(share, own.length))
      .map(({ partition }) => partition)
      .filter(mayGive),
  }
}

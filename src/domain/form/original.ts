import type { Reencode } from '../request/receipt.ts'

/**
 * An original that a Skill takes at its full size (§4.14) and that no upload takes as it is (3 MiB, §4.8). Its own
 * public address is always a way; a lossy copy within 3 MiB is the other one where it is good enough (A1).
 */
export interface LargeOriginal {
  name: string
  /** Of the file as it lies there, and its upright pixels. */
  sizeBytes: number
  width: number
  height: number
  /** Null where no copy worth paying for is small enough. */
  reencode: Reencode | null
}

const megabytes = (sizeBytes: number): string => `${(sizeBytes / 1e6).toFixed(1)} MB`

/** What stands in the way, and each way out. */
export function originalSentence({ name, sizeBytes, width, height, reencode }: LargeOriginal): string {
  const before = `${name} has ${megabytes(sizeBytes)} at ${width} × ${height}, and does not fit an upload (3 MiB) as it is. Nothing was sent or charged.`
  return reencode === null
    ? `${before} No copy of that size that is worth paying for would fit, so give the original’s public https address instead.`
    : `${before} Give the original’s public https address instead, or accept it encoded again at the same size: ${megabytes(reencode.sizeBytes)}, quality ${reencode.quality} of 100.`
}

/** The same of one whose copy was accepted: said beside the price, before anything is sent. */
export function reencodedNotes(accepted: { reencode: Reencode; of: LargeOriginal }[]): string[] {
  if (accepted.length <= mostNames)
    return accepted.map(
      ({ reencode, of: { name, sizeBytes, width, height } }) =>
        `${name} goes as a copy encoded again at quality ${reencode.quality} of 100: ${megabytes(sizeBytes)} to ${megabytes(reencode.sizeBytes)}, at its full ${width} × ${height}.`,
    )
  const qualities = accepted.map(({ reencode }) => reencode.quality)
  return [
    `${accepted.length} pictures go as copies encoded again to fit an upload (3 MiB), at their full size and at quality ${Math.min(...qualities)} to ${Math.max(...qualities)} of 100.`,
  ]
}

/** More than these are not named one by one. */
const mostNames = 3

/**
 * §4.14 rules 1 and 2, before anything is sent: which pictures the service will ask to make smaller, or will make
 * smaller since that was allowed beforehand. Null where it is none.
 */
export function resizeNote(names: string[], isAllowed: boolean): string | null {
  if (names.length === 0) return null
  const more = names.length - mostNames
  const listed = names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const are = names.length === 1 ? 'is' : 'are'
  const it = names.length === 1 ? 'it' : 'them'
  const before = `${listed} ${are} larger than 4096 px on an edge or 16 megapixels:`
  return isAllowed
    ? `${before} the service makes ${it} smaller first, as allowDownscale permits.`
    : `${before} the service will ask before it makes ${it} smaller. It charges nothing until that is answered.`
}

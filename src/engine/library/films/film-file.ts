/** A file as the walkers see it: nothing is read but what they ask for, and that in bounded pieces. */
export interface FilmFile {
  sizeBytes: number
  /** Fewer bytes than asked for where the file ends. */
  read(at: number, length: number): Promise<Buffer>
}

/**
 * How a film stands. `whole`: all that its tables name is there. `cut`: something of it is missing or was never written.
 * `unknown`: nothing in it tells where it ends, or nobody here can read it: neither whole nor cut.
 */
export type Wholeness = 'whole' | 'cut' | 'unknown'

/** Thrown inside a walk: what was read contradicts a whole film. */
export class Cut extends Error {
  override name = 'Cut'
}

/** Thrown inside a walk: larger or stranger than a walk goes. */
export class Unknown extends Error {
  override name = 'Unknown'
}

/** Bytes of a film that belong together: `end` is the first byte behind them. */
export interface Span {
  at: number
  end: number
}

const pieceBytes = 1024 * 1024
/** A disk's page: what was laid out and never written is zero by whole pages. */
const hole = Buffer.alloc(4096)
/** No compressed sample ends with so many zeros. */
const tail = Buffer.alloc(16)

/**
 * Whether compressed pictures lie all over these spans: no page of zeros in them, and the last one does not end in zeros,
 * as a file does that was laid out at its full length before it was filled.
 */
export async function isFilled(file: FilmFile, spans: readonly Span[]): Promise<boolean> {
  for (const { at, end } of joined(spans, file.sizeBytes))
    for (let from = at; from < end; from += pieceBytes) {
      // Read on over the seam, so that no hole hides between two pieces.
      const piece = await file.read(from, Math.min(pieceBytes + hole.length, end - from))
      if (piece.includes(hole)) return false
    }
  const last = spans.reduce<Span | null>((late, span) => (late === null || span.end > late.end ? span : late), null)
  if (last === null || last.end - last.at < tail.length) return true
  return !(await file.read(last.end - tail.length, tail.length)).equals(tail)
}

/** No film has so many stretches of pictures with something else between them. */
const mostSpans = 200_000

/** In the file's order, those that touch as one: each byte is read once, whatever the tables say. */
function joined(spans: readonly Span[], sizeBytes: number): Span[] {
  const sorted = spans.toSorted((a, b) => a.at - b.at)
  const out: Span[] = []
  for (const { at, end } of sorted) {
    const last = out.at(-1)
    if (last !== undefined && at <= last.end) last.end = Math.max(last.end, end)
    else out.push({ at, end: Math.min(end, sizeBytes) })
  }
  if (out.length > mostSpans) throw new Unknown('more stretches than are looked at')
  return out
}

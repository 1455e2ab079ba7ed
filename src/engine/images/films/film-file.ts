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
export class FilmCut extends Error {
  override name = 'Cut'
}

/** Thrown inside a walk: larger or stranger than a walk goes. */
export class Unknown extends Error {
  override name = 'Unknown'
}

/** Bytes of a film that belong together: `end` is the first byte behind them. */
export interface ByteSpan {
  at: number
  end: number
}

const pieceBytes = 1024 * 1024
/** A disk's page: what was laid out and never written is zero by whole pages. */
const hole = Buffer.alloc(4096)
/** So many zeros at the end of the last picture look as if it had not been written to its end. */
const tail = Buffer.alloc(16)

/**
 * What compressed pictures of these kinds are made of ends in no zero (ITU-T H.264 and H.265, 7.4.1 and 7.4.2.1): as MP4
 * names them, and Matroska. A picture of VP8, and of what is not named here, may end in any bytes.
 */
const endInNoZero = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'V_MPEG4/ISO/AVC', 'V_MPEGH/ISO/HEVC'])

/**
 * Whether compressed pictures lie all over these spans. False where the last one ends in zeros and pictures of its kind
 * may: nobody can tell that from a file which was laid out at its full length and not filled to its end.
 * @param codec as the film names the kind of its pictures
 * @throws Cut where a page of zeros lies in them, or zeros at the end where no picture of this kind ends so
 */
export async function isSurelyFilled(file: FilmFile, spans: readonly ByteSpan[], codec: string): Promise<boolean> {
  for (const { at, end } of joined(spans, file.sizeBytes))
    for (let from = at; from < end; from += pieceBytes) {
      // Read on over the seam, so that no hole hides between two pieces.
      const piece = await file.read(from, Math.min(pieceBytes + hole.length, end - from))
      if (piece.includes(hole)) throw new FilmCut('a hole in the pictures')
    }
  const last = spans.reduce<ByteSpan | null>((late, span) => (late === null || span.end > late.end ? span : late), null)
  if (last === null || last.end - last.at < tail.length) return true
  if (!(await file.read(last.end - tail.length, tail.length)).equals(tail)) return true
  if (endInNoZero.has(codec)) throw new FilmCut('the last picture is not written to its end')
  return false
}

/** No film has so many stretches of pictures with something else between them. */
const mostSpans = 200_000

/** In the file's order, those that touch as one: each byte is read once, whatever the tables say. */
function joined(spans: readonly ByteSpan[], sizeBytes: number): ByteSpan[] {
  const sorted = spans.toSorted((a, b) => a.at - b.at)
  const out: ByteSpan[] = []
  for (const { at, end } of sorted) {
    const last = out.at(-1)
    if (last !== undefined && at <= last.end) last.end = Math.max(last.end, end)
    else out.push({ at, end: Math.min(end, sizeBytes) })
  }
  if (out.length > mostSpans) throw new Unknown('more stretches than are looked at')
  return out
}

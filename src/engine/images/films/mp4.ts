import { type ByteSpan, FilmCut, type FilmFile, isSurelyFilled, Unknown, type Wholeness } from './film-file.ts'
import { boxAt, type Mp4Box, type TopBoxes, topBoxes } from './mp4-boxes.ts'
import { type Fragments, fragmentsOf } from './mp4-fragments.ts'
import { requireIndexed, toldLength } from './mp4-said.ts'
import { isCompressedPicture, isPlainTable, tracksOf } from './mp4-tables.ts'

/** The table of an hour is some megabytes. */
const mostTableBytes = 64 * 1024 * 1024

/**
 * Whether an MP4 or MOV is all there: its table, no box past the end of the file, and every sample that the table or a
 * fragment names inside the media data.
 * @throws Cut, Unknown
 */
export async function mp4Wholeness(file: FilmFile): Promise<Wholeness> {
  const top = await topBoxes(file)
  const moovBox = top.boxes.find(({ type }) => type === 'moov')
  if (moovBox === undefined) throw new FilmCut('no table')
  if (moovBox.end - moovBox.body > mostTableBytes) throw new Unknown('a table larger than is looked at')
  const moov = await file.read(moovBox.body, moovBox.end - moovBox.body)
  // Compressed as a whole: old QuickTime, which nobody here reads.
  if (boxAt(moov, 'cmov') !== null) return 'unknown'
  const tracks = tracksOf(moov)
  const isFragmented = boxAt(moov, 'mvex') !== null
  if (isFragmented) await requireIndexed(file, top.boxes)
  const fragments = isFragmented ? await fragmentsOf(file, top.boxes, moov, tracks) : { spans: [], seconds: 0 }
  const spans = [...tracks.flatMap((track) => track.chunks.map((span) => ({ track, span }))), ...fragments.spans]
  if (spans.length === 0) throw new FilmCut('no samples')
  const media = top.boxes.filter(({ type }) => type === 'mdat')
  for (const { span } of spans) if (!isInside(span, media)) throw new FilmCut('a sample lies outside the media data')
  const isSure = await areSurelyFilled(file, spans)
  const wholeness = isFragmented ? fragmentedEnd(moov, top, fragments) : 'whole'
  return isSure ? wholeness : 'unknown'
}

function isInside({ at, end }: ByteSpan, media: Mp4Box[]): boolean {
  return at === end || media.some((box) => at >= box.body && end <= box.end)
}

/** @throws Cut where pictures of a track are not all there */
async function areSurelyFilled(file: FilmFile, spans: Fragments['spans']): Promise<boolean> {
  let isSure = true
  const byTrack = Map.groupBy(spans, ({ track }) => track)
  for (const [track, own] of byTrack) {
    if (track === undefined || isPlainTable(track) || !isCompressedPicture(track)) continue
    const all = own.map(({ span }) => span)
    isSure = (await isSurelyFilled(file, all, track.codec)) && isSure
  }
  return isSure
}

/**
 * Fragments follow one another without a count: the film says how long it is, or ends with an index of them, or nobody
 * knows whether another one should follow.
 */
function fragmentedEnd(moov: Buffer, { boxes, hasJunk }: TopBoxes, { seconds }: Fragments): Wholeness {
  if (hasJunk) throw new FilmCut('a fragment is missing')
  const told = toldLength(moov)
  if (told !== null && seconds < told.seconds - told.slack) throw new FilmCut('shorter than it says')
  return told !== null || boxes.at(-1)?.type === 'mfra' ? 'whole' : 'unknown'
}

import { type ByteSpan, FilmCut, type FilmFile, Unknown } from './film-file.ts'

/** A box of ISO base media (ISO/IEC 14496-12 §4.2): `at` is its first byte, `body` the first behind its header. */
export interface Mp4Box extends ByteSpan {
  type: string
  body: number
}

/** A film has some tens; a stream of fragments some thousands. */
const mostBoxes = 100_000

/** Letters, digits, spaces, and the sign of copyright that QuickTime's begin with. */
const isName = (type: string): boolean => /^[\x20-\x7e\xa9]{4}$/.test(type)

export interface TopBoxes {
  boxes: Mp4Box[]
  /** Whether something stands behind the last of them that is no box. */
  hasJunk: boolean
}

/**
 * The boxes of the file itself.
 * @throws Cut where one of them goes on past the end of the file
 */
export async function topBoxes(file: FilmFile): Promise<TopBoxes> {
  const boxes: Mp4Box[] = []
  for (let at = 0; at < file.sizeBytes; ) {
    const head = await file.read(at, 16)
    const type = head.toString('latin1', 4, 8)
    // Fewer bytes than a header has, where names stand before: what was appended is no part of the film.
    if (head.length < 8 || !isName(type)) return { boxes, hasJunk: true }
    const box = boxOf(head, type, at, file.sizeBytes)
    if (box.end > file.sizeBytes) throw new FilmCut(`${type} goes on past the end`)
    boxes.push(box)
    if (boxes.length > mostBoxes) throw new Unknown('more boxes than are looked at')
    at = box.end
  }
  return { boxes, hasJunk: false }
}

/** @param to where a box ends that says that it goes on to the end */
function boxOf(head: Buffer, type: string, at: number, to: number): Mp4Box {
  const said = head.readUInt32BE(0)
  const isLong = said === 1
  if (isLong && head.length < 16) throw new FilmCut('a length is cut off')
  const size = isLong ? Number(head.readBigUInt64BE(8)) : said === 0 ? to - at : said
  const body = at + (isLong ? 16 : 8)
  if (at + size < body) throw new FilmCut(`${type} is shorter than its header`)
  return { type, at, body, end: at + size }
}

/**
 * The boxes within one that was read whole.
 * @throws Cut where one of them does not fit in it
 */
export function boxesIn(bytes: Buffer): { type: string; bytes: Buffer }[] {
  const found: { type: string; bytes: Buffer }[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const box = boxOf(bytes.subarray(at, at + 16), type, at, bytes.length)
    // Within another none goes on to the end, and none is without a name.
    if (box.end > bytes.length || !isName(type) || bytes.readUInt32BE(at) === 0) throw new FilmCut('a box does not fit')
    found.push({ type, bytes: bytes.subarray(box.body, box.end) })
    if (found.length > mostBoxes) throw new Unknown('more boxes than are looked at')
    at = box.end
  }
  return found
}

/** Down a path of names, each the first of its name. */
export function boxAt(bytes: Buffer, ...path: string[]): Buffer | null {
  let here: Buffer | undefined = bytes
  for (const name of path) {
    here = boxesIn(here).find(({ type }) => type === name)?.bytes
    if (here === undefined) return null
  }
  return here
}

/** @throws Cut */
export function needed(bytes: Buffer, ...path: string[]): Buffer {
  const found = boxAt(bytes, ...path)
  if (found === null) throw new FilmCut(`no ${path.join('/')}`)
  return found
}

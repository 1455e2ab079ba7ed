import { open } from 'node:fs/promises'
import { isNoPicture, isPictureKind, type SourceKind } from './worker/kinds.ts'
import { sniff } from './worker/sniff.ts'

/** As far as any signature, and a page of text, has to be looked at. */
const headBytes = 4096

/**
 * What a file is by its first bytes, without a worker; null where it is no picture and no film.
 * @throws the system's error
 */
export async function sniffFile(path: string): Promise<SourceKind | null> {
  const kind = sniff(await headOf(path))
  return kind === null || isNoPicture(kind) ? null : kind
}

/** Whether bytes begin as pictures and films do that results come in, by signatures that are no chance. */
export function beginsAsResult(head: Buffer): boolean {
  const kind = sniff(head)
  return kind !== null && (isPictureKind(kind) || kind === 'heic' || kind === 'video')
}

export const films = ['mp4', 'mov', '3gp', 'webm', 'mkv', 'avi', 'mpg', 'wmv', 'flv'] as const
/** A film, by what it is packed in, as the file itself says. */
export type FilmFormat = (typeof films)[number]

/**
 * Which kind of film a file is; null where it is none.
 * @throws the system's error
 */
export async function sniffFilm(path: string): Promise<FilmFormat | null> {
  const head = await headOf(path)
  if (sniff(head) !== 'video') return null
  const film = containers.find(([, at, text]) => head.toString('latin1', at, at + text.length) === text)?.[0] ?? 'mp4'
  if (film === 'webm') return docTypeOf(head) === 'matroska' ? 'mkv' : film
  return film === 'mp4' && head.toString('latin1', 4, 8) === 'ftyp' ? filmOfBrand(head.toString('latin1', 8, 12)) : film
}

/** QuickTime's brand, and those of 3GPP (TS 26.244, 5.3); what has any other is called MP4. */
function filmOfBrand(brand: string): FilmFormat {
  if (brand === 'qt  ') return 'mov'
  return /^3g[egprs]\d$/.test(brand) ? '3gp' : 'mp4'
}

/** The element of that name in the header (RFC 8794, 11.2): a WebM is a Matroska with less in it. */
const docTypeId = '\x42\x82'

/** Empty where the header does not say it as it should. */
function docTypeOf(head: Buffer): string {
  const header = elementAt(head, 0)
  for (let at = header?.body ?? head.length; at < Math.min(header?.end ?? 0, head.length); ) {
    const element = elementAt(head, at)
    if (element === null) return ''
    if (element.id === docTypeId) return head.toString('latin1', element.body, element.end).replace(/\0+$/, '')
    at = element.end
  }
  return ''
}

/** One element of EBML, by its id as it stands there: the zeros at the front of id and size say how long each is. */
function elementAt(bytes: Buffer, at: number): { id: string; body: number; end: number } | null {
  const idBytes = Math.clz32(bytes[at] ?? 0) - 23
  const sizeAt = at + idBytes
  const sizeBytes = Math.clz32(bytes[sizeAt] ?? 0) - 23
  const body = sizeAt + sizeBytes
  if (idBytes > 4 || sizeBytes > 6 || body > bytes.length) return null
  const size = bytes.readUIntBE(sizeAt, sizeBytes) % 2 ** (7 * sizeBytes)
  return { id: bytes.toString('latin1', at, sizeAt), body, end: body + size }
}

/** All that `sniff` takes for a film. Boxes first: the length of one may look like another's signature. */
const containers: [film: FilmFormat, at: number, latin1: string][] = [
  ['mp4', 4, 'ftyp'],
  ['mp4', 4, 'moov'],
  ['mp4', 4, 'mdat'],
  ['mp4', 4, 'wide'],
  ['webm', 0, '\x1a\x45\xdf\xa3'],
  ['avi', 0, 'RIFF'],
  ['mpg', 0, '\0\0\x01\xba'],
  ['mpg', 0, '\0\0\x01\xb3'],
  ['wmv', 0, '\x30\x26\xb2\x75'],
  ['flv', 0, 'FLV\x01'],
]

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await file.read(head, 0, headBytes, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

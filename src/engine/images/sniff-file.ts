import { open } from 'node:fs/promises'
import { isNoPicture, isPictureKind, type Kind } from './worker/kinds.ts'
import { sniff } from './worker/sniff.ts'

/** As far as any signature, and a page of text, has to be looked at. */
const headBytes = 4096

/**
 * What a file is by its first bytes, without a worker; null where it is no picture and no film.
 * @throws the system's error
 */
export async function sniffFile(path: string): Promise<Kind | null> {
  const kind = sniff(await headOf(path))
  return kind === null || isNoPicture(kind) ? null : kind
}

/** Whether bytes begin as pictures and films do that results come in, by signatures that are no chance. */
export function beginsAsResult(head: Buffer): boolean {
  const kind = sniff(head)
  return kind !== null && (isPictureKind(kind) || kind === 'heic' || kind === 'video')
}

export const films = ['mp4', 'webm', 'avi', 'mpg', 'wmv', 'flv'] as const
/** A film, by what it is packed in. */
export type Film = (typeof films)[number]

/**
 * Which kind of film a file is; null where it is none.
 * @throws the system's error
 */
export async function sniffFilm(path: string): Promise<Film | null> {
  const head = await headOf(path)
  if (sniff(head) !== 'video') return null
  return containers.find(([, at, text]) => head.toString('latin1', at, at + text.length) === text)?.[0] ?? 'mp4'
}

/** All that `sniff` takes for a film. Boxes first: the length of one may look like another's signature. */
const containers: [film: Film, at: number, latin1: string][] = [
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

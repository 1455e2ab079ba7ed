import { sniffFile, sniffFilm } from '../engine/images/sniff-file.ts'

const pictures: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
}
const films: Record<string, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
}

/**
 * As what the page may show somebody's file: by its first bytes alone, for its name was given by anybody. A picture that
 * is called like a script is a picture.
 * @returns null where it is no picture and no film that a page shows
 * @throws the system's error
 */
export async function shownType(path: string): Promise<string | null> {
  const kind = await sniffFile(path)
  if (kind === 'video') return films[(await sniffFilm(path)) ?? ''] ?? null
  return pictures[kind ?? ''] ?? null
}

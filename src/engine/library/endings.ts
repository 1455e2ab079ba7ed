import { type FilmFormat, films } from '../images/sniff-file.ts'
import type { SourceKind } from '../images/worker/kinds.ts'

type Format = Exclude<SourceKind, 'text' | 'zip'> | FilmFormat

/** What the name of a file of each format ends in, so that other programs know it. */
const endings: Record<Format, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  tiff: 'tiff',
  avif: 'avif',
  heic: 'heic',
  svg: 'svg',
  psd: 'psd',
  raw: 'raw',
  pdf: 'pdf',
  postscript: 'ps',
  jxl: 'jxl',
  jpeg2000: 'jp2',
  bmp: 'bmp',
  ico: 'ico',
  exr: 'exr',
  hdr: 'hdr',
  affinity: 'af',
  figma: 'fig',
  indesign: 'indd',
  gimp: 'xcf',
  mp4: 'mp4',
  mov: 'mov',
  '3gp': '3gp',
  webm: 'webm',
  mkv: 'mkv',
  avi: 'avi',
  mpg: 'mpg',
  wmv: 'wmv',
  flv: 'flv',
  video: 'mp4',
}

const isFormat = (text: string): text is Format => Object.hasOwn(endings, text)

/** Without a dot. */
export const endingOf = (format: string): string => (isFormat(format) ? endings[format] : format)

/** The format that a file's name tells, where nobody can look into it. */
export function formatOfName(name: string): { format: string; mediaType: 'image' | 'video' } {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const [format = ending] = Object.entries(endings).find(([, one]) => one === ending) ?? []
  return { format, mediaType: films.some((film) => film === format) ? 'video' : 'image' }
}

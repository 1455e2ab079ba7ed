import type { SourceKind } from './kinds.ts'
import { isText, looksLikeSvg } from './sniff-text.ts'
import { tiffKind } from './sniff-tiff.ts'

type Signature = [kind: SourceKind, at: number, latin1: string]

/** Longer and stricter ones first where two could match. */
const signatures: Signature[] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['psd', 0, '8BPS'],
  ['pdf', 0, '%PDF-'],
  ['postscript', 0, '%!PS'],
  ['postscript', 0, '\xc5\xd0\xd3\xc6'],
  ['jxl', 0, '\xff\x0a'],
  ['jxl', 0, '\0\0\0\x0cJXL \r\n\x87\n'],
  ['jpeg2000', 0, '\0\0\0\x0cjP  \r\n\x87\n'],
  ['jpeg2000', 0, '\xff\x4f\xff\x51'],
  ['exr', 0, '\x76\x2f\x31\x01'],
  ['hdr', 0, '#?RADIANCE'],
  ['hdr', 0, '#?RGBE'],
  ['affinity', 0, '\0\xffKA'],
  ['figma', 0, 'fig-kiwi'],
  ['indesign', 0, '\x06\x06\xed\xf5\xd8\x1d\x46\xe5'],
  ['gimp', 0, 'gimp xcf'],
  ['raw', 0, 'FUJIFILMCCD-RAW'],
  ['raw', 0, 'FOVb'],
  ['raw', 0, '\0MRM'],
  ['raw', 0, 'IIU\0'],
  ['raw', 0, 'IIRO'],
  ['raw', 0, 'IIRS'],
  ['raw', 0, 'MMOR'],
  ['video', 0, '\x1a\x45\xdf\xa3'],
  ['video', 4, 'moov'],
  ['video', 4, 'mdat'],
  ['video', 4, 'wide'],
  ['video', 0, '\0\0\x01\xba'],
  ['video', 0, '\0\0\x01\xb3'],
  ['video', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['video', 0, 'FLV\x01'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'Rar!'],
  ['zip', 0, '7z\xbc\xaf\x27\x1c'],
  ['zip', 0, '\x1f\x8b\x08'],
  ['ico', 0, '\0\0\x01\0'],
  ['ico', 0, 'icns'],
  ['bmp', 0, 'BM'],
]

/** What a file is by its content; its name does not count. Null where nothing is known of it. */
export function sniff(bytes: Buffer): SourceKind | null {
  const found = signatures.find(([, at, text]) => bytes.toString('latin1', at, at + text.length) === text)
  if (found) return found[0]
  const start = bytes.toString('latin1', 0, 4)
  if (start === 'RIFF') return riffKind(bytes)
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return ftypKind(bytes)
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(start)) return tiffKind(bytes)
  if (looksLikeSvg(bytes)) return 'svg'
  return isText(bytes) ? 'text' : null
}

function riffKind(bytes: Buffer): SourceKind | null {
  const form = bytes.toString('latin1', 8, 12)
  if (form === 'WEBP') return 'webp'
  return form === 'AVI ' ? 'video' : null
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

/** ISO base media: HEIC, AVIF, Canon's CR3 and films all begin alike; the brands tell them apart. */
function ftypKind(bytes: Buffer): SourceKind {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 4096)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  if (brands[0] === 'crx ') return 'raw'
  if (brands.includes('avif') || brands.includes('avis')) return 'avif'
  if (brands.some((brand) => heicBrands.includes(brand)) || brands[0] === 'mif1' || brands[0] === 'msf1') return 'heic'
  return 'video'
}

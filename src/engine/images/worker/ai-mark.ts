import { crc32 } from 'node:zlib'

/** IPTC's word for what made a picture, as XMP: programs that show where pictures come from read it there. */
export const sourceTypes = ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'] as const
export type SourceType = (typeof sourceTypes)[number]

export const xmpOf = (source: SourceType): string => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${source}"/></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`

/**
 * How every mark of ours begins. Other programs write XMP in forms of their own, so a file that holds this came from an
 * export: of this library, of practice's, or on another computer. Where the mark changes, this form is still looked for.
 */
const ownBeginning = Buffer.from(xmpOf('trainedAlgorithmicMedia').split('trainedAlgorithmicMedia')[0] ?? '', 'utf8')

/** Looks for our mark in a file that is read piece by piece, in whatever format. */
export class AiMarkSearch {
  #end: Buffer = Buffer.alloc(0)
  isFound = false

  readonly look = (chunk: Buffer): void => {
    if (this.isFound) return
    // The mark may lie across two pieces.
    const joined = Buffer.concat([this.#end, chunk])
    this.isFound = joined.includes(ownBeginning)
    this.#end = joined.subarray(-(ownBeginning.length - 1))
  }
}

/**
 * The same picture with the mark; no pixel changes. Null where the format has no place for it here, or where the file
 * carries XMP of its own, which is not overwritten.
 */
export function withAiMark(
  bytes: Buffer,
  format: string,
  picture: { width: number; height: number; hasAlpha: boolean },
  source: SourceType,
): Buffer | null {
  const xmp = Buffer.from(xmpOf(source), 'utf8')
  switch (format) {
    case 'png':
      return inPng(bytes, xmp)
    case 'jpeg':
      return inJpeg(bytes, xmp)
    case 'webp':
      return inWebp(bytes, xmp, picture)
    default:
      return null
  }
}

const pngKey = 'XML:com.adobe.xmp'

/** After the header. As plain text: compressed XMP is missed by many readers. */
function inPng(bytes: Buffer, xmp: Buffer): Buffer | null {
  const end = 33
  if (bytes.length < end || bytes.toString('latin1', 12, 16) !== 'IHDR' || bytes.includes(pngKey)) return null
  const data = Buffer.concat([Buffer.from(`iTXt${pngKey}\0\0\0\0\0`, 'latin1'), xmp])
  const chunk = Buffer.alloc(data.length + 8)
  chunk.writeUInt32BE(data.length - 4, 0)
  data.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(data), data.length + 4)
  return Buffer.concat([bytes.subarray(0, end), chunk, bytes.subarray(end)])
}

const jpegKey = 'http://ns.adobe.com/xap/1.0/\0'

/** After the segments that must come first. */
function inJpeg(bytes: Buffer, xmp: Buffer): Buffer | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.includes(jpegKey)) return null
  let at = 2
  while (at + 4 < bytes.length && (bytes.readUInt16BE(at) === 0xffe0 || bytes.readUInt16BE(at) === 0xffe1))
    at += 2 + bytes.readUInt16BE(at + 2)
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xffe1, 0)
  head.writeUInt16BE(2 + jpegKey.length + xmp.length, 2)
  return Buffer.concat([bytes.subarray(0, at), head, Buffer.from(jpegKey, 'latin1'), xmp, bytes.subarray(at)])
}

/** Only the extended form holds XMP: a simple file is given its header, with the same picture inside. */
function inWebp(
  bytes: Buffer,
  xmp: Buffer,
  { width, height, hasAlpha }: { width: number; height: number; hasAlpha: boolean },
): Buffer | null {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const isExtended = bytes.toString('latin1', 12, 16) === 'VP8X'
  const xmpFlag = 0x04
  let header: Buffer
  let rest: Buffer
  if (isExtended) {
    header = Buffer.from(bytes.subarray(12, 30))
    if ((header.readUInt8(8) & xmpFlag) !== 0) return null
    header.writeUInt8(header.readUInt8(8) | xmpFlag, 8)
    rest = bytes.subarray(30)
  } else {
    header = Buffer.alloc(18)
    header.write('VP8X', 'latin1')
    header.writeUInt32LE(10, 4)
    header.writeUInt8(xmpFlag | (hasAlpha ? 0x10 : 0), 8)
    header.writeUIntLE(width - 1, 12, 3)
    header.writeUIntLE(height - 1, 15, 3)
    rest = bytes.subarray(12)
  }
  const chunk = Buffer.alloc(8 + xmp.length + (xmp.length % 2))
  chunk.write('XMP ', 'latin1')
  chunk.writeUInt32LE(xmp.length, 4)
  xmp.copy(chunk, 8)
  const riff = Buffer.from(bytes.subarray(0, 12))
  riff.writeUInt32LE(4 + header.length + rest.length + chunk.length, 4)
  return Buffer.concat([riff, header, rest, chunk])
}

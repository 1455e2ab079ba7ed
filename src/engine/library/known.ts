import { open } from 'node:fs/promises'
import type { Images } from '../images/port.ts'
import type { Asset } from '../store/assets.ts'

/** What the library keeps about a file beside where it is and what it is called. */
export type Known = Pick<
  Asset,
  'format' | 'width' | 'height' | 'hasAlpha' | 'dominantColour' | 'perceptualHash' | 'profile' | 'mediaType'
>

/** What a file is, by its content. A picture must decode whole; a video is known by its first bytes. */
export async function knownOf(path: string, images: Images): Promise<Known> {
  const video = await videoFormat(path)
  return video === null ? { ...(await images.examine(path)), mediaType: 'image' } : unseen(video, 'video')
}

/** Of a file that nobody has looked into: its format and no more. */
export const unseen = (format: string, mediaType: Known['mediaType']): Known => ({
  format,
  width: null,
  height: null,
  hasAlpha: false,
  dominantColour: null,
  perceptualHash: null,
  profile: null,
  mediaType,
})

async function videoFormat(path: string): Promise<'mp4' | 'webm' | null> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(12)
    await file.read(head, 0, 12, 0)
    if (
      head.toString('latin1', 4, 8) === 'ftyp' &&
      !/^(avi[fs]|hei[cx]|mif1|msf1)/.test(head.toString('latin1', 8, 12))
    )
      return 'mp4'
    return head.readUInt32BE(0) === 0x1a45dfa3 ? 'webm' : null
  } finally {
    await file.close()
  }
}

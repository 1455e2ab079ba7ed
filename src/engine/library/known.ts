import type { Images } from '../images/port.ts'
import { sniffFilm } from '../images/sniff-file.ts'
import type { Asset } from '../store/assets.ts'

/** What the library keeps about a file beside where it is and what it is called. */
export type Known = Pick<
  Asset,
  'format' | 'width' | 'height' | 'hasAlpha' | 'dominantColour' | 'perceptualHash' | 'profile' | 'mediaType'
>

/** What a file is, by its content. A picture must decode whole; a video is known by its first bytes. */
export async function knownOf(path: string, images: Images): Promise<Known> {
  const film = await sniffFilm(path)
  return film === null ? { ...(await images.examine(path)), mediaType: 'image' } : unseen(film, 'video')
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

import { dirname } from 'node:path'
import { ImageWorkerError } from '../images/errors.ts'
import { filmWholeness } from '../images/films/whole-film.ts'
import type { Images } from '../images/port.ts'
import { sniffFilm } from '../images/sniff-file.ts'
import { answered, fileLimitMs } from '../platform/disk-answer.ts'
import type { Asset } from '../store/assets.ts'

/** What the library keeps about a file beside where it is and what it is called. */
export type Known = Pick<
  Asset,
  'format' | 'width' | 'height' | 'hasAlpha' | 'dominantColour' | 'palette' | 'perceptualHash' | 'profile' | 'mediaType'
>

export interface KnownFiles {
  known: Known
  /** It decodes whole, or all that its tables name is there. False: nobody here can tell, which is neither whole nor cut. */
  isChecked: boolean
}

/**
 * What a file is, by its content: the one judge of what is whole. A picture must decode to its last row, a film hold all
 * that its tables name.
 * @param folder of its disk, which may not answer (disk-answer.ts)
 * @throws ImageWorkerError; `damaged` where it is not whole
 */
export async function knownOf(path: string, images: Images, folder = dirname(path)): Promise<KnownFiles> {
  const film = await answered(folder, () => sniffFilm(path))
  if (film === null) return { known: { ...(await images.examine(path)), mediaType: 'image' }, isChecked: true }
  const wholeness = await answered(folder, () => filmWholeness(path, film), fileLimitMs(0))
  if (wholeness === 'cut')
    throw new ImageWorkerError('damaged', 'This video is cut off: a part of the file is missing.')
  return { known: unseen(film, 'video'), isChecked: wholeness === 'whole' }
}

/** Of a file that nobody has looked into: its format and no more. */
export const unseen = (format: string, mediaType: Known['mediaType']): Known => ({
  format,
  width: null,
  height: null,
  hasAlpha: false,
  dominantColour: null,
  palette: null,
  perceptualHash: null,
  profile: null,
  mediaType,
})

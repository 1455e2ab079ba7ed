import { open, stat } from 'node:fs/promises'
import type { FilmFormat } from '../sniff-file.ts'
import { FilmCut, type FilmFile, Unknown, type Wholeness } from './film-file.ts'
import { mp4Wholeness } from './mp4.ts'
import { webmWholeness } from './webm.ts'

/**
 * Whether a film is all there, by its own tables: a line without a length may have broken without a word. It is walked,
 * not decoded; what is walked is bounded, whatever the file says of itself.
 * @throws the system's error
 */
export async function filmWholeness(path: string, film: FilmFormat): Promise<Wholeness> {
  const handle = await open(path, 'r')
  try {
    const { size } = await stat(path)
    return await judge(film, {
      sizeBytes: size,
      read: async (at, length) => {
        const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, at)
        return bytes.subarray(0, bytesRead)
      },
    })
  } finally {
    await handle.close()
  }
}

/** Pure but for what it reads: every file has an answer. */
export async function judge(film: FilmFormat, file: FilmFile): Promise<Wholeness> {
  try {
    switch (film) {
      case 'mp4':
      case 'mov':
      case '3gp':
        return await mp4Wholeness(file)
      case 'webm':
      case 'mkv':
        return await webmWholeness(file)
      case 'avi':
        return await aviWholeness(file)
      default:
        return 'unknown'
    }
  } catch (error) {
    if (error instanceof FilmCut) return 'cut'
    if (error instanceof Unknown) return 'unknown'
    throw error
  }
}

/** RIFF says how long it is; of its index nothing is read. */
async function aviWholeness({ sizeBytes, read }: FilmFile): Promise<Wholeness> {
  const head = await read(0, 12)
  return head.length === 12 && head.readUInt32LE(4) + 8 <= sizeBytes ? 'unknown' : 'cut'
}

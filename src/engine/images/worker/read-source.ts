import { createHash } from 'node:crypto'
import { type FileHandle, stat } from 'node:fs/promises'
import { codeOf } from '../../../domain/error-code.ts'
import { openFile } from './look-at-file.ts'
import { PictureProblem, UnreadProblem } from './problem.ts'
import { readMemory } from './read-memory.ts'
import { words } from './words.ts'

/** Larger than any upload may be (§8), since much is prepared from larger originals. */
const maxSourceBytes = 256 * 2 ** 20

export interface SourcePicture {
  /** Until the next file is read; after that only where `isReleasable` was asked for. */
  bytes: Buffer
  /** Of the whole file. */
  sizeBytes: number
  /** Its last bytes, as many as were asked for and it has. */
  tail: Buffer
}

/**
 * The file in memory, or its first `headBytes`, read by our own code: libvips gets bytes of a known length and
 * never a path. Throws a PictureProblem for what a designer can do something about.
 * @param options `isReleasable`: in memory of its own, for `release`
 */
export async function readSource(
  path: string,
  { maxBytes = maxSourceBytes, headBytes = Number.POSITIVE_INFINITY, tailBytes = 0, isReleasable = false } = {},
): Promise<SourcePicture> {
  let file: FileHandle | undefined
  try {
    if ((await stat(path)).isDirectory()) throw new PictureProblem('This is a folder', 'add the pictures inside it')
    file = (await openFile(path)) ?? undefined
    if (!file) throw new PictureProblem('This is not a file', 'add a picture file')
    const { size } = await file.stat()
    if (size === 0) throw new PictureProblem('This file is empty', 'copy or export it again and add that')
    if (size > maxBytes) throw tooLarge(size, maxBytes)
    const wanted = Math.min(size, headBytes)
    const memory = isReleasable ? Buffer.allocUnsafeSlow(wanted) : readMemory(wanted)
    const tail = Buffer.alloc(Math.min(size, tailBytes))
    return {
      bytes: await readFrom(file, 0, memory),
      sizeBytes: size,
      tail: await readFrom(file, size - tail.length, tail),
    }
  } catch (error) {
    throw error instanceof PictureProblem ? error : systemProblem(error)
  } finally {
    await file?.close()
  }
}

async function readFrom(file: FileHandle, from: number, bytes: Buffer): Promise<Buffer> {
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled)
    if (bytesRead === 0)
      throw new UnreadProblem('This file changed while it was read', 'wait until it is saved and add it again')
    filled += bytesRead
  }
  return bytes
}

function tooLarge(size: number, maxBytes: number): PictureProblem {
  return new PictureProblem(
    `This file has ${words.bytes(size)}, more than the ${words.bytes(maxBytes)} that can be prepared`,
    'export it smaller and add that',
  )
}

function systemProblem(error: unknown): UnreadProblem {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new UnreadProblem('This file is no longer there', 'put it back or add it from where it is now')
  if (code === 'EACCES' || code === 'EPERM')
    return new UnreadProblem(
      'This file may not be read',
      'change its permissions, or copy it to a folder of your own and add that',
    )
  return new UnreadProblem('This file could not be read from its disk', 'copy it to another disk and add that')
}

/**
 * What is prepared is what was approved, whatever became of the file since somebody hashed it.
 * @param sha256 undefined: nobody said which content is meant
 */
export function requireContent(bytes: Buffer, sha256: string | undefined): void {
  if (sha256 === undefined || createHash('sha256').update(bytes).digest('hex') === sha256) return
  throw new PictureProblem('This file has changed since it was approved', 'order again with the file as it is now')
}

/** Gives a releasable source's memory back at once, where the decoded pixels are all that is still needed. */
export function release(bytes: Buffer): void {
  if (bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0)
}

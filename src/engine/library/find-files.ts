import { stat } from 'node:fs/promises'
import { codeOf } from '../../domain/error-code.ts'
import { hashFile } from '../platform/files.ts'
import { filesBelow, isPlain } from './walk.ts'

export interface LibraryFile {
  path: string
  name: string
  /** Below the library's folder, with `/`. */
  relativePath: string
  sizeBytes: number
  modifiedMs: number
}

/** What the disk does not tell now and may tell another time: a file there is not gone. */
const mayTellLater = (error: unknown): boolean =>
  !['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))

/**
 * Every plain file of the library, wherever the user moved it; hidden ones and links are left alone. What does not read
 * costs itself alone.
 * @returns `isWhole`: false where a part was not told that may be told another time
 * @throws the system's error when the folder itself cannot be read: a disk that is not there has lost nothing
 */
export async function libraryFiles(library: string): Promise<{ files: LibraryFile[]; isWhole: boolean }> {
  const files: LibraryFile[] = []
  let isWhole = true
  const onUntold = (error: unknown, below: string): void => {
    if (below === '') throw error
    if (mayTellLater(error)) isWhole = false
  }
  for await (const met of filesBelow(library, isPlain, onUntold)) {
    try {
      const { size, mtimeMs } = await stat(met.path)
      files.push({ ...met, sizeBytes: size, modifiedMs: mtimeMs })
    } catch (error) {
      onUntold(error, met.relativePath)
    }
  }
  return { files, isWhole }
}

/**
 * Finds files by content: first those whose names carry the mark of what is looked for, then, only for what was not
 * among them, all others.
 * @param onUntold told where a file's bytes were not read now, and may be another time
 * @returns for each wanted one its file, or null
 */
export async function findByContent(
  files: LibraryFile[],
  wanted: { sha256: string; mark: string }[],
  signal: AbortSignal,
  onUntold: () => void,
): Promise<(LibraryFile | null)[]> {
  const missing = new Set(wanted.map(({ sha256 }) => sha256))
  const found = new Map<string, LibraryFile[]>()
  const look = async (file: LibraryFile): Promise<void> => {
    // A file that cannot be read now is not taken for another.
    const hashed = await hashFile(file.path).catch((error: unknown) => {
      if (mayTellLater(error)) onUntold()
      return null
    })
    if (hashed === null) return
    found.set(hashed.sha256, [...(found.get(hashed.sha256) ?? []), file])
    missing.delete(hashed.sha256)
  }
  const marks = new Set(wanted.map(({ mark }) => mark))
  const isMarked = ({ name }: LibraryFile): boolean => marksOf(name).some((mark) => marks.has(mark))
  for (const file of files.filter(isMarked)) if (!signal.aborted) await look(file)
  for (const file of files.filter((one) => !isMarked(one))) if (!signal.aborted && missing.size > 0) await look(file)
  return wanted.map(({ sha256, mark }) => {
    const same = found.get(sha256) ?? []
    // Of files with the same content, one that carries another's mark is the other's.
    const isOfOther = ({ name }: LibraryFile): boolean => marksOf(name).some((each) => marks.has(each))
    return (
      same.find(({ name }) => marksOf(name).includes(mark)) ?? same.find((file) => !isOfOther(file)) ?? same[0] ?? null
    )
  })
}

/** `lighthouse-0b7c3a52_02.png` carries the first eight characters of its request; a plain name carries none. */
const marksOf = (name: string): string[] => [...name.matchAll(/-([0-9a-f]{8})(?=[-_.])/g)].map(([, mark]) => mark ?? '')

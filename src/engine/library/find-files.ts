import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from '../files.ts'

export interface LibraryFile {
  path: string
  name: string
  /** Below the library's folder, with `/`. */
  relativePath: string
  sizeBytes: number
  modifiedMs: number
}

/**
 * Every plain file of the library, wherever the user moved it; hidden ones and links are left alone.
 * @throws the system's error when the folder itself cannot be read: a disk that is not there has lost nothing
 */
export async function libraryFiles(library: string): Promise<LibraryFile[]> {
  const files: LibraryFile[] = []
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(library, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const relativePath = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) await walk(relativePath)
      if (!entry.isFile()) continue
      const path = join(library, relativePath)
      const { size, mtimeMs } = await stat(path)
      files.push({ path, name: entry.name, relativePath, sizeBytes: size, modifiedMs: mtimeMs })
    }
  }
  await walk('')
  return files
}

/**
 * Finds files by content: first those whose names carry the mark of what is looked for, then, only for what was not
 * among them, all others.
 * @returns for each wanted one its file, or null
 */
export async function findByContent(
  files: LibraryFile[],
  wanted: { sha256: string; mark: string }[],
  signal: AbortSignal,
): Promise<(LibraryFile | null)[]> {
  const missing = new Set(wanted.map(({ sha256 }) => sha256))
  const found = new Map<string, LibraryFile[]>()
  const look = async (file: LibraryFile): Promise<void> => {
    // A file that cannot be read now is not taken for another.
    const hashed = await hashFile(file.path).catch(() => null)
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
    return same.find(({ name }) => marksOf(name).includes(mark)) ?? same[0] ?? null
  })
}

/** `lighthouse-0b7c3a52_02.png` carries the first eight characters of its request. */
const marksOf = (name: string): string[] => [...name.matchAll(/-([0-9a-f]{8})(?=[-_.])/g)].map(([, mark]) => mark ?? '')

import { join } from 'node:path'
import type { ResultNames } from '../../domain/naming/file-name.ts'
import { answered, fileAnswered, fileLimitMs } from '../platform/disk-answer.ts'
import { renameDurablyLater, syncFolderLater } from '../platform/durable-file.ts'
import { hashFile } from '../platform/files.ts'
import { takeName } from '../platform/take-name.ts'
import type { Assets } from '../store/assets.ts'
import { freeName } from './free-name.ts'

interface Came {
  assetId: string
  names: ResultNames
  /** Whole and synced, in the very folder. */
  incoming: string
  library: string
  folder: string
  sha256: string
  sizeBytes: number
}

/** Places that this process gives results at this moment, which no row has yet: the same bytes there are another's. */
const beingTaken = new Set<string>()

/** So many of one name are numbered; what comes after them has its request's own, which is free without a search. */
const mostNumbered = 99

/**
 * Gives a result its name: the first number of it that no other has, on disk or in the library, be its file moved away
 * since; else the one that is its request's own. After a crash the same file has the same name again.
 * @param record gives the name its row, at once
 * @throws the system's error
 */
export async function takeResultName<T>(
  came: Came,
  assets: Pick<Assets, 'get' | 'isNamed'>,
  record: (name: string) => T,
): Promise<T> {
  const { assetId, names, incoming, library, folder, sha256, sizeBytes } = came
  const limitMs = fileLimitMs(sizeBytes)
  // Its own row is there where a crash came before the receipt said that it is at home.
  const own = assets.get(assetId)
  for (let n = 1; n <= mostNumbered; n += 1) {
    const name = names.numbered(n)
    const path = join(folder, name)
    const isFreeName = own === null ? !assets.isNamed(name) : own.name === name
    if (!isFreeName || beingTaken.has(path)) continue
    beingTaken.add(path)
    try {
      const isTaken = await answered(library, () => takeName('result rename', incoming, path), limitMs)
      if (isTaken || (await fileAnswered(library, () => holds(path, sha256), sizeBytes))) {
        await answered(library, () => syncFolderLater(folder), limitMs)
        return record(name)
      }
    } finally {
      beingTaken.delete(path)
    }
  }
  const name = await fileAnswered(library, () => freeName(folder, names.own, sha256), sizeBytes)
  await answered(library, () => renameDurablyLater('result rename', incoming, join(folder, name)), limitMs)
  return record(name)
}

const holds = async (path: string, sha256: string): Promise<boolean> =>
  (await hashFile(path).catch(() => null))?.sha256 === sha256

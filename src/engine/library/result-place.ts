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

/**
 * Gives a result its name: the plain one where no other has it, on disk or in the library, be its file moved away since;
 * else the one that is its request's own. After a crash the same file has the same name again.
 * @param record gives the name its row, at once
 * @throws the system's error
 */
export async function takeResultName<T>(
  came: Came,
  assets: Pick<Assets, 'get' | 'isNamed'>,
  record: (name: string) => T,
): Promise<T> {
  const { assetId, names, incoming, library, folder, sha256, sizeBytes } = came
  const plain = join(folder, names.plain)
  const limitMs = fileLimitMs(sizeBytes)
  // Its own row is there where a crash came before the receipt said that it is at home.
  const own = assets.get(assetId)
  const isFreeName = own === null ? !assets.isNamed(names.plain) : own.name === names.plain
  if (isFreeName && !beingTaken.has(plain)) {
    beingTaken.add(plain)
    try {
      const isTaken = await answered(library, () => takeName('result rename', incoming, plain), limitMs)
      if (isTaken || (await fileAnswered(library, () => holds(plain, sha256), sizeBytes))) {
        await answered(library, () => syncFolderLater(folder), limitMs)
        return record(names.plain)
      }
    } finally {
      beingTaken.delete(plain)
    }
  }
  const name = await fileAnswered(library, () => freeName(folder, names.own, sha256), sizeBytes)
  await answered(library, () => renameDurablyLater('result rename', incoming, join(folder, name)), limitMs)
  return record(name)
}

const holds = async (path: string, sha256: string): Promise<boolean> =>
  (await hashFile(path).catch(() => null))?.sha256 === sha256

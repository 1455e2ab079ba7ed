/** What the system says of a folder and of the disk that it lies on. */
export interface FolderFacts {
  /** The file system's own number of the folder. The root of a disk has the same one on every disk of its kind. */
  ino: bigint
  /** When the folder was made, in ns since 1970; 0 or a day long past where the file system does not keep that. */
  birthtimeNs: bigint
  /** The disk's own name, as its file system bears it; null where the system does not tell. */
  disk: string | null
  /** The kind of file system, by the system's number, and how many blocks it has. */
  type: bigint
  blocks: bigint
}

/** File systems of cards have no time of a root's making, or one at the beginning of their calendar, which is 1980. */
const noBirthBeforeNs = BigInt(Date.UTC(1981)) * 1_000_000n

/** @returns when it was made, in ns since 1970; empty where the file system does not tell */
export const birthIn = (birthtimeNs: bigint): bigint | '' => (birthtimeNs < noBirthBeforeNs ? '' : birthtimeNs)

/** Linux's numbers of NFS, SMB and FUSE: another one in their place does not come by being plugged in, and their size changes. */
const shares: ReadonlySet<bigint> = new Set([0x6969n, 0x517bn, 0xff534d42n, 0xfe534d42n, 0x65735546n])

/**
 * Tells a folder from any other that may come to stand under its path, with another disk as well: what is on that is new
 * in every file, and would all be ordered. Of cards that tell neither a name nor when they were made the size must do.
 */
export function folderIdOf({ ino, birthtimeNs, disk, type, blocks }: FolderFacts): string {
  const birth = birthIn(birthtimeNs)
  const size = birth === '' && disk === null && !shares.has(type) ? blocks : ''
  return [ino, birth, type, size, disk ?? ''].join('.')
}

/** Whether it was made by a version that knew the folder's number alone, which does not tell one disk from another. */
export const isBareNumber = (folderId: string): boolean => /^\d+$/.test(folderId)

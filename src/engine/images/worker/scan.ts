import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { lstat, opendir, readdir, realpath, stat, statfs } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { codeOf } from '../../../domain/error-code.ts'
import { folderIdOf } from '../../../domain/watch/folder-id.ts'
import { FolderError } from '../../platform/folder-error.ts'
import { lostSign, nameOfBytes } from '../../platform/odd-names.ts'
import type { ListedFile } from '../messages.ts'
import { diskOf } from './disk.ts'

/** A file that lies in a watch folder itself. */
export type WatchedFile = ListedFile

/** More than anybody drops into one folder; a whole disk is not watched. */
const mostFiles = 100_000
/** Looked at together: enough for a disk, little enough for everybody else. */
const atOnce = 32

/** The folder's real path, and what tells it from another one under that path. @throws FolderError */
export async function identify(folder: string): Promise<{ folder: string; folderId: string }> {
  try {
    const real = await realpath(folder)
    const found = await stat(real, { bigint: true })
    if (!found.isDirectory()) throw new FolderError(`${folder} is no folder.`)
    const { type, blocks } = await statfs(real, { bigint: true })
    const { ino, birthtimeNs, dev } = found
    return { folder: real, folderId: folderIdOf({ ino, birthtimeNs, type, blocks, disk: await diskOf(dev) }) }
  } catch (error) {
    if (error instanceof FolderError) throw error
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new FolderError(`The folder ${folder} is not there.`)
    throw new FolderError(`The folder ${folder} cannot be read.`)
  }
}

/**
 * The files that lie in a folder itself: no links, which may lead anywhere, nothing hidden, nothing in folders below it.
 * @throws FolderError where it cannot be read or holds too many
 */
export async function filesIn(folder: string): Promise<WatchedFile[]> {
  const names: string[] = []
  try {
    for await (const entry of await opendir(folder, { bufferSize: 256 })) {
      if (!entry.isFile() || entry.name.startsWith('.')) continue
      if (names.length >= mostFiles)
        throw new FolderError(
          `There are more than ${mostFiles.toLocaleString('en')} files in ${folder}. Nothing in it is looked at. Watch a folder with fewer.`,
        )
      names.push(entry.name)
    }
  } catch (error) {
    if (error instanceof FolderError) throw error
    throw new FolderError(`The folder ${folder} cannot be read.`)
  }
  const found: WatchedFile[] = names.some((name) => name.includes(lostSign)) ? await oddFilesIn(folder) : []
  for (let from = 0; from < names.length; from += atOnce) {
    const some = await Promise.all(names.slice(from, from + atOnce).map((name) => lookAt(folder, name)))
    for (const one of some) if (one !== null) found.push(one)
  }
  return found
}

/** Files whose names are no UTF-8 (Linux alone has such): no string leads to them, so they are only told of. */
async function oddFilesIn(folder: string): Promise<WatchedFile[]> {
  const entries = await readdir(folder, { encoding: 'buffer', withFileTypes: true }).catch(() => [])
  const odd = entries.filter((entry) => entry.isFile() && entry.name[0] !== dot && !isUtf8(entry.name))
  const found = await Promise.all(
    odd.slice(0, mostOdd).map(async ({ name: bytes }): Promise<WatchedFile[]> => {
      const stats = await lstat(Buffer.concat([Buffer.from(folder + sep), bytes]), { bigint: true }).catch(() => null)
      const name = nameOfBytes(bytes)
      return stats === null
        ? []
        : [{ name, path: join(folder, name), stat: formOf(stats), sizeBytes: Number(stats.size), isOdd: true }]
    }),
  )
  return found.flat()
}

const dot = '.'.charCodeAt(0)
/** As many as are looked at; whoever renames these is told of the others. */
const mostOdd = 100

/** Null where it is gone, or is no plain file any more. */
export async function lookAt(folder: string, name: string): Promise<WatchedFile | null> {
  const path = join(folder, name)
  const stats = await lstat(path, { bigint: true }).catch(() => null)
  return stats?.isFile() ? { name, path, stat: formOf(stats), sizeBytes: Number(stats.size) } : null
}

/**
 * What tells a file from any other and from itself before it was written to. Size and time can be set at will, and a number
 * is given anew when its file is gone; when a file was made and touched last (ctime) is the system's own word.
 */
const formOf = ({ size, mtimeNs, ino, ctimeNs, birthtimeNs }: BigStats): string =>
  [size, mtimeNs, ino, ctimeNs, birthtimeNs].join('.')

type BigStats = Pick<{ [K in keyof Stats]: bigint }, 'size' | 'ino'> &
  Record<'mtimeNs' | 'ctimeNs' | 'birthtimeNs', bigint>

/** All that an earlier version told a file by: its size, its time and its number. */
export const numberedForm = (stat: string): string => stat.split('.').slice(0, 3).join('.')
/** Its size and its time: what it keeps where a mount gives all files other numbers. */
export const timedForm = (stat: string): string => stat.split('.').slice(0, 2).join('.')

/** The files of a folder as they were listed together. */
export class Listing {
  readonly #byName: ReadonlyMap<string, WatchedFile>
  readonly #byNumber: ReadonlyMap<string, WatchedFile>
  readonly #odd: ReadonlySet<string>

  constructor(files: readonly WatchedFile[]) {
    this.#odd = new Set(files.filter(({ isOdd }) => isOdd).map(({ stat }) => numberedForm(stat)))
    const whole = files.filter(({ isOdd }) => isOdd !== true)
    this.#byName = new Map(whole.map((file) => [file.name, file]))
    this.#byNumber = new Map(whole.map((file) => [numberedForm(file.stat), file]))
  }

  /** Whether it lies there still, under a name by which nobody can read it. */
  hasOdd({ stat }: { stat: string }): boolean {
    return this.#odd.has(numberedForm(stat))
  }

  /** Where a file lies now that was seen before: under its name with other numbers, or under another name with its own. */
  find({ name, stat }: { name: string; stat: string }): WatchedFile | null {
    const named = this.#byName.get(name)
    if (named && timedForm(named.stat) === timedForm(stat)) return named
    return this.#byNumber.get(numberedForm(stat)) ?? null
  }
}

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../domain/error-code.ts'
import { CallError } from './call-error.ts'
import { rename, sync, write } from './durable.ts'
import { type Folders, foldersFor } from './home.ts'

/** Something is in the way of a file that somebody named. Nothing was written. */
export class InTheWayError extends CallError {
  override name = 'InTheWayError'
  constructor(message: string) {
    super('in-the-way', message)
  }
}

/** What is Printroom's own in a home, of either service, and where the library was moved to: nobody's file goes there. */
export function ownPlaces(home: string | undefined, moved: readonly string[] = []): string[] {
  const placesOf = ({ data, library, cache, practice, settings }: Folders) => [data, library, cache, practice, settings]
  return [...placesOf(foldersFor(home, false)), ...placesOf(foldersFor(home, true)), ...moved]
}

/**
 * Writes a file that a person named, whole or not at all.
 * @param isOverAllowed the person said that what stands there may go
 * @param own files and folders that are never written to, under whatever name they are reached
 * @throws InTheWayError, or the system's error; what stood there is untouched then
 */
export function writeOut(path: string, text: string, isOverAllowed: boolean, own: readonly string[]): void {
  const there = lookAt(path)
  // A pipe or a terminal is no file that could be lost.
  if (there?.isFIFO() || there?.isCharacterDevice()) {
    writeFileSync(path, text)
    return
  }
  const target = targetOf(path, there)
  if (isOwn(target, own))
    throw new InTheWayError(
      `${target} is Printroom’s own, or lies in a folder of its own: receipts and results are kept there. Name another place.`,
    )
  if (there && !there.isFile()) throw new InTheWayError(`${path} is no file that can be written. Name another one.`)
  if (there && !isOverAllowed) throw taken(path)
  // Under its other name it may be anybody's, Printroom's too.
  if (there && there.nlink > 1)
    throw new InTheWayError(`${path} has another name as well (a hard link). Name another file.`)
  const temporary = join(dirname(target), `.${randomUUID().slice(0, 8)}`)
  try {
    writeSynced(temporary, text)
    if (isOverAllowed) rename('export rename', temporary, target)
    else if (!putNew(temporary, target)) throw taken(path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Gives a whole file its name, where no file has it.
 * @returns false where one has
 */
export function putNew(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // Some disks know no links.
    if (existsSync(path)) return false
    rename('export rename', temporary, path)
    return true
  }
  rmSync(temporary)
  return true
}

const taken = (path: string): InTheWayError =>
  new InTheWayError(`${path} is there already, and was not touched. Name another file.`)

/** Through links; null where there is nothing. */
function lookAt(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null
}

/** Where it is really written: links followed, also those on the way. @throws InTheWayError for a link to nothing */
function targetOf(path: string, there: Stats | null): string {
  if (there) return realpathSync(path)
  if (lstatSync(path, { throwIfNoEntry: false }))
    throw new InTheWayError(`${path} is a link to nothing. Name another file.`)
  return join(realpathSync(dirname(resolve(path))), basename(path))
}

/** By what the system calls the same, whatever its name: device and inode of it and of each folder above. */
function isOwn(target: string, own: readonly string[]): boolean {
  const numberOf = (path: string): string | null => {
    const found = lookAt(path)
    return found && `${found.dev}:${found.ino}`
  }
  const numbers = new Set(own.map(numberOf))
  for (let at = target; ; at = dirname(at)) {
    const number = numberOf(at)
    if (number !== null && numbers.has(number)) return true
    if (at === dirname(at)) return false
  }
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    write('export write', file, Buffer.from(text))
    sync('export sync', file)
  } finally {
    closeSync(file)
  }
}

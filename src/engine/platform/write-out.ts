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
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { ofNamedDisk } from './disk-answer.ts'
import { elsewhereWords, isElsewhere } from './elsewhere.ts'
import { rename, sync, write } from './failpoints.ts'
import { InTheWayError, type OwnPlaces, refuseOwnPlace } from './own-place.ts'

/**
 * Writes a file that a person named, whole or not at all.
 * @param isOverAllowed the person said that what stands there may go
 * @param own what is never written to, under whatever name it is reached
 * By this very thread, for a person who has just named it and waits: a disk that dies in that moment holds the program up.
 * @throws InTheWayError, OtherDiskError, or the system's error; what stood there is untouched then
 */
export function writeOut(path: string, text: string, isOverAllowed: boolean, own: OwnPlaces): void {
  if (isElsewhere(path)) throw new InTheWayError(`${path} cannot be written: ${elsewhereWords}. Name another file.`)
  const there = lookAt(path)
  refuseOwnPlace(path, own)
  // A pipe or a device may never take what is written, and holds up whoever opens it.
  if (there && !there.isFile()) throw new InTheWayError(`${path} is no file that can be written. Name another one.`)
  const target = targetOf(path, there)
  if (there && !isOverAllowed) throw taken(path)
  // Under its other name it may be anybody's, Printroom's too.
  if (there && there.nlink > 1)
    throw new InTheWayError(`${path} has another name as well (a hard link). Name another file.`)
  const temporary = join(dirname(target), `.${randomUUID().slice(0, 8)}`)
  try {
    writeSynced(temporary, text)
    if (isOverAllowed) rename('export rename', temporary, target)
    else if (!putNew(temporary, target)) throw taken(path)
  } catch (error) {
    throw ofNamedDisk(dirname(target), error)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Gives a whole file its name, where no file has it.
 * @returns false where one has
 */
function putNew(temporary: string, path: string): boolean {
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

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    write('export write', file, Buffer.from(text))
    sync('export sync', file)
  } finally {
    closeSync(file)
  }
}

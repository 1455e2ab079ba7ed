import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CallError } from './call-error.ts'
import { tellingNames } from './file-names.ts'
import { type Folders, foldersFor, paidPart, practicePart } from './home.ts'
import { isWithin } from './is-within.ts'
import { ownFoldersOf } from './own-folders.ts'
import { copyOf } from './settings.ts'

/** Something is in the way of a file that somebody named. Nothing was written. */
export class InTheWayError extends CallError {
  override name = 'InTheWayError'
  constructor(message: string) {
    super('in-the-way', message)
  }
}

/** What is Printroom's own on this computer: where nobody's file is put. */
export interface OwnPlaces {
  /** Of this home, of either service, and where its library is. */
  folders: readonly string[]
  settings: string
  /** Data of the homes that this computer has had. Their disks are not asked: one may never answer. */
  remembered: readonly string[]
}

/**
 * @param moved where the library was moved to
 * @param memory where this computer notes its homes
 */
export function ownPlaces(
  home: string | undefined,
  moved: readonly string[] = [],
  memory = foldersFor(home, false).memory,
): OwnPlaces {
  const [paid, practice] = [foldersFor(home, false), foldersFor(home, true)]
  const folders = [paid, practice].flatMap((part) => ownFoldersOf(part.library, part))
  return { folders: [...folders, memory, ...moved], settings: paid.settings, remembered: rememberedIn(memory) }
}

/** Of a home that is open. @param library where it is now */
export const ownPlacesOf = (folders: Folders, library: string): OwnPlaces => ({
  folders: [...ownFoldersOf(library, folders), folders.memory],
  settings: folders.settings,
  remembered: rememberedIn(folders.memory),
})

function rememberedIn(memory: string): string[] {
  try {
    return readdirSync(memory).map((name) => readFileSync(join(memory, name), 'utf8').trim())
  } catch {
    // Without such notes its homes are known by what lies in them.
    return []
  }
}

/**
 * For a file, or a folder that files go to, whether it is there or not; through links on the way.
 * @throws InTheWayError where it is Printroom's own, or lies in a folder of its own, of this home or of any other
 */
export function refuseOwnPlace(path: string, own: OwnPlaces): void {
  const target = realWay(resolve(path))
  if (isOwn(target, own))
    throw new InTheWayError(
      `${target} is Printroom’s own, or lies in a folder of its own: receipts and results are kept there. Name another place.`,
    )
}

function isOwn(target: string, { folders, settings, remembered }: OwnPlaces): boolean {
  if (remembered.some((data) => data !== '' && isWithin(target, data))) return true
  if (isSettings(target, settings)) return true
  const numbers = new Set(folders.map(numberOf))
  // By what the system calls the same, whatever its name: device and inode of it and of each folder above.
  for (let at = target; ; at = dirname(at)) {
    const number = numberOf(at)
    if (number !== null && (numbers.has(number) || holdsOurs(at))) return true
    if (at === dirname(at)) return false
  }
}

/** A home's data, or a library: of whichever home, also of one that was opened on another computer. */
const holdsOurs = (folder: string): boolean => tellingNames.some((name) => existsSync(join(folder, name)))

/** The choices of a home lie beside its data, and are told by that. */
function isSettings(target: string, settings: string): boolean {
  const name = basename(target).toLowerCase()
  const usual = basename(settings)
  if (name !== usual && name !== copyOf(usual)) return false
  const folder = dirname(target)
  const number = numberOf(folder)
  if (number !== null && number === numberOf(dirname(settings))) return true
  return [paidPart, practicePart].some((part) => holdsOurs(join(folder, part)))
}

/** Null where nothing is, or nothing can be told of it. */
function numberOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? null : `${found.dev}:${found.ino}`
  } catch {
    return null
  }
}

/** The real path, also of what is not there yet: by the nearest folder above it that is. */
function realWay(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realWay(dirname(path)), basename(path))
  }
}

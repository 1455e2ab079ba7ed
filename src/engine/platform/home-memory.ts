import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { databaseName, journalName } from './file-names.ts'
import { type Folders, paidPart } from './home.ts'
import { HomeError } from './home-trouble.ts'
import { makeFolders } from './make-folders.ts'
import { lostSign } from './odd-names.ts'

/**
 * Which homes this computer has had, by a small file for each part (the service's, practice's) whose name says all. A home
 * on a disk that is not there today looks like a new one, without its caps and without what it has paid for.
 */
type Named = Pick<Folders, 'data' | 'settings' | 'memory'>

/** So many are remembered, the newest: each is two small files at most. */
const mostKept = 1000

const rootOf = ({ settings }: Named): string => resolve(dirname(settings))

/** As it was named, and where its links lead, also when nothing is there: by either it is known. */
const rootsOf = (folders: Named): string[] => [...new Set([rootOf(folders), ledTo(rootOf(folders))])]

/** Links of links of links have an end. */
const mostLinks = 40

function ledTo(path: string, links = 0): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    if (parent === path || links > mostLinks) return path
    const there = join(ledTo(parent, links), basename(path))
    const target = linkAt(there)
    return target === null ? there : ledTo(resolve(dirname(there), target), links + 1)
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

function noteOf(folders: Named, root: string, part = basename(folders.data)): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32)
  return join(folders.memory, `${name}.${part}`)
}

/**
 * Why nothing may be begun here, in words: this computer has had a home here, and its files are not there. Null where they
 * are, and where none is known.
 * @param folders of the part that is to be opened; nothing is made, and nothing written
 */
export function awayWords(folders: Named): string | null {
  if (isThere(folders.data)) return null
  const root = rootOf(folders)
  const known = partsKnown(folders)
  const isOthersThere = isIn(folders.memory, root) || known.some((part) => isThere(join(root, part)))
  // Practice may be thrown away by itself: what costs money is never begun anew without a word.
  const isKnown = known.includes(basename(folders.data)) && !(isOthersThere && basename(folders.data) !== paidPart)
  if (!isKnown && (known.length === 0 || isOthersThere)) return null
  return `Printroom’s home ${root} was there before and is empty or missing now. Is its disk connected? Nothing was made there, so no limit and no receipt is forgotten. Connect the disk and try again; or, if that home is gone for good, begin a new one with --new-home.`
}

/** @throws HomeError as `awayWords` says */
export function refuseAwayHome(folders: Named): void {
  const message = awayWords(folders)
  if (message !== null) throw new HomeError(message)
}

/**
 * After it was opened. A computer that takes no such note opens its homes all the same.
 * @returns what a person has to know where it took none; null where one is there
 */
export function rememberHome(folders: Named): string | null {
  try {
    if (folders.memory.includes(lostSign)) throw new Error('its path is not valid UTF-8')
    for (const root of rootsOf(folders)) {
      const note = noteOf(folders, root)
      if (statSync(note, { throwIfNoEntry: false })) continue
      makeFolders(folders.memory, 0o700)
      writeFileSync(note, `${folders.data}\n`, { mode: 0o600 })
      forgetOldest(folders.memory)
    }
    return null
  } catch (error) {
    // Without a place of its own for that, or on a full disk: the next opening tries it again.
    const why = codeOf(error) || (error instanceof Error ? error.message : '')
    return `This computer does not note that it has this home: nothing can be written to ${folders.memory} (${why}). All works; but were the home’s disk not there one day, a new home would be begun in its place, without its limits and receipts. Let that folder be written to.`
  }
}

/** A person said that it is gone for good. */
export function forgetHome(folders: Named): void {
  for (const root of rootsOf(folders))
    for (const part of partsOf(folders, root)) rmSync(noteOf(folders, root, part), { force: true })
}

const partsKnown = (folders: Named): string[] => [
  ...new Set(rootsOf(folders).flatMap((root) => partsOf(folders, root))),
]

function partsOf(folders: Named, root: string): string[] {
  const start = basename(noteOf(folders, root, ''))
  try {
    return readdirSync(folders.memory)
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length))
  } catch {
    return []
  }
}

function forgetOldest(memory: string): void {
  const names = readdirSync(memory)
  if (names.length <= mostKept) return
  // Another program may be about the same.
  const ageOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const aged = names.map((name) => ({ path: join(memory, name), ms: ageOf(join(memory, name)) }))
  aged.sort((a, b) => a.ms - b.ms)
  for (const { path } of aged.slice(0, names.length - mostKept)) rmSync(path, { force: true })
}

const isIn = (path: string, folder: string): boolean => `${resolve(path)}${sep}`.startsWith(`${folder}${sep}`)

/** What cannot be looked at is there: the opening says what is wrong with it. An empty file holds no receipt and no cap. */
function isThere(data: string): boolean {
  return [databaseName, journalName].some((name) => {
    try {
      return lstatSync(join(data, name)).size > 0
    } catch (error) {
      return !['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error))
    }
  })
}

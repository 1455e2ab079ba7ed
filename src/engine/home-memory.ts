import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { codeOf } from '../domain/error-code.ts'
import { type Folders, paidPart } from './home.ts'
import { HomeError } from './home-trouble.ts'
import { makeFolders } from './make-folders.ts'
import { databaseName, journalName } from './store/file-names.ts'

/**
 * Which homes this computer has had, by a small file for each part (the service's, practice's) whose name says all. A home
 * on a disk that is not there today looks like a new one, without its caps and without what it has paid for.
 */
type Named = Pick<Folders, 'data' | 'settings' | 'memory'>

/** So many are remembered, the newest: each is two small files at most. */
const mostKept = 1000

const rootOf = ({ settings }: Named): string => resolve(dirname(settings))

function noteOf(folders: Named, part = basename(folders.data)): string {
  const name = createHash('sha256').update(rootOf(folders)).digest('hex').slice(0, 32)
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
  return `Printroom’s home ${root} was there before and is empty or missing now. Is its disk connected? Nothing was made there, so no cap and no receipt is forgotten. Connect the disk and try again; or, if that home is gone for good, begin a new one with --new-home.`
}

/** @throws HomeError as `awayWords` says */
export function refuseAwayHome(folders: Named): void {
  const words = awayWords(folders)
  if (words !== null) throw new HomeError(words)
}

/** After it was opened. A computer that takes no such note opens its homes all the same. */
export function rememberHome(folders: Named): void {
  const note = noteOf(folders)
  try {
    if (statSync(note, { throwIfNoEntry: false })) return
    makeFolders(folders.memory, 0o700)
    writeFileSync(note, `${folders.data}\n`, { mode: 0o600 })
    forgetOldest(folders.memory)
  } catch {
    // Without a place of its own for that, or on a full disk: the next opening tries it again.
  }
}

/** A person said that it is gone for good. */
export function forgetHome(folders: Named): void {
  for (const part of partsKnown(folders)) rmSync(noteOf(folders, part), { force: true })
}

function partsKnown(folders: Named): string[] {
  const start = basename(noteOf(folders, ''))
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
  const aged = names.map((name) => ({ path: join(memory, name), ms: statSync(join(memory, name)).mtimeMs }))
  aged.sort((a, b) => a.ms - b.ms)
  for (const { path } of aged.slice(0, names.length - mostKept)) rmSync(path, { force: true })
}

const isIn = (path: string, folder: string): boolean => `${resolve(path)}${sep}`.startsWith(`${folder}${sep}`)

/** What cannot be looked at is there: the opening says what is wrong with it. */
function isThere(data: string): boolean {
  return [databaseName, journalName].some((name) => {
    try {
      lstatSync(join(data, name))
      return true
    } catch (error) {
      return !['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error))
    }
  })
}

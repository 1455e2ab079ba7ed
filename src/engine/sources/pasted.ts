import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { InspectedFile } from '../../contract/files.ts'
import { NotNowError } from '../platform/call-error.ts'
import { writeDurably } from '../platform/durable-file.ts'
import { diskTrouble } from '../platform/files.ts'
import type { Folders } from '../platform/home.ts'
import { makeFolder } from '../store/folders.ts'
import type { Inspector } from './inspector.ts'

/** Pasted within a day: more than anybody pastes, and less than fills a disk. */
const mostBytes = 1_000_000_000
const mostPictures = 2000
const dayMs = 24 * 3_600_000

/**
 * Keeps a picture that came as bytes alone, under a name made from its content, and looks at it like at any file. It
 * lies beside the receipts and not in the cache, since an order may name it.
 * @throws NotNowError where the disk says no, or where so much was pasted within a day that no person did it
 */
export async function keepPasted(
  { options, inspector }: { options: { folders: Folders }; inspector: Inspector },
  name: string,
  base64: string,
): Promise<InspectedFile> {
  const bytes = Buffer.from(base64, 'base64')
  const folder = pastedIn(options.folders.data)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const path = join(folder, `${safeName(name)}-${sha256.slice(0, 12)}`)
  // An order may name it already, whatever the picture reader says of it now.
  const isKept = existsSync(path)
  try {
    makeFolder(folder, 0o700)
    if (!isKept) {
      mustFit(folder, bytes.length)
      writeDurably('pasted', path, bytes)
    }
    // Wanted anew: `tidyPasted` leaves it its day.
    else utimesSync(path, new Date(), new Date())
  } catch (error) {
    if (error instanceof NotNowError) throw error
    const message = diskTrouble(error)
    if (message === null) throw error
    throw new NotNowError(`${message} The pasted picture was not kept. Nothing was sent or charged.`)
  }
  const [file] = await inspector.describe([path])
  if (!file) throw new NotNowError('The pasted picture could not be looked at. Nothing was sent or charged.')
  // What cannot be ordered with is not kept: nobody would ever look for it.
  if (file.problem !== null && !isKept) rmSync(path, { force: true })
  return file
}

/** What a window, or any number of them, may put there. Older ones that nothing names are gone (`tidyPasted`). */
function mustFit(folder: string, more: number): void {
  const recent = readdirSync(folder)
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .filter((found) => found !== undefined && Date.now() - found.mtimeMs < dayMs)
  const bytes = recent.reduce((sum, found) => sum + (found?.size ?? 0), more)
  if (bytes <= mostBytes && recent.length < mostPictures) return
  throw new NotNowError(
    'So much was pasted within a day that no more is kept. Nothing was sent or charged. Save the picture as a file, then choose that.',
  )
}

/** Where they are kept. */
export const pastedIn = (data: string): string => join(data, 'pasted')

/** A few plain letters of what it was called; the kind of file is found from its content. */
const safeName = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'pasted'

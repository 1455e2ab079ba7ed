import { createHash } from 'node:crypto'
import { existsSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { InspectedFile } from '../../contract/files.ts'
import { NotNowError } from '../platform/call-error.ts'
import { writeDurably } from '../platform/durable-file.ts'
import { diskTrouble } from '../platform/files.ts'
import type { Folders } from '../platform/home.ts'
import { makeFolder } from '../store/folders.ts'
import type { Inspector } from './inspector.ts'

/**
 * Keeps a picture that came as bytes alone, under a name made from its content, and looks at it like at any file. It
 * lies beside the receipts and not in the cache, since an order may name it.
 * @throws NotNowError where the disk says no
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
    if (!isKept) writeDurably('pasted', path, bytes)
    // Wanted anew: `tidyPasted` leaves it its day.
    else utimesSync(path, new Date(), new Date())
  } catch (error) {
    const words = diskTrouble(error)
    if (words === null) throw error
    throw new NotNowError(`${words} The pasted picture was not kept. Nothing was sent or charged.`)
  }
  const [file] = await inspector.describe([path])
  if (!file) throw new NotNowError('The pasted picture could not be looked at. Nothing was sent or charged.')
  // What cannot be ordered with is not kept: nobody would ever look for it.
  if (file.problem !== null && !isKept) rmSync(path, { force: true })
  return file
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

import { access } from 'node:fs/promises'
import { codeOf } from '../../domain/error-code.ts'
import { answered, OtherDiskError } from '../platform/disk-answer.ts'
import { silentDiskCode } from '../platform/file-codes.ts'

/** A move cannot go on as things are; the message says what to do. Nothing is lost by it. */
export class MoveError extends Error {
  override name = 'MoveError'
}

const still = 'Nothing is lost: every picture is where it was.'

/** What stopped the work between two folders, in words; null for what is no disk's. */
export async function moveTrouble(error: unknown, from: string, to: string): Promise<string | null> {
  if (error instanceof MoveError) return error.message
  if (error instanceof OtherDiskError && error.code === silentDiskCode) return `${error.message} ${still}`
  const code = codeOf(error)
  const path = error instanceof Error && 'path' in error ? String(error.path) : ''
  for (const folder of [from, to])
    if (await isGone(folder)) return `The folder ${folder} is not there. Connect its disk, then go on. ${still}`
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${to} is full. Make room there and go on, or give the move up. ${still}`
    case 'EROFS':
      return `The disk of ${path.startsWith(from) ? from : to} is read-only. Make it writable, then go on. ${still}`
    case 'EACCES':
    case 'EPERM':
      return `This account may not use ${path || to}. Allow it, then go on. ${still}`
    case 'EIO':
    case 'ENXIO':
      return `A disk does not read or write as it should (${path || to}). Look after it, then go on. ${still}`
    case '':
      return null
    default:
      return `The files cannot be worked with now (${code}, ${path || to}). Look at the disks, then go on. ${still}`
  }
}

const isGone = (folder: string): Promise<boolean> =>
  answered(folder, () => access(folder)).then(
    () => false,
    () => true,
  )

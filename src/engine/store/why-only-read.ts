import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { databaseName, journalName, lockName } from '../platform/file-names.ts'

/**
 * Why nothing can be written in a home that is there: a disk for reading only, files of another account. Asked by name
 * alone, since a descriptor that is closed would drop SQLite's locks.
 * @returns the system's error; null where all of it may be written, and where there is no home yet
 */
export function whyOnlyRead(folder: string): Error | null {
  const names = ['', databaseName, `${databaseName}-wal`, `${databaseName}-shm`, journalName, lockName]
  for (const name of names)
    try {
      accessSync(join(folder, name), constants.W_OK)
    } catch (error) {
      if (error instanceof Error && ['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error))) return error
    }
  return null
}

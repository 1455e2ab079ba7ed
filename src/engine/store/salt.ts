import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checksumOf } from '../platform/checksum.ts'
import { writeDurably } from '../platform/durable-file.ts'
import type { Db } from './db.ts'
import { KeyValueStore } from './key-value-store.ts'

/**
 * The salt of a home's key fingerprints. It stands in the database and in a file of its own: with another salt every
 * key looks like another key, and the Skill receipts of a rebuilt database could never be looked up again (§4.15).
 * It also tells this home's database from that of another.
 */
export function saltInFile(folder: string): string | null {
  try {
    const [salt = '', checksum] = readFileSync(join(folder, 'salt'), 'utf8').trim().split(' ')
    return isSalt(salt) && checksumOf(salt) === checksum ? salt : null
  } catch {
    return null
  }
}

export function writeSalt(folder: string, salt: string): void {
  writeDurably('salt', join(folder, 'salt'), Buffer.from(`${salt} ${checksumOf(salt)}\n`))
}

export const newSalt = (): string => randomBytes(16).toString('hex')

export const isSalt = (text: string | null): text is string => text !== null && /^[0-9a-f]{32}$/.test(text)

/** What a database says; null where it says nothing. */
export const saltNoted = (db: Db): string | null => new KeyValueStore(db).note('salt')

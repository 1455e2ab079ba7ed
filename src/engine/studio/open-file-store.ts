import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileStore } from './file-store.ts'
import { FolderStore } from './folder-store.ts'
import { readS3Address, type S3Access } from './s3-place.ts'
import { S3Store } from './s3-store.ts'
import { StudioError } from './studio-error.ts'

/**
 * @param address `s3://bucket/prefix`, or a folder, as a path or a `file:` address
 * @param access to S3 storage: the studio names no secrets, each computer has them
 * @throws StudioError
 */
export function openFileStore(address: string, access: S3Access | null = null): FileStore {
  if (/^s3:/i.test(address)) return new S3Store(readS3Address(address), access)
  if (/^[a-z][a-z0-9+.-]+:/i.test(address) && !address.startsWith('file:'))
    throw new StudioError(
      'files',
      `Files of a studio lie in a folder that all its computers reach, or in S3 storage as s3://bucket/prefix; ${address} is neither. Name one with --files.`,
    )
  return new FolderStore(address, address.startsWith('file:') ? fileURLToPath(address) : resolve(address))
}

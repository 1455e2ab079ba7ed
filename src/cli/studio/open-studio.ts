import { Database } from '../../engine/studio/database.ts'
import type { FileStore } from '../../engine/studio/file-store.ts'
import { readStudio, type Studio } from '../../engine/studio/migrate.ts'
import { openFileStore } from '../../engine/studio/open-file-store.ts'
import type { S3Access } from '../../engine/studio/s3-place.ts'

/** A studio that the command line names. */
export interface OpenStudio {
  database: Database
  studio: Studio
  files: FileStore
  close(): Promise<void>
}

/** @throws StudioError in one sentence */
export async function openStudio(address: string, access: S3Access): Promise<OpenStudio> {
  const database = Database.open(address)
  try {
    const studio = await readStudio(database)
    const files = openFileStore(studio.files, access)
    const close = async (): Promise<void> => {
      await files.close()
      await database.close()
    }
    return { database, studio, files, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

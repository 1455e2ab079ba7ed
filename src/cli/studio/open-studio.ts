import { Database } from '../../engine/studio/database.ts'
import { type FileStore, openFileStore } from '../../engine/studio/file-store.ts'
import { readStudio, type Studio } from '../../engine/studio/migrate.ts'

/** A studio that the command line names. */
export interface OpenStudio {
  database: Database
  studio: Studio
  files: FileStore
}

/** @throws StudioError in one sentence */
export async function openStudio(address: string): Promise<OpenStudio> {
  const database = Database.open(address)
  try {
    const studio = await readStudio(database)
    return { database, studio, files: openFileStore(studio.files) }
  } catch (error) {
    await database.close()
    throw error
  }
}

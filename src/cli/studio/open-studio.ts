import { Database } from '../../engine/studio/database.ts'
import { MarkedFiles } from '../../engine/studio/marked-files.ts'
import { readStudio, type Studio } from '../../engine/studio/migrate.ts'
import { openFileStore } from '../../engine/studio/open-file-store.ts'
import type { S3Access } from '../../engine/studio/s3-place.ts'

/** A studio that the command line names. */
export interface OpenStudio {
  database: Database
  studio: Studio
  /** Nothing is put there, and nothing counts as missing, where its mark is not seen. */
  files: MarkedFiles
  close(): Promise<void>
}

/** @throws StudioError in one sentence */
export async function openStudio(address: string, access: S3Access): Promise<OpenStudio> {
  const database = Database.open(address)
  try {
    const studio = await readStudio(database)
    const files = MarkedFiles.of(openFileStore(studio.files, access), studio.id)
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

import type { Receipt } from '../../domain/request/receipt.ts'
import { type StudioCommand, sendCommand } from './commands.ts'
import type { Database } from './database.ts'
import type { FileStore } from './file-store.ts'
import type { Person } from './people.ts'
import { asShared, sourceFilesOf } from './shared-paths.ts'
import { noteFile } from './shared-steps.ts'

export interface OrderOfStudio {
  /** The command's own number: the same one again is the same order. */
  id: string
  person: Person
  project: string | null
  receipts: readonly Receipt[]
  /** Sends it, where more than that is to be done at this moment: before it nothing of the order went out. */
  send?: (command: StudioCommand) => Promise<void>
}

/**
 * Puts the pictures of an order into the file store, and then the order into the inbox. Nothing is ordered before a worker
 * has taken it.
 * @throws StudioError, OtherCommandError
 */
export async function placeOrder(
  { database, files }: { database: Database; files: FileStore },
  { id, person, project, receipts, send = (command) => sendCommand(database, command) }: OrderOfStudio,
): Promise<void> {
  const sources = new Map(receipts.flatMap(sourceFilesOf).map((file) => [file.sha256, file]))
  for (const { sha256, path, sizeBytes } of sources.values()) {
    await files.put(path, sha256)
    await noteFile(database, { sha256, bytes: sizeBytes })
  }
  const payload = JSON.stringify({ project, receipts: receipts.map(asShared) })
  await send({ id, person: person.id, kind: 'order', payload })
}

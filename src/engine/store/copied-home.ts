import { statSync } from 'node:fs'
import type { Timing } from '../../domain/request/events.ts'
import { step } from '../../domain/request/step.ts'
import { birthIn } from '../../domain/watch/folder-id.ts'
import type { Receipts } from './receipts.ts'
import type { Store } from './store.ts'

const noted = 'database-file'

/**
 * A copy of a home, or one that was restored or moved to another disk, has its database in another file than the note in it
 * says: what is open there may be sent by another copy too, and is asked about (`receipt.mayBeElsewhere`). One that this
 * program renamed, or that lies where it lay, is the same file.
 * @param file the database's (`fileNumber`)
 * @throws the disk's error: nothing may be sent that is not marked
 */
export function noticeCopiedHome(
  { receipts, keyValues }: Pick<Store, 'receipts' | 'keyValues'>,
  file: string | null,
  timing: Timing,
  now: () => number,
): void {
  const before = keyValues.note(noted)
  if (file === null || file === before) return
  if (before !== null) markCopied(receipts, timing, now())
  keyValues.setNote(noted, file)
}

function markCopied(receipts: Receipts, timing: Timing, atMs: number): void {
  const steps = receipts
    .list({ open: true })
    .map((before) => ({ before, made: step(before, { type: 'homeCopied', atMs }, timing) }))
  const marked = steps.filter(({ before, made }) => made.receipt.mayBeElsewhere && !before.mayBeElsewhere)
  if (marked.length === 0) return
  receipts.save(
    marked.map(({ made: { receipt, timeline } }) => ({
      after: { ...receipt, revision: receipt.revision + 1 },
      timeline,
    })),
  )
}

/** What tells a file from any copy of it; null where its disk gives it no number. */
export function fileNumber(path: string): string | null {
  const { ino, birthtimeNs } = statSync(path, { bigint: true })
  return ino === 0n ? null : [ino, birthIn(birthtimeNs)].filter((part) => part !== '').join('.')
}

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failureOf } from '../../src/engine/platform/failure-of.ts'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { ownPlacesOf } from '../../src/engine/platform/own-place.ts'
import { writeOut } from '../../src/engine/platform/write-out.ts'
import { newFolder } from '../support/folders.ts'
import { fill, mayMount, smallDisk, writeProtect } from '../support/small-disk.ts'

function wordsOf(path: string): string {
  const folders = foldersFor(newFolder(), false)
  try {
    writeOut(path, 'receipts', false, ownPlacesOf(folders, folders.library))
    return ''
  } catch (error) {
    return failureOf(error).message
  }
}

it.runIf(mayMount('tests of another disk that is full'))(
  'what cannot be written to another disk says which folder and why, and nothing of receipts (S3)',
  () => {
    const disk = smallDisk()
    fill(disk)
    expect(wordsOf(join(disk, 'a.json'))).toMatch(new RegExp(`^${disk} cannot be used now: its disk is full\\.`))
    writeProtect(disk)
    expect(wordsOf(join(disk, 'b.json'))).toMatch(/its disk can only be read\. .*Make it writable/)
    expect(wordsOf(join(disk, 'c.json'))).not.toMatch(/no receipt|is sent/)
  },
)

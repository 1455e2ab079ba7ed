import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hashFile } from '../../src/engine/files.ts'
import { newFolder } from '../support/folders.ts'

it('a file of any size is not read any further when the reading is ended', async () => {
  const path = join(newFolder(), 'film.mov')
  writeFileSync(path, 'begins')
  truncateSync(path, 64 * 2 ** 30)
  const ending = new AbortController()
  let pieces = 0
  const look = (): void => {
    pieces += 1
    ending.abort()
  }
  await expect(hashFile(path, { signal: ending.signal, look })).rejects.toMatchObject({ name: 'AbortError' })
  expect(pieces).toBeLessThan(10)
})

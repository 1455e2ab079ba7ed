import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hashFile, keepByContent } from '../../src/engine/files.ts'
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

it('a kept picture that rotted is kept anew, so that the orders after it are not in its way (I1)', async () => {
  const folder = newFolder()
  const path = join(folder, 'a picture.png')
  writeFileSync(path, 'a picture')
  const { sha256 } = await hashFile(path)
  const kept = await keepByContent(path, sha256, join(folder, 'bodies'))
  writeFileSync(kept, 'a pictvre')
  expect(await keepByContent(path, sha256, join(folder, 'bodies'))).toBe(kept)
  expect(readFileSync(kept, 'utf8')).toBe('a picture')
  expect(readdirSync(join(folder, 'bodies'))).toEqual([sha256])
  writeFileSync(path, 'another picture')
  expect(await keepByContent(path, sha256, join(folder, 'bodies')), 'one that is whole needs no original').toBe(kept)
})

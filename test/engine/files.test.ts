import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createImages } from '../../src/engine/images/client.ts'
import { forkImageWorker } from '../../src/engine/images/spawn.ts'
import { hashFile, keepByContent } from '../../src/engine/platform/files.ts'
import { newFolder } from '../support/folders.ts'
import { imageWorkerEntry } from '../support/image-worker.ts'

it('a file of any size holds nobody up when its reading is ended', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'film.mov'), 'begins')
  truncateSync(join(folder, 'film.mov'), 64 * 2 ** 30)
  const spawn = forkImageWorker({ nodePath: process.execPath, entry: imageWorkerEntry })
  const images = createImages({ spawn, outputFolder: newFolder() })
  onTestFinished(() => images.close())
  const ending = new AbortController()
  const reading = images.folders.read(folder, 'film.mov', ending.signal)
  ending.abort()
  await expect(reading).rejects.toMatchObject({ code: 'aborted' })
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

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { looksAtStorage } from '../../../src/main/page-storage.ts'
import { newFolder } from '../../support/folders.ts'

const kb = 2 ** 10

/** A page's process, and the folder of its session. */
async function session() {
  const folder = newFolder()
  const done: string[] = []
  const putDown = (name: string, bytes: number): void => {
    mkdirSync(join(folder, name, 'inside'), { recursive: true })
    writeFileSync(join(folder, name, 'inside', 'file'), Buffer.alloc(bytes, 1))
  }
  let isLocked = false
  const clear = async (): Promise<void> => {
    done.push('cleared')
    if (isLocked) throw new Error('a file is locked')
    for (const name of ['IndexedDB', 'File System']) rmSync(join(folder, name), { recursive: true, force: true })
  }
  const page = { isDestroyed: () => false, forcefullyCrashRenderer: () => void done.push('ended') }
  const look = looksAtStorage(page, folder, clear, 64 * kb)
  const lock = (): void => {
    isLocked = true
  }
  // From a run before this one.
  putDown('IndexedDB', 70 * kb)
  await look()
  expect(done.splice(0)).toEqual(['cleared'])
  return { done, putDown, look, lock }
}

it('a page that puts down more than it may is ended, and all that it put down is cleared after that (W9)', async () => {
  const { done, putDown, look } = await session()
  putDown('IndexedDB', 40 * kb)
  await look()
  expect(done).toEqual([])
  putDown('File System', 30 * kb)
  await look()
  expect(done).toEqual(['ended', 'cleared'])
  await look()
  expect(done).toHaveLength(2)
})

it('what Chromium compiled is no page’s, and what cannot be cleared ends no page that comes after (W9)', async () => {
  const { done, putDown, look, lock } = await session()
  putDown('Code Cache', 70 * kb)
  await look()
  expect(done).toEqual([])
  lock()
  putDown('IndexedDB', 70 * kb)
  await look()
  expect(done).toEqual(['ended', 'cleared'])
  await look()
  expect(done).toHaveLength(2)
})

it('files and folders with nothing in them count too, so that no number of them makes a look long (W9)', async () => {
  const { done, putDown, look } = await session()
  for (let n = 0; n < 10; n += 1) putDown(join('File System', String(n)), 0)
  await look()
  // Ten files, and two folders around each.
  expect(done).toEqual(['ended', 'cleared'])
})

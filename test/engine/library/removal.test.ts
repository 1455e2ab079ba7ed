import { renameSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/engine/engine.ts'
import { removableFiles } from '../../../src/engine/library/removal.ts'
import { NotNowError } from '../../../src/engine/platform/call-error.ts'
import { LibraryGoneError } from '../../../src/engine/platform/library-gone.ts'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { addFile } from './support/moving-home.ts'

async function withTrash(): Promise<{ engine: Engine; trashed: number[] }> {
  const { engine } = await engineAt('https://service.test', 'a key')
  for (let n = 1; n <= 3; n += 1) addFile(engine.store, engine.place.folder, n)
  engine.store.organise.trash([1, 2], 1)
  return { engine, trashed: [1, 2] }
}

describe('files that are to leave the app’s trash for the system’s', () => {
  it('are those of a choice that lie in it, and where they lie', async () => {
    const { engine } = await withTrash()
    const { folder } = engine.place
    expect(await removableFiles(engine, [1, 2, 3])).toEqual({
      folder,
      files: [1, 2].map((n) => ({
        id: `request-${n}.0.0`,
        path: engine.place.pathOf({ relativePath: `2026-1${n % 2}/picture-${n}.png` }),
      })),
    })
  })

  it('are none while the library’s disk is not there, and are there when it is back (I7)', async () => {
    const { engine, trashed } = await withTrash()
    const { folder } = engine.place
    renameSync(folder, `${folder}, unplugged`)
    await expect(removableFiles(engine, trashed)).rejects.toThrow(LibraryGoneError)
    renameSync(`${folder}, unplugged`, folder)
    expect((await removableFiles(engine, trashed)).files).toHaveLength(2)
  })

  it.each([
    { do: 'copy', to: 'elsewhere', sinceMs: 0, isStopped: true },
    { do: 'clear', from: 'elsewhere', sinceMs: 0, isStopped: true, isGivenUp: false },
  ] as const)('are none while a move stands, since they may lie in both folders: $do', async (plan) => {
    const { engine, trashed } = await withTrash()
    engine.place.change(() => ({ plan: 'to' in plan ? { ...plan, to: newFolder() } : { ...plan, from: newFolder() } }))
    await expect(removableFiles(engine, trashed)).rejects.toThrow(NotNowError)
    engine.place.change(() => ({ plan: null }))
    expect((await removableFiles(engine, trashed)).files).toHaveLength(2)
  })
})

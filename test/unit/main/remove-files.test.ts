import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LibraryGoneError } from '../../../src/engine/platform/library-gone.ts'
import { removeFiles } from '../../../src/main/remove-files.ts'
import { newFolder } from '../../support/folders.ts'

function libraryOf(names: readonly string[]) {
  const folder = join(newFolder(), 'Printroom')
  mkdirSync(folder)
  const files = names.map((id) => ({ id, path: join(folder, id) }))
  for (const { path } of files) writeFileSync(path, 'a picture')
  const gone: string[][] = []
  const done = async (ids: string[]): Promise<void> => void gone.push([...ids])
  return { folder, files, gone, done, pathOf: (id: string) => join(folder, id) }
}

const trash = async (path: string): Promise<void> => rmSync(path)

describe('removing files for good', () => {
  it('takes each away, also one that was taken away before', async () => {
    const { folder, files, gone, done, pathOf } = libraryOf(['a', 'b', 'c'])
    rmSync(pathOf('b'))
    expect(await removeFiles({ folder, files }, trash, done)).toBe(3)
    expect(files.filter(({ path }) => existsSync(path))).toEqual([])
    expect(gone).toEqual([['a', 'b', 'c']])
  })

  it('stops where the library’s disk goes away, and counts nothing as gone that may be on it (I7)', async () => {
    const { folder, files, gone, done } = libraryOf(['a', 'b', 'c'])
    const unplugging = async (path: string): Promise<void> => {
      await trash(path)
      renameSync(folder, `${folder}, unplugged`)
    }
    await expect(removeFiles({ folder, files }, unplugging, done)).rejects.toThrow(LibraryGoneError)
    expect(gone).toEqual([['a']])
  })

  it.skipIf(process.platform === 'win32')(
    'leaves one that cannot be looked at, names it, and goes on: that is not to be gone (I7, L7)',
    async () => {
      const { folder, files, gone, done, pathOf } = libraryOf(['a', 'b', 'c'])
      const looped = join(folder, 'month')
      symlinkSync(looped, looped)
      const inIt = files.map((file) => (file.id === 'b' ? { ...file, path: join(looped, 'b') } : file))
      await expect(removeFiles({ folder, files: inIt }, trash, done)).rejects.toThrow(
        '2 files went to the system’s trash. 1 file could not be removed (month/b: a folder above it is a link that leads nowhere). Try again, or take it away by hand.',
      )
      expect(gone).toEqual([['a', 'c']])
      expect(existsSync(pathOf('c'))).toBe(false)
    },
  )

  it('goes on past one that the system refuses, and says which (L7)', async () => {
    const { folder, files, gone, done, pathOf } = libraryOf(['a', 'b', 'c'])
    const refusing = async (path: string): Promise<void> => {
      if (path === pathOf('b')) throw new Error('no')
      await trash(path)
    }
    await expect(removeFiles({ folder, files }, refusing, done)).rejects.toThrow(
      /1 file could not be removed \(b: no\)/,
    )
    expect(gone).toEqual([['a', 'c']])
  })

  it('never takes a folder for a file of its own: it stays, and the row is gone (L6)', async () => {
    const { folder, files, gone, done, pathOf } = libraryOf(['a', 'b'])
    rmSync(pathOf('b'))
    mkdirSync(pathOf('b'))
    writeFileSync(join(pathOf('b'), 'somebody’s'), 'mine')
    expect(await removeFiles({ folder, files }, trash, done)).toBe(2)
    expect(gone).toEqual([['a', 'b']])
    expect(existsSync(join(pathOf('b'), 'somebody’s'))).toBe(true)
  })

  it('tells of a hundred at once, so that a kill leaves few to be counted by the next try (L7)', async () => {
    const { folder, files, gone, done } = libraryOf(Array.from({ length: 250 }, (_, n) => `p${n}`))
    expect(await removeFiles({ folder, files }, trash, done)).toBe(250)
    expect(gone.map((ids) => ids.length)).toEqual([100, 100, 50])
  })
})

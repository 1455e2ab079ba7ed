import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LibraryGoneError } from '../../../src/engine/library/gone.ts'
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
    'stops at a file that cannot be looked at: that is not to be gone (I7)',
    async () => {
      const { folder, files, gone, done, pathOf } = libraryOf(['a', 'b', 'c'])
      const looped = join(folder, 'month')
      symlinkSync(looped, looped)
      const inIt = files.map((file) => (file.id === 'b' ? { ...file, path: join(looped, 'b') } : file))
      await expect(removeFiles({ folder, files: inIt }, trash, done)).rejects.toMatchObject({ code: 'ELOOP' })
      expect(gone).toEqual([['a']])
      expect(existsSync(pathOf('c'))).toBe(true)
    },
  )

  it('tells of those that are gone where the system refuses a further one', async () => {
    const { folder, files, gone, done, pathOf } = libraryOf(['a', 'b', 'c'])
    const refusing = async (path: string): Promise<void> => {
      if (path === pathOf('b')) throw new Error('no')
      await trash(path)
    }
    await expect(removeFiles({ folder, files }, refusing, done)).rejects.toThrow('no')
    expect(gone).toEqual([['a']])
  })
})

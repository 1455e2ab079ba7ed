import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { putCopy } from '../../../src/engine/copies/put-copy.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { hashFile } from '../../../src/engine/platform/files.ts'
import { newFolder } from '../../support/folders.ts'

it('the search for a free name ends when the app closes, however many are taken', async () => {
  const [library, folder] = [newFolder(), newFolder()]
  const from = join(library, 'picture.png')
  writeFileSync(from, 'a picture')
  writeFileSync(join(folder, 'taken.png'), 'mine')
  const content = { id: 'an asset', ...(await hashFile(from)) }
  const closing = new AbortController()
  const reason = new Error('closing')
  const names: number[] = []
  const trying = putCopy(
    from,
    content,
    folder,
    (n) => {
      names.push(n)
      if (n === 3) closing.abort(reason)
      return 'taken.png'
    },
    closing.signal,
  )
  await expect(trying).rejects.toBe(reason)
  expect(names).toEqual([1, 2, 3])
  expect(readdirSync(folder)).toEqual(['taken.png'])
})

it('a copy that cannot get its name on a disk without links leaves none behind, and gets it the next time', async () => {
  const [library, folder] = [newFolder(), newFolder()]
  const from = join(library, 'picture.png')
  writeFileSync(from, 'a picture')
  const content = { id: 'an asset', ...(await hashFile(from)) }
  const put = () =>
    putCopy(from, content, folder, (n) => (n === 1 ? 'fox.png' : `fox-${n}.png`), new AbortController().signal)
  onTestFinished(() => watchPoints(null))
  const failing = (...codes: string[]) =>
    watchPoints((point, side) => {
      const code = point === 'result copy name' && side === 'before' ? codes.shift() : undefined
      if (code !== undefined) throw Object.assign(new Error(code), { code })
    })
  failing('EPERM', 'EIO')
  await expect(put()).rejects.toThrow('EIO')
  expect(readdirSync(folder)).toEqual([])
  failing('EPERM')
  expect(await put()).toBe(join(folder, 'fox.png'))
  expect(readdirSync(folder)).toEqual(['fox.png'])
  expect(readFileSync(join(folder, 'fox.png'), 'utf8')).toBe('a picture')
})

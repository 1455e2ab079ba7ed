import { copyFileSync, linkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repeatedWords, SameFiles } from '../../src/engine/sources/same-files.ts'
import { newFolder } from '../support/folders.ts'
import { useWorkshop } from './images/support/workshop.ts'

const shop = useWorkshop()

describe('a picture that is in one order twice', () => {
  it('is found under its own name, by hard link, by symlink and as a copy (S6)', async () => {
    const folder = newFolder()
    const at = (name: string) => join(folder, name)
    writeFileSync(at('a.jpg'), 'one picture')
    writeFileSync(at('other.jpg'), 'two picture')
    writeFileSync(at('longer.jpg'), 'a picture of another size')
    linkSync(at('a.jpg'), at('hard.jpg'))
    symlinkSync(at('a.jpg'), at('link.jpg'))
    copyFileSync(at('a.jpg'), at('copy.jpg'))
    const given = ['a.jpg', 'other.jpg', 'hard.jpg', 'longer.jpg', 'link.jpg', 'a.jpg', 'copy.jpg', 'gone.jpg'].map(at)
    const files = new SameFiles(shop.images.files)
    const found = await files.repeated([...given, folder, 'https://a.example/x.png', 'https://a.example/x.png'])
    expect(found.map(({ at, same }) => [at, same])).toEqual([
      ...[2, 4, 5, 6].map((n) => [n, at('a.jpg')]),
      [10, 'https://a.example/x.png'],
    ])
    // Of one inode alone nothing is read; what changes is read anew.
    writeFileSync(at('copy.jpg'), 'new picture')
    expect((await files.repeated([at('a.jpg'), at('copy.jpg'), at('link.jpg')])).map(({ at }) => at)).toEqual([2])
    expect(await files.repeated([at('a.jpg'), at('other.jpg'), at('gone.jpg'), at('none.jpg')])).toEqual([])
  })

  it('of a picture and what is named after it as a copy the picture stays, in whatever order they are given (S6)', async () => {
    const folder = newFolder()
    const [copy, chair, again] = ['chair-01 copy.jpg', 'chair-01.jpg', 'chair-01 copy 2.jpg'].map((name) =>
      join(folder, name),
    )
    for (const path of [copy, chair, again]) writeFileSync(path ?? '', 'one picture')
    const found = await new SameFiles(shop.images.files).repeated([copy, chair, again].map(String))
    expect(found).toEqual([
      { at: 0, source: copy, same: chair },
      { at: 2, source: again, same: chair },
    ])
  })

  it('is found under another spelling of its address (S6)', async () => {
    const given = [
      'https://a.example/x.png',
      'HTTPS://A.example/x.png',
      'https://a.example:443/x.png',
      'https://a.example/y',
    ]
    const found = await new SameFiles(shop.images.files).repeated(given)
    expect(found.map(({ at }) => at)).toEqual([1, 2])
  })

  it('is told in words (S6)', () => {
    const one = { at: 1, source: '/x/b.jpg', same: '/x/a.jpg' }
    expect(repeatedWords([])).toBeNull()
    expect(repeatedWords([one])).toBe('b.jpg is the same picture as a.jpg.')
    expect(repeatedWords([{ ...one, source: '/x/a.jpg' }, one])).toBe(
      'a.jpg is in this order twice, and 1 more is the same as another one.',
    )
  })
})

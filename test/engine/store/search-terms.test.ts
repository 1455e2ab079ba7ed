import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchTerms } from '../../../src/engine/store/asset-words.ts'
import { newFolder } from '../../support/folders.ts'
import { assetOf } from './support/assets.ts'
import { opened } from './support/open.ts'

const matchOf = (search: string): string[] => {
  const terms = searchTerms(search)
  return terms === null || terms === 'nothing' ? [] : terms.match.split(' ')
}

it('a search walks through the index for twenty words, and not for what begins another of them (W10)', () => {
  const many = Array.from({ length: 200 }, (_, n) => `${n}-word`)
  expect(matchOf(many.join(' '))).toEqual(many.slice(0, 20).map((word) => `"${word}"*`))
  expect(matchOf(Array(200).fill('a').join(' '))).toEqual(['"a"*'])
  expect(matchOf('har cat harbour harb cat')).toEqual(['"cat"*', '"harbour"*'])
})

it('finds what a search with each of the words finds (W10)', async () => {
  const store = await opened(newFolder())
  const titles = ['harbour at night', 'hard harbour', 'cat-house', 'Häuser', 'a cat']
  for (const [n, title] of titles.entries()) store.assets.add({ ...assetOf(n + 1), title })
  const found = (search: string) => store.assets.find(search, 50).map(({ id }) => id)
  const word = fc.constantFrom('h', 'har', 'harbour', 'ha', 'hau', 'häus', 'cat', 'cat-', 'cat-ho', 'a', 'night')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const each = words.map(found)
      const inAll = each.reduce((all, one) => all.filter((id) => one.includes(id)))
      expect(found(words.join(' ')).sort()).toEqual([...inAll].sort())
    }),
    { numRuns: 60 },
  )
})

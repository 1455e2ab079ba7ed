import { describe, expect, it } from 'vitest'
import { type FolderFacts, folderIdOf, isBareNumber } from '../../../../src/domain/watch/folder-id.ts'

const made = BigInt(Date.UTC(2026, 10, 21)) * 1_000_000n
const facts: FolderFacts = { ino: 2n, birthtimeNs: made, disk: null, type: 0xef53n, blocks: 1000n }
const card: FolderFacts = { ...facts, ino: 1n, birthtimeNs: 0n, type: 0x4d44n }
const id = (changes: Partial<FolderFacts>, of = facts): string => folderIdOf({ ...of, ...changes })

describe('a folder is another one (I2)', () => {
  it.each<[string, Partial<FolderFacts>]>([
    ['by its number', { ino: 3n }],
    ['by when it was made', { birthtimeNs: made + 1n }],
    ['by the name of its disk', { disk: '4E21-0000' }],
    ['by the kind of its file system', { type: 0x9123683en }],
  ])('%s', (_, changes) => expect(id(changes)).not.toBe(id({})))

  it.each([0n, BigInt(Date.UTC(1980)) * 1_000_000n])(
    'by the size of a card that tells neither its name nor when it was made (%s)',
    (birthtimeNs) => {
      expect(id({ blocks: 2000n, birthtimeNs }, card)).not.toBe(id({ birthtimeNs }, card))
      expect(id({ blocks: 2000n, birthtimeNs, disk: 'a' }, card)).not.toBe(id({ birthtimeNs, disk: 'b' }, card))
    },
  )
})

it('is the same one on a disk that has grown, or a share whose size changes all the time', () => {
  expect(id({ blocks: 2000n })).toBe(id({}))
  expect(id({ blocks: 2000n, type: 0x6969n }, card)).toBe(id({ type: 0x6969n }, card))
})

it('is told from what was known of it before by its number alone', () => {
  expect(isBareNumber('2269186')).toBe(true)
  for (const changes of [{}, { disk: 'a' }, { birthtimeNs: 0n }]) expect(isBareNumber(id(changes))).toBe(false)
})

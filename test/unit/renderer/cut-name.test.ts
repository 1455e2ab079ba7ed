import { expect, test } from 'vitest'
import { cutName } from '../../../src/renderer/format/cut-name.ts'

test('a name is cut between signs as one sees them, never within an emoji', () => {
  const name = '🌿🪴 tall vase 👩‍🎨 neu.webp'
  const cut = cutName(name, 10)
  expect(cut).toEqual({ start: '🌿🪴 tall vase ', end: '👩‍🎨 neu.webp' })
  expect(`${cut?.start}${cut?.end}`).toBe(name)
  expect(cutName('café-table-of-the-house.png', 10)).toEqual({ start: 'café-table-of-the', end: '-house.png' })
  expect(cutName('piece-of-work-12.png', 10)).toEqual({ start: 'piece-of-w', end: 'ork-12.png' })
  expect(cutName('piece-12.png', 10)).toBeNull()
})

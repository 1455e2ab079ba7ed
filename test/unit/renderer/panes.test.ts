import { expect, it } from 'vitest'
import { nextPlace } from '../../../src/renderer/app/use-panes.ts'

it('F6 goes round the panes in both directions, and comes in at the nearer end (F3)', () => {
  expect([nextPlace(0, 1, 3), nextPlace(2, 1, 3), nextPlace(0, -1, 3)]).toEqual([1, 0, 2])
  expect([nextPlace(-1, 1, 3), nextPlace(-1, -1, 3)]).toEqual([0, 2])
})

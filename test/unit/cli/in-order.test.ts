import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InOrder } from '../../../src/cli/in-order.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells in the order that was asked for, and one that takes long when it is done (P9)', () => {
  const told: number[] = []
  const order = new InOrder(2_000)
  for (let place = 0; place < 5; place += 1) order.begin(place)
  const done = (place: number) => order.done(place, () => void told.push(place))
  done(2)
  done(1)
  expect(told).toEqual([])
  done(0)
  expect(told).toEqual([0, 1, 2])
  done(4)
  vi.advanceTimersByTime(1_999)
  expect(told).toEqual([0, 1, 2])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([0, 1, 2, 4])
  done(3)
  expect(told).toEqual([0, 1, 2, 4, 3])
})

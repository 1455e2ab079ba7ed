import { expect, it, vi } from 'vitest'
import { LeftOut } from '../../../src/engine/studio/left-out.ts'

it('what cannot be taken in is asked for again after a pause that grows to a minute, one at a time; what has ended is forgotten (studio trial 7)', () => {
  vi.useFakeTimers()
  try {
    const left = new LeftOut(1)
    for (const id of ['a', 'b']) left.put(id, `${id} is damaged`)
    expect([left.due, left.ids]).toEqual([null, ['a', 'b']])
    const asked: number[] = []
    let lastMs = performance.now()
    for (let n = 0; n < 3000; n += 1) {
      vi.advanceTimersByTime(100)
      const { due } = left
      if (due === 'a') {
        asked.push(Math.round((performance.now() - lastMs) / 1000))
        lastMs = performance.now()
      }
      if (due !== null) left.put(due, `${due} is damaged`)
    }
    expect(asked).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    // It ended elsewhere: asked for, it does not come, and it holds up no other.
    const seen = new Set<string>()
    for (let n = 0; n < 3000; n += 1) {
      vi.advanceTimersByTime(100)
      const { due } = left
      if (due !== null) seen.add(due)
      if (due === 'a') left.miss('a')
      if (due === 'b') left.put('b', 'b is damaged')
    }
    expect([...seen].toSorted()).toEqual(['a', 'b'])
    expect(left.all).toEqual([{ id: 'b', words: 'b is damaged' }])
    left.forget((id) => id === 'b')
    expect(left.ids).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

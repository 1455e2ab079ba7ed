import { expect, it, vi } from 'vitest'
import { Troubles } from '../../../src/engine/studio/troubles.ts'

it('a trouble is told once until it is over, whoever has it and whatever changes in its words; over, it is told once more', () => {
  vi.useFakeTimers()
  try {
    const told: string[] = []
    const troubles = new Troubles((words, isOver) => told.push(`${isOver ? 'over: ' : ''}${words}`))
    const reached = (code: string) =>
      `The files in /share cannot be reached or written (${code}). Is the share mounted?`
    for (let n = 0; n < 20; n += 1) {
      // One place has it, another sees nothing of it, and the third has it in the queue's words, come and gone.
      troubles.hear('beat', reached(n % 2 === 0 ? 'EIO' : 'ENOENT'))
      troubles.hear('look', null)
      troubles.hear('engine', n % 3 === 0 ? `${reached('EIO')} Nothing is lost; it is tried again.` : null)
      if (n % 4 === 0) troubles.hear('beat', null)
      vi.advanceTimersByTime(1000)
    }
    expect(told).toEqual([reached('EIO')])
    expect(troubles.lasting).toEqual([reached('EIO')])
    troubles.hear('look', 'The database can only be read.')
    troubles.hear('beat', null)
    troubles.hear('engine', null)
    expect(troubles.lasting).toEqual(['The database can only be read.'])
    vi.advanceTimersByTime(6000)
    troubles.hear('beat', null)
    expect(told).toEqual([reached('EIO'), 'The database can only be read.'])
    vi.advanceTimersByTime(2000)
    troubles.hear('beat', null)
    expect(told.at(-1)).toBe(`over: ${reached('EIO')}`)
    troubles.hear('beat', reached('EIO'))
    expect(told.at(-1)).toBe(reached('EIO'))
  } finally {
    vi.useRealTimers()
  }
})

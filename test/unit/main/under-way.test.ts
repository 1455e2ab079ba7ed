import { describe, expect, it } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import { type Told, UnderWay } from '../../../src/main/under-way.ts'

const told = (id: string, state: RequestView['state'], batch = 'one', size = 3): Told => ({
  id,
  title: `picture ${id}`,
  state,
  batch: { id: batch, index: 0, size },
})
const alone = (id: string, state: RequestView['state']): Told => ({ id, title: `picture ${id}`, state, batch: null })

describe('what the desktop is told', () => {
  it('is one notice a batch, when nothing of it goes on any more', () => {
    const work = new UnderWay()
    expect(work.take([told('a', 'queued'), told('b', 'queued'), told('c', 'running')])).toEqual([])
    expect(work.take([told('a', 'completed')])).toEqual([])
    expect(work.take([told('b', 'failed'), told('c', 'completed')])).toEqual([
      { title: '3 requests', words: '2 done, 1 failed.' },
    ])
    // Told again, for credits that were settled: no news.
    expect(work.take([told('b', 'failed')])).toEqual([])
  })

  it('says at once what needs a person, and says it once', () => {
    const work = new UnderWay()
    work.take([told('a', 'queued'), told('b', 'queued')])
    work.take([told('a', 'completed')])
    expect(work.take([told('b', 'needs-decision')])).toEqual([{ title: '2 requests', words: '1 done, 1 needs you.' }])
    expect(work.take([told('b', 'needs-decision')])).toEqual([])
    expect(work.asking).toBe(1)
  })

  it('names a request that was ordered by itself, and says nothing of what was taken out', () => {
    const work = new UnderWay()
    work.take([alone('a', 'queued'), alone('b', 'queued')])
    expect(work.take([alone('a', 'completed')])).toEqual([{ title: 'picture a', words: 'Done.' }])
    expect(work.take([alone('b', 'cancelled')])).toEqual([])
  })

  it('is how far all that is under way has come, and nothing where nothing is', () => {
    const work = new UnderWay()
    expect(work.progress).toBeNull()
    work.take([told('a', 'running'), told('b', 'queued'), told('c', 'queued'), alone('d', 'queued')])
    work.take([told('a', 'completed')])
    expect(work.progress).toEqual({ part: 0.25, isWaiting: false })
    work.take([told('b', 'completed'), told('c', 'completed'), alone('d', 'needs-decision')])
    expect(work.progress).toEqual({ part: 0.75, isWaiting: true })
    work.take([alone('d', 'completed')])
    expect(work.progress).toBeNull()
  })
})

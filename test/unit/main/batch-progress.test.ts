import { describe, expect, it } from 'vitest'
import type { RequestView } from '../../../src/contract/views.ts'
import { BatchProgress, type TrackedRequest } from '../../../src/main/batch-progress.ts'

const told = (id: string, state: RequestView['state'], batch = 'one', size = 3): TrackedRequest => ({
  id,
  title: `picture ${id}`,
  state,
  batch: { id: batch, index: 0, size },
})
const alone = (id: string, state: RequestView['state']): TrackedRequest => ({
  id,
  title: `picture ${id}`,
  state,
  batch: null,
})

describe('what the desktop is told', () => {
  it('is one notice a batch, when nothing of it goes on any more', () => {
    const progress = new BatchProgress()
    expect(progress.apply([told('a', 'queued'), told('b', 'queued'), told('c', 'running')])).toEqual([])
    expect(progress.apply([told('a', 'completed')])).toEqual([])
    expect(progress.apply([told('b', 'failed'), told('c', 'completed')])).toEqual([
      { title: '3 requests', message: '2 done, 1 failed.' },
    ])
    // Told again, for credits that were settled: no news.
    expect(progress.apply([told('b', 'failed')])).toEqual([])
  })

  it('says at once what needs a person, and says it once', () => {
    const progress = new BatchProgress()
    progress.apply([told('a', 'queued'), told('b', 'queued')])
    progress.apply([told('a', 'completed')])
    expect(progress.apply([told('b', 'needs-decision')])).toEqual([
      { title: '2 requests', message: '1 done, 1 needs you.' },
    ])
    expect(progress.apply([told('b', 'needs-decision')])).toEqual([])
    expect(progress.asking).toBe(1)
  })

  it('names a request that was ordered by itself, and says nothing of what was taken out', () => {
    const progress = new BatchProgress()
    progress.apply([alone('a', 'queued'), alone('b', 'queued')])
    expect(progress.apply([alone('a', 'completed')])).toEqual([{ title: 'picture a', message: 'Done.' }])
    expect(progress.apply([alone('b', 'cancelled')])).toEqual([])
  })

  it('is how far all that is under way has come, and nothing where nothing is', () => {
    const progress = new BatchProgress()
    expect(progress.progress).toBeNull()
    progress.apply([told('a', 'running'), told('b', 'queued'), told('c', 'queued'), alone('d', 'queued')])
    progress.apply([told('a', 'completed')])
    expect(progress.progress).toEqual({ part: 0.25, isWaiting: false })
    progress.apply([told('b', 'completed'), told('c', 'completed'), alone('d', 'needs-decision')])
    expect(progress.progress).toEqual({ part: 0.75, isWaiting: true })
    progress.apply([alone('d', 'completed')])
    expect(progress.progress).toBeNull()
  })
})

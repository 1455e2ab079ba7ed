import { describe, expect, it } from 'vitest'
import { modelColumns, shapeIn } from '../../../src/renderer/features/create/run-shape.ts'
import { groupRuns } from '../../../src/renderer/lists/queue-groups.ts'
import { assetOf, request } from './requests.ts'

const runOf = (...members: Parameters<typeof request>[0][]) => {
  const [run] = groupRuns(
    members.map((member, index) => request({ ...member, batch: { id: 'b', index, size: members.length } })),
    1,
  )
  if (!run) throw new Error('no run')
  return run
}

describe('the place of a result', () => {
  it('has the shape that was asked for before and after the picture is there', () => {
    const waiting = runOf({ id: '1', ratio: '9:16' })
    const made = runOf({ id: '1', ratio: '9:16', assets: [assetOf({ width: 768, height: 1344 })] })
    expect(shapeIn(waiting, waiting.first)).toBe(9 / 16)
    expect(shapeIn(made, made.first)).toBe(9 / 16)
  })

  it('is that of what has come of the same order where no shape was named', () => {
    const run = runOf(
      { id: '1', ratio: null, assets: [assetOf({ width: 2000, height: 1000 })] },
      { id: '2', ratio: null },
    )
    expect(run.requests.map((each) => shapeIn(run, each))).toEqual([2, 2])
    const none = runOf({ id: '1', ratio: null })
    expect(shapeIn(none, none.first)).toBe(4 / 3)
  })
})

describe('an order over several models', () => {
  it('is a column a model, the same prompt in the same row', () => {
    const run = runOf(
      { id: '1', modelName: 'A', title: 'boat' },
      { id: '2', modelName: 'A', title: 'hill' },
      { id: '3', modelName: 'B', title: 'boat' },
      { id: '4', modelName: 'B', title: 'hill' },
    )
    expect(modelColumns(run).map(({ name, requests }) => [name, requests.map(({ title }) => title)])).toEqual([
      ['A', ['boat', 'hill']],
      ['B', ['boat', 'hill']],
    ])
  })
})

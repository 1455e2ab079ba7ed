import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventsOf, practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const run = (...words: string[]) => printroom([...place.words, ...words], { env: { PRINTROOM_TIME_SCALE: '200' } })

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

const none = { credits: 0, unknown: 0 }
const sum = (credits: number) => ({ credits, unknown: 0 })
const sums = (requests: number, credits: number) => ({
  requests,
  quoted: sum(credits),
  charged: sum(credits),
  refunded: none,
  paid: sum(credits),
  pending: none,
})

describe('projects in the terminal', () => {
  it('are named as one orders, changed afterwards, and summed up; the price and what is charged are the same', async () => {
    const ordered = await run('--yes', 'skill', 'remove-bg', samplePhoto, '--project', ' Harbour  Days ', '--wait')
    expect(ordered.status, ordered.stderr).toBe(0)
    expect(eventsOf(ordered, 'request').every(({ project }) => project === 'Harbour Days')).toBe(true)
    expect(eventsOf(ordered, 'quote')).toMatchObject([{ credits: 2 }])
    const [one] = resultOf(ordered)
    const [two] = resultOf(await run('--yes', 'skill', 'remove-bg', samplePhoto, '--wait'))
    const [first, second] = [String(one?.id), String(two?.id)]

    const byProject = await run('ledger', '--by', 'project')
    expect(byProject.status, byProject.stderr).toBe(0)
    expect(byProject.lines).toEqual([
      { event: 'sum', by: 'project', project: null, ...sums(1, 2) },
      { event: 'sum', by: 'project', project: 'Harbour Days', ...sums(1, 2) },
      { event: 'total', ...sums(2, 4) },
    ])
    expect(byProject.stderr).toContain(
      'Harbour Days: 1 request, quoted 2 credits, charged 2 credits, refunded 0 credits, paid 2 credits',
    )

    expect((await run('ledger', '--to', '2999-12-31')).lines).toEqual([
      { event: 'sum', by: 'day', day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), ...sums(2, 4) },
      { event: 'total', ...sums(2, 4) },
    ])
    expect((await run('ledger', '--by', 'model', '--from', '2000-01-01')).lines).toEqual([
      { event: 'sum', by: 'model', kind: 'skill', name: 'remove-bg', ...sums(2, 4) },
      { event: 'total', ...sums(2, 4) },
    ])
    const [, entry] = (await run('ledger', '--by', 'request')).lines
    expect(entry).toMatchObject({ event: 'entry', id: first, project: 'Harbour Days', quoted: 2, charged: 2, paid: 2 })
    expect((await run('ledger', '--to', '2000-01-01')).lines).toEqual([{ event: 'total', ...sums(0, 0) }])

    const filed = await run('receipts', 'project', second.slice(0, 8), 'harbour days')
    expect(filed.status, filed.stderr).toBe(0)
    expect(filed.lines).toMatchObject([{ event: 'request', id: second, project: 'Harbour Days' }])
    const listed = await run('receipts', 'list', '--project', 'HARBOUR DAYS')
    expect(listed.lines.map(({ id }) => id)).toEqual([second, first])
    expect((await run('receipts', 'show', first)).stderr).toContain('Project Harbour Days')
    await run('receipts', 'project', first, second, '--none')
    const lines = (await run('receipts', 'list')).lines
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).not.toHaveProperty('project')
  })

  it.each(
    [
      ['ledger', '--by', 'client'],
      ['ledger', '--from', 'yesterday'],
      ['ledger', 'project'],
      ['receipts', 'project', 'Harbour Days'],
      ['receipts', 'project', '--none'],
      ['receipts', 'project', '00000000', 'Harbour Days'],
      ['receipts', 'project', '00000000', 'two\nlines'],
      ['receipts', 'show', '00000000', '--project', 'Harbour Days'],
      ['receipts', 'list', '--none'],
      ['queue', 'list', '--project', 'Harbour Days'],
      ['models', '--project', 'Harbour Days'],
      ['--yes', 'skill', 'remove-bg', samplePhoto, '--project', ''],
      ['--yes', 'skill', 'remove-bg', samplePhoto, '--project', 'x'.repeat(81)],
    ].map((words) => [words]),
  )('do not take %j', async (words) => {
    const refused = await run(...words)
    expect(refused.status, refused.stderr).toBe(2)
    expect(refused.lines).toEqual([])
  })
})

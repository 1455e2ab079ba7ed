import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '../../src/contract/ipc.ts'
import type { RequestView } from '../../src/contract/views.ts'
import { ledgerCsv } from '../../src/engine/api/ledger.ts'
import { type Client, startPractice } from '../practice/support/practice.ts'
import { newRig, type Rig, scale } from './queue/support/rig.ts'

let practice: Client
let rig: Rig

beforeEach(async () => {
  practice = await startPractice({ timeScale: scale })
  rig = await newRig(practice)
})

const refusedKey = {
  match: { method: 'POST', path: '/api/generate/v2' },
  times: 1,
  fault: 'status',
  status: 401,
  body: { success: false, error: 'invalid token' },
}

async function order(project?: string | null): Promise<string> {
  const { models } = await rig.calls['catalogue.models']({ media: 'image' })
  const quote = await rig.calls['quote.generation']({ prompt: 'a fox', modelId: models[0]?.id ?? '' })
  const accepted = { quoteId: quote.id, credits: quote.credits, ...(project === undefined ? {} : { project }) }
  return (await rig.calls['orders.approve'](accepted)).requestIds[0] ?? ''
}

const viewOf = async (id: string): Promise<RequestView | undefined> =>
  (await rig.calls['requests.list']({})).find((view) => view.id === id)

describe('an order and its project', () => {
  it('is filed with its approval, and whoever listens is told; nothing of it is in the receipt', async () => {
    const told: (string | null)[] = []
    rig.engine.listen('requestChanged', ({ project }) => told.push(project))
    const id = await order('Harbour Days')
    expect(await viewOf(id)).toMatchObject({ project: 'Harbour Days' })
    expect(told.at(-1)).toBe('Harbour Days')
    expect(JSON.stringify(rig.engine.store.receipts.get(id))).not.toContain('Harbour')
    expect((await rig.calls['requests.receipt']({ id })).request.project).toBe('Harbour Days')
    expect(await viewOf(await order(null))).toMatchObject({ project: null })
    expect(await viewOf(await order())).toMatchObject({ project: null })
  })

  it('stands where it cannot be filed, and is not called refused for that (I2)', async () => {
    rig.engine.store.projects.file = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    }
    const id = await order('Harbour Days')
    expect(await viewOf(id)).toMatchObject({ state: 'queued', project: null })
  })

  it('made in place of another one is under that one’s, by a decision and by another try (I2)', async () => {
    await practice.faults(refusedKey)
    rig.engine.driver.start()
    const id = await order('Harbour Days')
    await rig.until(id, (view) => view.decision !== null)
    await rig.calls['requests.decide']({ id, choice: 'new-order' })
    const second = rig.engine.store.receipts.list({}).find(({ replaces }) => replaces === id)?.id ?? ''
    expect(await viewOf(second)).toMatchObject({ project: 'Harbour Days' })
    await rig.ended(second)
    await practice.faults({ ...refusedKey, status: 400, body: { success: false, error: 'no such thing' } })
    const third = await order('Harbour Days')
    expect(await rig.ended(third)).toMatchObject({ canRetry: true })
    const { quote } = await rig.calls['requests.retry']({ id: third })
    const accepted = { quoteId: quote?.id ?? '', credits: quote?.credits ?? null, project: 'Autumn' }
    const [fourth = ''] = (await rig.calls['orders.approve'](accepted)).requestIds
    expect(await viewOf(fourth)).toMatchObject({ project: 'Harbour Days' })
  })
})

describe('what the window asks of projects', () => {
  it('is answered with those in use, the one of new orders, and the requests that were filed', async () => {
    const [one, two] = [await order('Harbour Days'), await order()]
    expect(await rig.calls['projects.choose']({ project: 'Autumn' })).toMatchObject({ current: 'Autumn' })
    const filed = await rig.calls['projects.file']({ ids: [two, 'not-a-request'], project: 'harbour days' })
    expect(filed.map(({ id, project }) => [id, project])).toEqual([[two, 'Harbour Days']])
    const { current, projects } = await rig.calls['projects.view'](undefined)
    expect(current).toBe('Autumn')
    expect(projects.map(({ name, requests }) => [name, requests])).toEqual([
      ['Autumn', 0],
      ['Harbour Days', 2],
    ])
    await rig.calls['projects.file']({ ids: [one, two], project: null })
    expect(await rig.calls['projects.choose']({ project: null })).toEqual({ current: null, projects: [] })
  })

  it('is read at the border: a name is as it is kept, or it is none', () => {
    const { input } = calls['projects.file']
    expect(input.parse({ ids: ['a'], project: '  Harbour  Days ' }).project).toBe('Harbour Days')
    for (const project of ['', ' ', 'a\nb', 'x'.repeat(81), 7])
      expect(input.safeParse({ ids: ['a'], project }).success).toBe(false)
    const approve = { quoteId: 'q', credits: 1 }
    expect(calls['orders.approve'].input.safeParse({ ...approve, project: 'a\u0000b' }).success).toBe(false)
    expect(calls['orders.approve'].input.safeParse({ ...approve, project: null }).success).toBe(true)
  })
})

describe('the ledger by project', () => {
  it('has each project’s sums, its name in each row, and in the CSV as no formula', async () => {
    rig.engine.driver.start()
    const ids = [await order('=SUM(A1)'), await order('=SUM(A1)'), await order()]
    for (const id of ids) await rig.ended(id)
    const period = { from: '2000-01-01', to: '2100-01-01' }
    const view = await rig.calls['ledger.view']({ ...period, by: 'project' })
    expect(view.by).toBe('project')
    expect(view.columns.map(({ kind, name, requests }) => [kind, name, requests])).toEqual([
      ['project', '=SUM(A1)', 2],
      ['none', '', 1],
    ])
    const paid = view.columns.reduce((sum, column) => sum + column.paid.credits, 0)
    expect(paid).toBe(view.totals.paid.credits)
    expect(paid).toBe((await practice.ledger()).totals.charged)
    const rows = await rig.calls['ledger.rows'](period)
    expect(rows.map(({ id, project }) => [id, project])).toEqual([
      [ids[2], null],
      [ids[1], '=SUM(A1)'],
      [ids[0], '=SUM(A1)'],
    ])
    const [head = '', , line = ''] = ledgerCsv(rig.engine, period).split('\r\n')
    expect(head.endsWith(',Service,Project')).toBe(true)
    expect(line.endsWith(",'=SUM(A1)")).toBe(true)
  })
})

import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../src/engine/platform/checksum.ts'
import { Journal } from '../../src/engine/store/journal.ts'
import { databaseIn, idOf, journalIn, opened, orderNumber, stepOf } from '../engine/store/support/open.ts'
import { newFolder } from '../support/folders.ts'
import { bodyOf, jobOf, madeJob, t0 } from '../support/receipts.ts'
import { StrangeService } from '../support/strange-service.ts'
import { eventsOf, printroom, resultOf } from '../support/terminal.ts'

let strange: StrangeService
let home: string

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  home = newFolder()
})

const run = (...words: string[]) =>
  printroom(['--home', home, '--service', strange.base, '--json', ...words], {
    env: { PRINTROOM_TIME_SCALE: '1000', PRINTROOM_API_KEY: strange.key },
  })

/** An order that a person left when the service had made the first of two files, which nobody has fetched. */
async function leftOrder(): Promise<void> {
  const store = await opened(join(home, 'service'))
  const left = orderNumber(1, {
    origin: strange.base,
    keyFingerprint: null,
    phase: 'failed',
    body: bodyOf(),
    firstSentAtMs: t0,
    sentTimes: 1,
    acceptedAtMs: t0,
    jobs: [madeJob([`${strange.base}/pictures/1.png`]), jobOf({ generationId: 'gen-2' })],
    owed: [{ jobIndex: 0, outputIndex: 0, reason: 'It was cancelled before this file was downloaded.', triedTimes: 0 }],
    error: 'You cancelled it. Results already made are paid for and will still be downloaded.',
  })
  store.receipts.save([stepOf(left)])
  store.keyValues.setNote('library_indexed', 'yes')
  store.close()
}

describe('resume --wait', () => {
  it('fetches what a left order has paid for before it ends (I7)', async () => {
    await leftOrder()
    const ran = await run('resume', '--wait')
    const [asset] = eventsOf(ran, 'asset')
    expect(asset, ran.stderr).toBeDefined()
    expect(sha256Of(readFileSync(String(asset?.path)))).toBe(asset?.sha256)
    expect(resultOf(ran)).toMatchObject([{ assets: [asset?.path] }])
    expect((await run('resume', '--wait')).stderr).toContain('Nothing is unfinished')
  })

  it('tries it, and ends when it cannot be had now (I7)', async () => {
    await leftOrder()
    strange.instead = ({ path }) => (path.startsWith('/pictures/') ? { status: 500, body: {} } : null)
    const ran = await run('resume', '--wait')
    expect([4, 5], ran.stderr).toContain(ran.status)
    expect(strange.count('GET', '/pictures/1.png')).toBeGreaterThan(0)
    expect(resultOf(ran)).toMatchObject([{ assets: [] }])
    strange.instead = () => null
    expect(resultOf(await run('resume', '--wait'))).toMatchObject([{ assets: [expect.any(String)] }])
  })
})

describe('resume', () => {
  it('does not wait for an order that is set aside: nothing is done for it (I8)', async () => {
    const folder = join(home, 'service')
    const store = await opened(folder)
    store.receipts.save([stepOf(orderNumber(1, { origin: strange.base }))])
    store.close()
    // The database is lost, and of the journal the step in which this order was sent.
    for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(folder) + end, { force: true })
    const journal = new Journal(journalIn(folder))
    journal.append([{ v: 1, id: idOf(1), revision: 3, set: { phase: 'running', revision: 3 }, happenings: [] }])
    journal.close()
    for (const words of [['resume'], ['resume', '--wait']]) {
      const ran = await run(...words)
      expect([ran.status, ran.stderr]).toEqual([5, expect.stringContaining('nothing is sent for it')])
    }
    expect(strange.taken.size).toBe(0)
  })
})

describe('resume, of what has ended with credits that are not settled', () => {
  const failing = jobOf({ status: 'failed', error: 'policy', creditsUsed: 5, creditsStatus: 'pending' })
  const said = (creditsStatus: string) => ({
    jobId: 'gen-1',
    status: 'failed',
    error: 'policy',
    creditsUsed: 5,
    creditsStatus,
  })

  async function failedOrder(next: { atMs: number; words: string }): Promise<void> {
    const store = await opened(join(home, 'service'))
    const order = { origin: strange.base, keyFingerprint: null, body: bodyOf(), firstSentAtMs: t0, sentTimes: 1 }
    const money = { acceptedAtMs: t0, jobs: [failing], creditsUsed: 5, creditsStatus: 'pending' }
    const failed = { phase: 'failed' as const, failedAtMs: Date.now(), error: 'The service could not make it.', next }
    store.receipts.save([stepOf(orderNumber(1, { ...order, ...money, ...failed }))])
    store.keyValues.setNote('library_indexed', 'yes')
    store.close()
  }
  const ledger = async () => (await run('ledger')).lines.find(({ event }) => event === 'total')

  it.each([[['resume']], [['resume', '--wait']]])(
    '%j asks what is due once, and books the refund (O3, A10)',
    async (words) => {
      await failedOrder({ atMs: Date.now() - 1, words: 'Checking for a refund' })
      strange.instead = ({ path }) => (path.includes('/status/') ? { status: 200, body: said('refunded') } : null)
      expect(await ledger()).toMatchObject({ charged: { credits: 5 }, refunded: { credits: 0 } })
      const ran = await run(...words)
      expect([ran.status, ran.stderr]).toEqual([0, expect.not.stringContaining('not settled yet')])
      expect(await ledger()).toMatchObject({ charged: { credits: 5 }, refunded: { credits: 5 } })
    },
  )

  it('says that it is not settled yet, where the time to ask has not come or the service has not settled it (A10, I6)', async () => {
    await failedOrder({ atMs: Date.now() + 3_600_000, words: 'Checking for a refund' })
    const read = { status: 200, body: said('pending') }
    strange.instead = ({ path }) => (path.includes('/status/') ? read : null)
    const ran = await printroom(['--home', home, '--service', strange.base, '--json', 'resume'], {
      env: { PRINTROOM_API_KEY: strange.key },
    })
    expect([ran.status, ran.stderr]).toEqual([0, expect.stringContaining('1 refund is not settled yet')])
    expect(ran.stderr).not.toContain('Nothing is unfinished')
  })
})

describe('resume, of a set of which a part is not known yet', () => {
  it('ends with the status of what still runs, and the ledger counts what is told of it (I12)', async () => {
    const store = await opened(join(home, 'service'))
    const order = { kind: 'skill' as const, skill: 's', fields: { modules: ['a', 'b'] }, pictures: [] }
    const sent = { origin: strange.base, keyFingerprint: null, body: bodyOf(), firstSentAtMs: t0, sentTimes: 1 }
    const known = jobOf({ module: 'a', status: 'failed', error: 'policy', creditsUsed: 4, creditsStatus: 'confirmed' })
    const accepted = { creditsUsed: 4, modelId: null, aspectRatio: null, expectedCount: 2, deduped: false }
    const next = { atMs: Date.now() + 3_600_000, words: 'Checking the remaining results' }
    const ended = { phase: 'partial' as const, failedAtMs: Date.now(), error: '1 of 2', next, acceptedAtMs: t0 }
    const told = { jobs: [known], accepted: { ...accepted, renderingStatus: 'completed' } }
    store.receipts.save([stepOf(orderNumber(1, { order, ...sent, ...ended, ...told }))])
    store.keyValues.setNote('library_indexed', 'yes')
    store.close()
    const ran = await printroom(['--home', home, '--service', strange.base, '--json', 'resume', '--wait'], {
      env: { PRINTROOM_API_KEY: strange.key },
    })
    expect([ran.status, ran.stderr]).toEqual([5, expect.stringContaining('not all parts are known yet')])
    const total = (await run('ledger')).lines.find(({ event }) => event === 'total')
    expect(total).toMatchObject({ charged: { credits: 4, unknown: 1 } })
  })
})

describe('resume --wait, with the key set back that an order waited for', () => {
  it('waits for what is taken up again by itself (A35, I7)', async () => {
    strange.models = [
      { charge: () => 5, entry: { id: 'm', name: 'M', media_type: 'image', credits_per_generation: 5 } },
    ]
    // Once the key is back it takes a few looks until it is made.
    let left = Number.POSITIVE_INFINITY
    const noKey = { status: 401, body: { success: false, error: 'no such key' } as Record<string, string | boolean> }
    strange.instead = ({ path, bearer }) => {
      if (bearer !== null && !bearer.includes(strange.key)) return noKey
      if (!path.includes('/status/')) return null
      left -= 1
      return left < 0 ? null : { status: 200, body: { jobId: path.split('/').at(-1) ?? '', status: 'processing' } }
    }
    const sent = await run('--yes', 'generate', '--model', 'm', '--prompt', 'a lighthouse')
    expect(sent.status, sent.stderr).toBe(5)
    const other = await printroom(['--home', home, '--service', strange.base, '--json', 'resume', '--wait'], {
      env: { PRINTROOM_TIME_SCALE: '1000', PRINTROOM_API_KEY: `svc_sk_${'B'.repeat(32)}` },
    })
    expect(other.status, other.stderr).toBe(3)
    left = 3
    const ran = await run('resume', '--wait')
    expect([ran.status, resultOf(ran)], ran.stderr).toMatchObject([0, [{ assets: [expect.any(String)] }]])
  })
})

describe('a home that is renamed under a command that waits', () => {
  it('ends it as still running, and says that what was sent may be charged (I6, S10)', async () => {
    strange.models = [
      { charge: () => 5, entry: { id: 'm', name: 'M', media_type: 'image', credits_per_generation: 5 } },
    ]
    let isMoved = false
    strange.instead = ({ path }) => {
      if (!path.includes('/status/')) return null
      if (!isMoved) renameSync(home, `${home}-moved`)
      isMoved = true
      return { status: 200, body: { jobId: path.split('/').at(-1) ?? '', status: 'processing' } }
    }
    const ran = await run('--yes', 'generate', '--model', 'm', '--prompt', 'a lighthouse', '--wait')
    expect([ran.status, ran.stderr]).toEqual([5, expect.stringContaining('what was sent before may be charged')])
    expect(ran.stderr).not.toContain('nothing was charged')
    strange.instead = () => null
    home = `${home}-moved`
    expect(resultOf(await run('resume', '--wait'))).toMatchObject([{ assets: [expect.any(String)] }])
    expect([...strange.taken.values()]).toEqual([5])
  })
})

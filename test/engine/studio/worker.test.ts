import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { outcomeOfCommand, sendCommand } from '../../../src/engine/studio/commands.ts'
import { usedOfDay } from '../../../src/engine/studio/counts.ts'
import { personNamed, setPerson } from '../../../src/engine/studio/people.ts'
import { statementNamer } from '../../proof/support/studio-points.ts'
import { newFolder } from '../../support/folders.ts'
import { openEngine } from '../../support/open-engine.ts'
import { patienceMs } from '../../support/patience.ts'
import { BlockingLine, type StatementWatch } from '../../support/studio/blocking-line.ts'
import { WireLog } from '../../support/studio/wire-log.ts'
import { describeStudio, newReceipts, orderCommand } from './support/studio.ts'
import { type Atelier, allCompleted, atelier, isSound as isWhole } from './support/workers.ts'

const limitMs = 120_000

/** And no place for sending is left taken. */
async function isSound(at: Atelier, requests: number): Promise<void> {
  await isWhole(at, requests)
  expect(await at.database.rows('SELECT n FROM submit_slots WHERE request IS NOT NULL')).toEqual([])
}

const portOf = (url: string): number => Number(new URL(url).port)

async function lineTo(port: number, watched?: () => StatementWatch): Promise<BlockingLine> {
  const line = await BlockingLine.open(port, watched)
  onTestFinished(() => line.close())
  return line
}

function through(line: BlockingLine, address: string): string {
  const url = new URL(address)
  url.port = String(line.port)
  return url.href.replace(/\/$/, '')
}

describeStudio('workers of a studio', (server) => {
  it(
    'drive what three people order to its end: each charged once, each result in the file store (I1, I7)',
    async () => {
      const at = await atelier(server())
      const workers = [await at.work('one'), await at.work('two')]
      const orders = await Promise.all(['Ann', 'Ben', 'Mia'].map((name) => at.order(name, 2)))
      expect(orders.map(({ outcome }) => outcome?.is)).toEqual(['done', 'done', 'done'])
      await allCompleted(at, 6)
      await isSound(at, 6)
      expect(await usedOfDay(at.database)).toEqual({ uploads: 6, runs: [{ skill: 'remove-bg', count: 6 }] })
      await at.database.rows(
        'UPDATE requests SET sent_ms = sent_ms - 86400000 WHERE person <> (SELECT id FROM people WHERE name = $1)',
        ['Ann'],
      )
      expect(await usedOfDay(at.database)).toEqual({ uploads: 2, runs: [{ skill: 'remove-bg', count: 2 }] })
      expect(workers.flatMap(({ partitions }) => partitions).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 16 }, (_, n) => n),
      )
    },
    limitMs,
  )

  it(
    'one that the network cuts from the database sends nothing more; another looks up what it had and goes on (I3)',
    async () => {
      const at = await atelier(server())
      const line = await lineTo(portOf(at.address))
      const one = await at.work('one', { address: through(line, at.address) })
      const { outcome } = await at.order('Ann', 4)
      expect(outcome?.is).toBe('done')
      await at.until((all) => all.some(({ phase }) => phase === 'ready' || phase === 'running'))
      line.block()
      const two = await at.work('two')
      await allCompleted(at, 4)
      await isSound(at, 4)
      expect(two.partitions).toHaveLength(16)
      line.mend()
      // It learns what it has lost, and both then share the parts.
      while (one.partitions.length !== 8) await new Promise((resolve) => setTimeout(resolve, 30))
      await at.order('Ben', 3)
      await allCompleted(at, 7)
      await isSound(at, 7)
    },
    limitMs,
  )

  it(
    'one that does not reach the service leaves its requests to one that does',
    async () => {
      const at = await atelier(server())
      const line = await lineTo(portOf(at.remote.url))
      const cut = await at.work('cut', { service: `http://127.0.0.1:${line.port}` })
      const two = await at.work('two')
      line.refuse()
      await cut.engine.models.get({ fresh: true })
      while (two.partitions.length < 16) await new Promise((resolve) => setTimeout(resolve, 30))
      expect(cut.partitions).toEqual([])
      await at.order('Ann', 2)
      await allCompleted(at, 2)
      await isSound(at, 2)
      line.mend()
      while (cut.partitions.length === 0) await new Promise((resolve) => setTimeout(resolve, 30))
    },
    limitMs,
  )

  it(
    'one that is told to end while the database is silent has nothing on its line any more when another takes over (A23)',
    async () => {
      const wire = await WireLog.open()
      onTestFinished(() => wire.close())
      const at = await atelier(server(), undefined, wire)
      let isSilent = false
      const asked = Promise.withResolvers<void>()
      const line = await lineTo(portOf(at.address), () => () => {
        if (!isSilent) return null
        asked.resolve()
        return new Promise(() => undefined)
      })
      const one = await at.work('one', { address: through(line, at.address) })
      const slow = {
        match: { method: 'POST', path: '/api/skills/remove-bg/run' },
        fault: 'slow',
        delayMs: 6000,
        times: 1,
      } as const
      await at.remote.client.faults(slow)
      const begun = wire.next()
      expect((await at.order('Ann', 1)).outcome?.is).toBe('done')
      await begun
      isSilent = true
      await asked.promise
      const ended = one.end()
      const two = await at.work('two')
      while (two.partitions.length < 16) await new Promise((resolve) => setTimeout(resolve, 10))
      expect(wire.posts.map(({ endedMs }) => Number.isFinite(endedMs))).toEqual([true])
      isSilent = false
      line.mend()
      await ended
      await allCompleted(at, 1)
      await isSound(at, 1)
    },
    limitMs,
  )

  it(
    'two places for sending that the database did not confirm hold up nothing that waits for one (A23)',
    async () => {
      const at = await atelier(server())
      let left = 2
      const line = await lineTo(portOf(at.address), () => {
        const nameOf = statementNamer()
        return (statement, when) => {
          if (when === 'after' || nameOf(statement) !== 'a place for sending: SELECT submit_slots' || left === 0)
            return null
          left -= 1
          return Promise.resolve(false)
        }
      })
      await at.work('one', { address: through(line, at.address) })
      expect((await at.order('Ann', 6)).outcome?.is).toBe('done')
      await allCompleted(at, 6)
      expect(left).toBe(0)
      await isSound(at, 6)
    },
    limitMs,
  )

  for (const when of ['before', 'after'] as const)
    it(
      `a COMMIT that is cut ${when} the database has it is read back before anything follows (I2)`,
      async () => {
        const at = await atelier(server())
        const line = await lineTo(portOf(at.address))
        await at.work('one', { address: through(line, at.address) })
        const cuts = [line.cut({ text: 'COMMIT', when })]
        const { outcome } = await at.order('Ann', 3)
        expect(outcome?.is).toBe('done')
        await Promise.all(cuts)
        await line.cut({ text: 'UPDATE requests SET', when })
        await allCompleted(at, 3)
        await isSound(at, 3)
      },
      limitMs,
    )

  it(
    'drive what an answer lets on, also where nobody heard that it was written: no other worker takes it over (I12)',
    async () => {
      const at = await atelier(server())
      await at.database.transaction(async (transaction) => {
        await setPerson(transaction, 'Ann', 'designer', 0)
        await setPerson(transaction, 'Mia', 'lead')
      })
      let isUnheard = false
      const line = await lineTo(portOf(at.address), () => {
        let isAnswer = false
        return ({ sql }, when) => {
          isAnswer = sql !== 'BEGIN' && (isAnswer || sql.includes('person AS owner'))
          if (!isAnswer || isUnheard || sql !== 'COMMIT' || when !== 'after') return null
          isUnheard = true
          return Promise.resolve(false)
        }
      })
      await at.work('one', { address: through(line, at.address) })
      await at.order('Ann', 1)
      const [asked] = await at.until((all) => all.some(({ phase }) => phase === 'needs-decision'))
      const mia = await personNamed(at.database, 'Mia')
      const answer = { kind: 'decide', choice: 'accept-price', credits: asked?.quote.credits, ceilingCredits: null }
      await sendCommand(at.database, {
        id: randomUUID(),
        person: mia?.id ?? '',
        kind: 'decide',
        payload: JSON.stringify(answer),
        request: asked?.id ?? '',
      })
      await allCompleted(at, 1)
      expect(isUnheard).toBe(true)
      await isSound(at, 1)
    },
    limitMs,
  )

  it(
    'derive the price anew: an order that says another one is refused, and nothing of it is taken',
    async () => {
      const at = await atelier(server())
      await at.work('one')
      const fields = { order: { kind: 'skill' as const, skill: 'remove-bg', fields: {}, pictures: [] } }
      const cheap = newReceipts(1, 1, { ...fields, origin: at.studio.service })
      const command = await orderCommand(at.database, 'Ann', cheap)
      await sendCommand(at.database, command)
      const outcome = await outcomeOfCommand(at.database, command.id, AbortSignal.timeout(patienceMs))
      expect(outcome).toMatchObject({ is: 'refused', code: 'price-differs' })
      expect(await at.receipts()).toEqual([])
    },
    limitMs,
  )

  it(
    'have homes of their own: no window drives what is in one, and a person’s home is no worker’s',
    async () => {
      const at = await atelier(server())
      const home = newFolder()
      const worker = await at.work('one', { home })
      await expect(at.work('again', { home })).rejects.toThrow(/Another worker runs with this home/)
      await worker.end()
      const alone = (folder: string) => openEngine(folder, at.remote, { timeScale: 10, by: 'window' })
      await expect(alone(home)).rejects.toThrow(/belongs to a worker of a studio/)
      const own = newFolder()
      const engine = await alone(own)
      engine.store.receipts.save(newReceipts(1, 8, { id: randomUUID() }).map((after) => ({ after, timeline: [] })))
      await engine.close()
      await expect(at.work('two', { home: own })).rejects.toThrow(/has orders of its own/)
    },
    limitMs,
  )
})

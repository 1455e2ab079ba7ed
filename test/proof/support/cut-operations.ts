import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestView } from '../../../src/contract/views.ts'
import { isEndState } from '../../../src/domain/request/states.ts'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { Exchanger } from '../../../src/engine/remote/exchange.ts'
import { Service } from '../../../src/engine/remote/service.ts'
import { type CutLine, patience } from './cut-line.ts'
import { type Operation, order } from './operations.ts'
import { wrongsOf } from './oracle.ts'
import { paidPosts } from './paid-posts.ts'

/** One operation that meets the network, as it is done over a line that may be cut in the midst of it. */
export interface CutOperation {
  name: string
  /** How its exchange begins. */
  begins: string
  /** Does it; says what is wrong with the outcome, however the line was. */
  run(): Promise<string[]>
  /** Does it once more, over a whole line: says what is wrong. Where it is done to its end at once, nothing. */
  again(): Promise<string[]>
}

/** Reads and uploads, by the Service alone: each gives the right answer or none, and the right one over a whole line. */
export class Readings {
  readonly #line: CutLine
  readonly #exchanger = new Exchanger(patience)
  readonly #service: Service
  readonly #downloader: Downloader
  readonly #picture: Buffer

  constructor(line: CutLine, picture: Buffer) {
    this.#line = line
    this.#picture = picture
    const key = line.practice.key()
    this.#service = new Service(
      this.#exchanger,
      async () => ({ base: line.proxy.url, key }),
      () => undefined,
    )
    this.#downloader = new Downloader(async () => line.proxy.url, { idleMs: patience.downloadIdleMs })
  }

  async close(): Promise<void> {
    await Promise.all([this.#exchanger.close(), this.#downloader.close()])
  }

  /** @param done a generation and a Skill run that are completed, of this line's home */
  async all(done: { generation: string; poster: string }): Promise<CutOperation[]> {
    const service = this.#service
    const receipt = this.#line.engine.store.receipts.get(done.generation)
    const [job] = receipt?.jobs ?? []
    const [address] = job?.urls ?? []
    if (job?.generationId == null || address === undefined) throw new Error('the generation has no result')
    const { generationId } = job
    const session = this.#line.practice.practice.sessionToken
    const none = new Set(['unreachable', 'later', 'failed', 'unknown', 'notSent', 'broken'])
    const reading = async (
      name: string,
      begins: string,
      act: () => Promise<{ type: string }>,
      isVolatile = false,
    ): Promise<CutOperation> => {
      const bare = (outcome: { type: string }): string => (isVolatile ? outcome.type : JSON.stringify(outcome))
      const right = await act()
      if (none.has(right.type)) throw new Error(`${name} over a whole line: ${JSON.stringify(right)}`)
      const wrong = (outcome: { type: string }): string[] =>
        bare(outcome) === bare(right) ? [] : [`${name} says ${JSON.stringify(outcome).slice(0, 300)}`]
      return {
        name,
        begins,
        run: async () => {
          const outcome = await act()
          return none.has(outcome.type) ? [] : wrong(outcome)
        },
        again: async () => {
          let outcome = await act()
          // A busy computer may take longer than the short patience of this proof.
          for (let tries = 0; none.has(outcome.type) && tries < 20; tries += 1) outcome = await act()
          return wrong(outcome)
        },
      }
    }
    return [
      await reading('a look-up of a generation', `GET /api/generate/v2/requests/${done.generation}`, () =>
        service.lookUpGeneration(done.generation),
      ),
      await reading('a look-up of a Skill run', 'GET /api/skills/status', () =>
        service.lookUpSkill('brand-poster', done.poster),
      ),
      await reading('a status', 'GET /api/generate/v2/status/', () => service.generationStatus(generationId)),
      await reading('the list of models', 'GET /api/models', () => service.readPublic('/api/models')),
      await reading('the list of Skills', 'GET /api/skills ', () => service.readPublic('/api/skills')),
      await reading('the list of keys', 'GET /api/tokens', () => service.account(session, 'GET', '/api/tokens'), true),
      await reading(
        'an upload of bytes',
        'POST /api/skills/upload',
        () => service.uploadBytes(this.#picture, 'reference'),
        true,
      ),
      await reading(
        'an upload by address',
        'POST /api/skills/upload',
        () => service.uploadAddress(address, 'reference'),
        true,
      ),
      await reading('a download', 'GET /media/', () => this.#download(address)),
    ]
  }

  async #download(address: string): Promise<{ type: string; sha256?: string }> {
    const path = join(this.#line.folder, 'download')
    try {
      const { sha256 } = await this.#downloader.fetchTo(address, path)
      const onDisk = createHash('sha256').update(readFileSync(path)).digest('hex')
      return { type: onDisk === sha256 ? 'downloaded' : 'other bytes than its hash', sha256 }
    } catch {
      return { type: 'broken' }
    } finally {
      rmSync(path, { force: true })
    }
  }
}

const paidOnes: readonly [Operation, string][] = [
  ['picture', 'POST /api/generate/v2 '],
  ['poster', 'POST /api/skills/brand-poster/run'],
  ['cutout', 'POST /api/skills/remove-bg/run'],
]

/** The paid ones, with the whole engine: whatever became of the line, the order ends completed, with one charge. */
export function paid(line: CutLine, picture: string): CutOperation[] {
  return paidOnes.map(([operation, begins]) => ({
    name: `a paid ${operation}`,
    begins,
    run: async () => {
      const [id = ''] = await order(line.calls, operation, picture)
      line.orders += 1
      return wrongsAtEnd(line, id)
    },
    again: async () => [],
  }))
}

export async function orderOne(line: CutLine, operation: Operation, picture: string): Promise<string> {
  const [id = ''] = await order(line.calls, operation, picture)
  const wrongs = await wrongsAtEnd(line, id)
  if (wrongs.length > 0) throw new Error(wrongs.join('; '))
  return id
}

async function wrongsAtEnd(line: CutLine, id: string): Promise<string[]> {
  const { engine, practice } = line
  const view = await ended(line, id)
  const ledger = await practice.ledger()
  const charges = ledger.entries.filter(({ kind, requestId }) => kind === 'charge' && requestId === id)
  const wrongs = wrongsOf({ store: engine.store, library: engine.options.folders.library, ledger, ids: [id] })
  if (view.state !== 'completed') wrongs.push(`it ended ${view.state}: ${view.error}`)
  if (charges.length !== 1) wrongs.push(`it was charged ${charges.length} times`)
  // Once it was there whole it is looked up, not sent again.
  const posts = (await paidPosts(practice)).get(id) ?? []
  if (posts.length !== 1) wrongs.push(`it arrived ${posts.length} times`)
  return wrongs
}

async function ended({ engine, calls }: CutLine, id: string): Promise<RequestView> {
  const look = (): RequestView | null => {
    const receipt = engine.store.receipts.get(id)
    return receipt === null ? null : engine.viewOf(receipt)
  }
  for (;;) {
    const view = await new Promise<RequestView>((resolve) => {
      const check = (): void => {
        const now = look()
        if (now === null || !(isEndState(now.state) || now.decision !== null)) return
        stop()
        resolve(now)
      }
      const stop = engine.listen('requestChanged', (changed) => {
        if (changed.id === id) check()
      })
      check()
    })
    // A computer so busy that nine seconds went by asks a person, and the person says yes.
    if (!view.decision?.choices.some((choice) => choice.id === 'send-again')) return view
    await calls['requests.decide']({ id, choice: 'send-again' })
  }
}

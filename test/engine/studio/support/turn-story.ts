import { randomUUID } from 'node:crypto'
import { timingFor } from '../../../../src/domain/request/events.ts'
import { riseDecision } from '../../../../src/domain/request/questions.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { partitionOf, partitions } from '../../../../src/domain/studio/partition.ts'
import { takeAct } from '../../../../src/engine/studio/acts.ts'
import { sendCommand } from '../../../../src/engine/studio/commands.ts'
import type { Database } from '../../../../src/engine/studio/database.ts'
import type { Fenced } from '../../../../src/engine/studio/leases.ts'
import { nextWaiting } from '../../../../src/engine/studio/next-requests.ts'
import { personNamed } from '../../../../src/engine/studio/people.ts'
import { readRow } from '../../../../src/engine/studio/receipt-row.ts'
import { writeSteps } from '../../../../src/engine/studio/shared-steps.ts'
import { chanceOf } from '../../../proof/support/random.ts'
import { bodyOf } from '../../../support/receipts.ts'
import { newReceipts, order, receiptsOf } from './studio.ts'

export const allPartitions = Array.from({ length: partitions }, (_, n) => n)
const names = ['Ann', 'Ben', 'Mia'] as const

/** Orders, approvals, requests that come back to their people and go again, and sends, as a seed has them; and who passes whom. */
export class TurnStory {
  readonly #database: Database
  readonly #held: { session: string; leases: Map<number, Fenced> }
  readonly #chance: ReturnType<typeof chanceOf>
  readonly #passed = new Map<string, number>()
  /** How often one was sent at most while another one waited. */
  most = 0
  sent = 0

  constructor(database: Database, held: { session: string; leases: Map<number, Fenced> }, seed: number) {
    this.#database = database
    this.#held = held
    this.#chance = chanceOf(seed)
  }

  async next(): Promise<void> {
    const what = this.#chance.below(10)
    if (what < 2) {
      // Ben's larger ones need an approval.
      await order(this.#database, this.#chance.oneOf(names), newReceipts(1 + this.#chance.below(12), 4))
    } else if (what === 2) await this.#some('needs-decision', (receipt) => this.release(receipt))
    else if (what === 3) await this.#some('approved', (receipt) => this.#hold(receipt))
    else if (what === 4) await this.#some('approved', (receipt) => this.#act(receipt, 'cancel'))
    else for (let n = 0; n < 3; n += 1) await this.send()
    const waiting = await this.#waiting()
    for (const name of names) if (!waiting.has(name)) for (const by of names) this.#passed.delete(`${name} ${by}`)
  }

  async #some(phase: Receipt['phase'], act: (receipt: Receipt) => Promise<unknown>): Promise<void> {
    const all = (await receiptsOf(this.#database)).filter((receipt) => receipt.phase === phase)
    for (const receipt of all.slice(0, 1 + this.#chance.below(8))) await act(receipt)
  }

  async #waiting(): Promise<Set<string>> {
    const rows = await this.#database.rows<{ name: string }>(
      `SELECT DISTINCT name FROM requests JOIN people ON people.id = person WHERE phase = 'approved'`,
    )
    return new Set(rows.map(({ name }) => name))
  }

  /** The next one, as a worker that holds everything would. */
  async send(): Promise<void> {
    const [row] = await nextWaiting(this.#database, { partitions: allPartitions, known: [], out: [], room: 1, most: 1 })
    if (!row) return
    const before = readRow(row)
    await this.#write({ ...before, phase: 'ready', body: bodyOf() }, true)
    const waiting = await this.#waiting()
    // Its place for sending is free again.
    const now = readRow(await this.#rowOf(row.id))
    await this.#write({ ...now, phase: 'running', sentTimes: 1, acceptedAtMs: 1 }, false)
    this.sent += 1
    for (const name of names) {
      this.#passed.delete(`${row.person} ${name}`)
      if (name === row.person || !waiting.has(name)) continue
      const times = (this.#passed.get(`${name} ${row.person}`) ?? 0) + 1
      this.#passed.set(`${name} ${row.person}`, times)
      this.most = Math.max(this.most, times)
    }
  }

  async #rowOf(id: string): Promise<{ id: string; receipt: string; checksum: string }> {
    const [row] = await this.#database.rows<{ id: string; receipt: string; checksum: string }>(
      'SELECT id, receipt, checksum FROM requests WHERE id = $1',
      [id],
    )
    if (!row) throw new Error('no row')
    return row
  }

  #leaseOf(id: string): Fenced {
    const lease = this.#held.leases.get(partitionOf(id))
    if (!lease) throw new Error('no lease')
    return lease
  }

  async #write(receipt: Receipt, isToPay: boolean): Promise<void> {
    const writer = { session: this.#held.session, leaseOf: (id: string) => this.#leaseOf(id) }
    const after = { ...receipt, revision: receipt.revision + 1 }
    await writeSteps(this.#database, [{ after, timeline: [] }], writer, { isToPay, assets: [] })
  }

  /** It asks its person something. */
  async #hold(receipt: Receipt): Promise<void> {
    await this.#write({ ...receipt, phase: 'needs-decision', decision: riseDecision(receipt, 4) }, false)
  }

  async release(receipt: Receipt): Promise<void> {
    const { outcome, credits } = await this.#act(receipt, 'decide')
    if (outcome?.is !== 'done') throw new Error(`not released at ${credits}: ${JSON.stringify(outcome)}`)
  }

  async #act(before: Receipt, kind: 'decide' | 'cancel') {
    const person = await personNamed(this.#database, 'Mia')
    const command = { id: randomUUID(), person: person?.id ?? '', kind, payload: '{}', request: before.id }
    await sendCommand(this.#database, command)
    const credits = before.decision?.choices.find(({ id }) => id === 'accept-price')?.credits ?? null
    const event =
      kind === 'cancel'
        ? ({ type: 'cancelled', atMs: 5 } as const)
        : ({ type: 'decided', choice: 'accept-price', beside: true, atMs: 5 } as const)
    const outcome = await takeAct(
      this.#database,
      command,
      { before, event, anew: null, refusal: null },
      { session: this.#held.session, lease: this.#leaseOf(before.id), timing: timingFor(1) },
    )
    return { outcome, credits }
  }
}

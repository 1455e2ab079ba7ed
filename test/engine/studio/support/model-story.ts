import { type RequestEvent, timingFor } from '../../../../src/domain/request/events.ts'
import { riseDecision } from '../../../../src/domain/request/questions.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { partitionOf } from '../../../../src/domain/studio/partition.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { takeAct } from '../../../../src/engine/studio/acts.ts'
import { carryOut } from '../../../../src/engine/studio/carry-out.ts'
import { openActs, openCommands, type StudioCommand, sendCommand } from '../../../../src/engine/studio/commands.ts'
import type { Database } from '../../../../src/engine/studio/database.ts'
import type { LeaseKeeper } from '../../../../src/engine/studio/lease-keeper.ts'
import {
  type Fenced,
  giveUpLease,
  holdLeases,
  readLeases,
  renewLeases,
  takeLease,
} from '../../../../src/engine/studio/leases.ts'
import { LeftOut } from '../../../../src/engine/studio/left-out.ts'
import { takeOrder } from '../../../../src/engine/studio/orders.ts'
import { writeSteps } from '../../../../src/engine/studio/shared-steps.ts'
import { freeSlot, takeSlot, waitForSlot } from '../../../../src/engine/studio/slots.ts'
import { takeIn } from '../../../../src/engine/studio/take-in.ts'
import type { TakenIn, WorkerStore } from '../../../../src/engine/studio/worker-store.ts'
import { joinWorkers, noteTroubles, signOff, signOn } from '../../../../src/engine/studio/workers.ts'
import type { Chance } from '../../../proof/support/random.ts'
import { personId } from '../../../proof/support/studio-simulation/people.ts'
import { bodyOf, receiptOf } from '../../../support/receipts.ts'
import { judged, service } from './studio.ts'
import type { StudioSide } from './studio-sides.ts'

export { modelStudio, realStudio } from './studio-sides.ts'

const takeoverMs = 15_000
/** So long that what has really passed meanwhile decides nothing. */
const longMs = 40_000
const timing = timingFor(1)
const sha256 = 'a'.repeat(64)
const phases = [
  'ready',
  'ready',
  'uncertain',
  'running',
  'completed',
  'cancelled',
  'needs-decision',
  'needs-decision',
] as const

/** Acts of some workers and people, drawn from a seed: the same seed does the same on each side, as long as both answer alike. */
export class Story {
  readonly #side: StudioSide
  readonly #database: Database
  readonly #chance: Chance
  readonly #sessions = [1, 2, 3].map((n) => `5e55105${n}-0000-4000-8000-000000000000`)
  /** What each session believes to hold, right or wrong. */
  readonly #believed = new Map<string, Map<number, Fenced>>()
  readonly #receipts = new Map<string, Receipt>()
  readonly #orders: StudioCommand[] = []
  /** Something is held and ordered before chance decides. */
  readonly #first: { name: string; act: () => Promise<unknown> }[] = [
    ...[1, 2, 3, 4].map(() => ({ name: 'order', act: () => this.#order() })),
    ...[0, 1, 2, 3].map((partition) => ({ name: 'take', act: () => this.#take(partition) })),
  ]

  constructor(side: StudioSide, chance: Chance) {
    this.#side = side
    this.#database = side.database
    this.#chance = chance
  }

  /** @returns what came of it, in a form that can be compared */
  async next(): Promise<unknown> {
    const { name, act } = this.#first.pop() ?? this.#act()
    try {
      return [name, await act()]
    } catch (error) {
      return [name, error instanceof Error ? `${error.name}: ${error.message}` : String(error)]
    }
  }

  #act(): { name: string; act: () => Promise<unknown> } {
    const acts: [string, () => Promise<unknown>][] = [
      ['take', () => this.#take()],
      ['take', () => this.#take()],
      ['renew', () => this.#renew()],
      ['give up', () => this.#giveUp()],
      ['read', () => this.#read()],
      ['sign', () => this.#sign()],
      ['wait', () => this.#side.pass(this.#chance.oneOf([100, longMs]))],
      ['order', () => this.#order()],
      ['order', () => this.#order()],
      ['step', () => this.#step()],
      ['step', () => this.#step()],
      ['step', () => this.#step()],
      ['step', () => this.#step()],
      ['step', () => this.#step()],
      ['step', () => this.#step()],
      ['slot', () => this.#slot()],
      ['act', () => this.#actOf()],
      ['act', () => this.#actOf()],
      ['act', () => this.#actOf()],
      ['carry out', () => this.#carryOut()],
      ['revoke', () => this.#side.disable(personId(this.#chance.below(3)), this.#chance.percent(40))],
      ['inbox', () => this.#inbox()],
      ['take in', () => this.#takeIn()],
    ]
    const [name, act] = acts[this.#chance.below(acts.length)] ?? ['', async () => null]
    return { name, act }
  }

  #session(): string {
    return this.#sessions[this.#chance.below(this.#sessions.length)] ?? ''
  }

  #leasesOf(session: string): Map<number, Fenced> {
    const known = this.#believed.get(session) ?? new Map<number, Fenced>()
    this.#believed.set(session, known)
    return known
  }

  /** Few partitions, so that they are fought over. */
  #partition(): number {
    return this.#chance.below(4)
  }

  async #take(partition = this.#partition()): Promise<unknown> {
    const session = this.#session()
    const lease = await takeLease(this.#database, partition, { session, takeoverMs })
    if (lease) this.#leasesOf(session).set(lease.partition, lease)
    return lease
  }

  async #renew(): Promise<unknown> {
    const leases = await renewLeases(this.#database, this.#session())
    return leases.toSorted((a, b) => a.partition - b.partition)
  }

  async #giveUp(): Promise<unknown> {
    const session = this.#session()
    const lease = this.#leasesOf(session).get(this.#partition())
    return lease && giveUpLease(this.#database, lease, session)
  }

  async #read(): Promise<unknown> {
    const { rows, workers } = await readLeases(this.#database, takeoverMs)
    return {
      workers,
      rows: rows.map(({ ageMs, ...row }) => ({ ...row, waits: ageMs === null ? null : Math.round(ageMs / longMs) })),
    }
  }

  async #sign(): Promise<void> {
    const session = this.#session()
    if (this.#chance.percent(30)) return signOff(this.#database, session)
    await signOn(this.#database, { session, name: session, reachesService: this.#chance.percent(70) })
    const keyFingerprint = this.#chance.oneOf(['1a2b', '1a2b', '3c4d'])
    await joinWorkers(this.#database, { session: this.#uuid(), name: session, keyFingerprint }, takeoverMs)
    await noteTroubles(this.#database, session, ['the share is away'])
  }

  #uuid(): string {
    const hex = (digits: number): string =>
      this.#chance
        .below(16 ** digits)
        .toString(16)
        .padStart(digits, '0')
    return `${this.#partition()}${hex(7)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
  }

  /** The same command once more, sometimes. */
  async #order(): Promise<unknown> {
    const before = this.#orders[this.#chance.below(this.#orders.length)]
    const command = before !== undefined && this.#chance.percent(30) ? before : this.#newOrder()
    this.#orders.push(command)
    await sendCommand(this.#database, command)
    if (this.#chance.percent(20)) return null
    const outcome = await takeOrder(this.#database, command, judged, this.#session())
    if (outcome?.is === 'done')
      for (const receipt of (JSON.parse(command.payload) as { receipts: Receipt[] }).receipts)
        this.#receipts.set(receipt.id, receipt)
    return outcome
  }

  #newOrder(): StudioCommand {
    const chance = this.#chance
    const receipts = Array.from({ length: 1 + chance.below(2) }, () => {
      const credits = 1 + chance.below(12)
      return receiptOf({
        id: this.#uuid(),
        origin: service,
        keyFingerprint: null,
        quote: { price: 'known', credits, lines: [], pricesReadAtMs: 0 },
        consent: { atMs: 0, credits, by: 'terminal', ceilingCredits: null },
      })
    })
    const payload = JSON.stringify({ project: chance.oneOf([null, 'spring']), receipts })
    return { id: this.#uuid(), person: personId(chance.below(3)), kind: 'order', payload }
  }

  #known(): Receipt | undefined {
    return [...this.#receipts.values()][this.#chance.below(this.#receipts.size)]
  }

  /** As it stands there now, or as it stood. */
  async #stored(id: string): Promise<Receipt | undefined> {
    const text = await this.#side.receiptOf(id)
    return text === null ? undefined : (JSON.parse(text) as Receipt)
  }

  /** Mostly one that believes to hold its lease. */
  #writerOf(receipt: Receipt | undefined): string {
    const any = this.#session()
    if (receipt === undefined || this.#chance.percent(20)) return any
    const partition = partitionOf(receipt.id)
    return this.#sessions.find((session) => this.#leasesOf(session).has(partition)) ?? any
  }

  async #step(): Promise<unknown> {
    const chance = this.#chance
    const known = this.#known()
    const session = this.#writerOf(known)
    const phase = chance.oneOf(phases)
    const offBy = chance.oneOf([0, 0, 0, 0, 1, -1])
    const isSaidTwice = chance.percent(20)
    const stored = known && (await this.#stored(known.id))
    if (stored === undefined) return null
    const after = { ...stepTo(stored, phase), revision: stored.revision + 1 + offBy }
    if (after.revision < 2) return null
    const timeline = [{ atMs: 1, tone: 'step' as const, title: phase, detail: '' }]
    const asset = { request: after.id, job: 0, output: 0, sha256, bytes: 5, name: 'a.png', width: 1, height: null }
    const write = (): Promise<void> =>
      writeSteps(this.#database, [{ after, timeline }], this.#writer(session), {
        isToPay: phase === 'ready',
        assets: phase === 'completed' ? [asset] : [],
      })
    await write()
    if (isSaidTwice) await write()
    return phase
  }

  #writer(session: string) {
    return {
      session,
      leaseOf: (id: string): Fenced =>
        this.#leasesOf(session).get(partitionOf(id)) ?? { partition: partitionOf(id), fence: '0' },
    }
  }

  async #slot(): Promise<unknown> {
    const known = this.#known()
    const session = this.#session()
    const isFreed = this.#chance.percent(50)
    const place = this.#chance.oneOf(['', '01', '02'])
    const isToWait = this.#chance.percent(30)
    if (known === undefined) return null
    if (isToWait) return waitForSlot(this.#database, known.id, place)
    if (isFreed) return freeSlot(this.#database, known.id, session)
    return this.#database.transaction(async (transaction) => {
      await holdLeases(transaction, session, [this.#writer(session).leaseOf(known.id)])
      await takeSlot(transaction, known.id, { session, place, waitMs: longMs / 2 })
    })
  }

  #answer(request: string, payload: object): StudioCommand & { request: string } {
    const person = personId(this.#chance.below(3))
    return { id: this.#uuid(), person, kind: 'act', payload: JSON.stringify(payload), request }
  }

  async #actOf(): Promise<unknown> {
    const known = this.#known()
    const session = this.#writerOf(known)
    const isDecision = this.#chance.percent(70)
    const isApproved = this.#chance.percent(60)
    const command = this.#answer(known?.id ?? this.#uuid(), {})
    const before = known && (await this.#stored(known.id))
    if (before === undefined) return null
    const choice = isApproved ? 'accept-price' : 'leave'
    const event: RequestEvent = isDecision
      ? { type: 'decided', choice, beside: true, atMs: 5 }
      : { type: 'cancelled', atMs: 5 }
    await sendCommand(this.#database, command)
    const lease = this.#writer(session).leaseOf(before.id)
    return takeAct(this.#database, command, { before, event, anew: null, refusal: null }, { session, lease, timing })
  }

  /** Of a request that is not there: it ends alone. */
  async #carryOut(): Promise<unknown> {
    const known = this.#known()
    const command = this.#answer(known?.id ?? this.#uuid(), { kind: this.#chance.oneOf(['cancel', 'nonsense']) })
    await sendCommand(this.#database, command)
    return carryOut(
      {
        database: this.#database,
        engine: {} as Engine,
        leases: { holds: () => false, leaseOf: () => ({ partition: 0, fence: '0' }) },
        store: { taken: new Map(), forget: () => undefined },
        session: this.#session(),
      },
      command,
    )
  }

  async #inbox(): Promise<unknown> {
    const partitions = [...new Set([this.#partition(), this.#partition()])]
    return [await openCommands(this.#database, 3), await openActs(this.#database, partitions, 3)]
  }

  async #takeIn(): Promise<unknown> {
    const partitions = [...new Set([this.#partition(), this.#partition()])]
    const taken = new Map<string, TakenIn>()
    for (const id of this.#receipts.keys())
      if (this.#chance.percent(20)) taken.set(id, { phase: 'approved' } as TakenIn)
    const came: unknown[] = []
    const store = {
      taken,
      forgetOver: () => undefined,
      takeIn: (id: string, { assets, ...request }: TakenIn) => came.push([id, request, [...assets]]),
    }
    const receipts = { revision: () => 0, save: () => undefined }
    const left = new LeftOut(1)
    await takeIn({
      database: this.#database,
      engine: { store: { receipts } } as unknown as Engine,
      leases: { partitions } as LeaseKeeper,
      store: store as unknown as WorkerStore,
      files: { fetch: async () => null, mustBeThere: async () => undefined },
      folders: { sources: '', bodies: '' },
      left,
    })
    return [...came, left.all]
  }
}

/** Such a receipt as the rules make, as far as the database looks at it. */
function stepTo(receipt: Receipt, phase: (typeof phases)[number]): Receipt {
  const isTaken = phase === 'running' || phase === 'completed'
  return {
    ...receipt,
    phase,
    decision: phase === 'needs-decision' ? riseDecision(receipt, (receipt.quote.credits ?? 0) + 5) : null,
    body: phase === 'cancelled' || phase === 'needs-decision' ? receipt.body : bodyOf(),
    acceptedAtMs: isTaken ? 3 : receipt.acceptedAtMs,
    creditsUsed: isTaken ? receipt.quote.credits : receipt.creditsUsed,
  }
}

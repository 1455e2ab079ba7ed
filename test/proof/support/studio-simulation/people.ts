import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { type StudioCommand, sendCommand } from '../../../../src/engine/studio/commands.ts'
import type { Database } from '../../../../src/engine/studio/database.ts'
import { receiptOf } from '../../../support/receipts.ts'
import type { Chance } from '../random.ts'
import type { Computer } from './computer.ts'
import { key } from './machine.ts'
import type { OrderPlan, Plan } from './plan.ts'
import type { Tables } from './tables.ts'

const againMs = 1500
const decidesEveryMs = 3000
/** After so many answers to one request somebody leaves it. */
const patience = 4

interface PeopleOptions {
  plan: Plan
  chance: Chance
  tables: Tables
  /** Where they order from: a computer that is on all the time. */
  terminal: Computer
  database: Database
}

/** Those who order, take out, and answer what a request asks. */
export class People {
  readonly #options: PeopleOptions
  readonly #answers = new Map<string, number>()
  readonly #underWay = new Map<string, string>()
  readonly prices = new Map<string, number>()
  /** What somebody wanted to leave. */
  readonly left = new Set<string>()
  #unsent = 0
  #planned = 0

  constructor(options: PeopleOptions) {
    this.#options = options
  }

  /** Whether everything that somebody wanted to say is in the inbox, and done. */
  get isQuiet(): boolean {
    const { tables, plan } = this.#options
    return (
      this.#unsent === 0 &&
      this.#planned === plan.orders.length &&
      [...tables.commands.values()].every(({ isDone }) => isDone)
    )
  }

  begin(): void {
    const { plan, terminal } = this.#options
    for (const order of plan.orders) terminal.inWorld(order.atMs, () => this.#order(order))
    for (const atMs of plan.cancelsMs) terminal.inWorld(atMs, () => this.#cancel())
    this.#decideAgain()
  }

  #uuid(): string {
    const { chance } = this.#options
    const hex = (digits: number): string =>
      chance
        .below(16 ** digits)
        .toString(16)
        .padStart(digits, '0')
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
  }

  #order({ person, credits, project, isTwice }: OrderPlan): void {
    const { terminal, plan } = this.#options
    this.#planned += 1
    const receipts = credits.map((price) => this.#receipt(price))
    const command: StudioCommand = {
      id: this.#uuid(),
      person: personId(person % plan.people.length),
      kind: 'order',
      payload: JSON.stringify({ project, receipts }),
    }
    void this.#send(command)
    if (isTwice) terminal.inWorld(4000, () => void this.#send(command))
  }

  #receipt(credits: number): Receipt {
    const id = this.#uuid()
    const atMs = this.#options.terminal.clocks.wallMs()
    this.prices.set(id, credits)
    return receiptOf({
      id,
      keyFingerprint: key,
      quote: { price: 'known', credits, lines: [], pricesReadAtMs: atMs },
      consent: { atMs, credits, by: 'terminal', ceilingCredits: null },
      approvedAtMs: atMs,
      updatedAtMs: atMs,
    })
  }

  /** Until it is known to be in the inbox. */
  async #send(command: StudioCommand): Promise<void> {
    const { database, terminal } = this.#options
    this.#unsent += 1
    for (;;) {
      try {
        await sendCommand(database, command)
        this.#unsent -= 1
        return
      } catch {
        await terminal.wait(againMs)
      }
    }
  }

  #cancel(): void {
    const { tables, chance, plan } = this.#options
    const open = [...tables.requests.values()].filter(({ isOpen }) => isOpen)
    const row = open[chance.below(open.length)]
    if (row === undefined) return
    const person = chance.percent(70) ? row.person : personId(chance.below(plan.people.length))
    void this.#send({ id: this.#uuid(), person, kind: 'cancel', payload: '{"kind":"cancel"}', request: row.id })
  }

  #decideAgain(): void {
    this.#options.terminal.inWorld(decidesEveryMs, () => {
      for (const row of this.#options.tables.requests.values())
        if (row.phase === 'needs-decision' && this.#isAnswering && !this.#isAnswered(row.id)) this.#decide(row.id)
      this.#decideAgain()
    })
  }

  get #isAnswering(): boolean {
    const { plan, terminal } = this.#options
    return terminal.clocks.worldMs() >= plan.answersFromMs
  }

  /** Somebody's answer waits to be carried out; one that was refused is followed by another. */
  #isAnswered(id: string): boolean {
    const command = this.#underWay.get(id)
    return command !== undefined && this.#options.tables.commands.get(command)?.isDone !== true
  }

  #decide(id: string): void {
    const { tables, chance, plan } = this.#options
    const row = tables.requests.get(id)
    if (row === undefined) return
    const { decision } = JSON.parse(row.receipt) as Receipt
    const times = (this.#answers.get(id) ?? 0) + 1
    this.#answers.set(id, times)
    // Reordering is a new order with a number of its own; row simulation has it.
    const choices = (decision?.choices ?? []).filter(
      ({ id: choice }) => choice !== 'new-order' && !(plan.isPatient && choice === 'leave'),
    )
    const choice =
      times > patience && !plan.isPatient
        ? choices.find((one) => one.id === 'leave')
        : choices[chance.below(choices.length)]
    if (choice === undefined) return
    // Sometimes by somebody who may not: then it is answered once more.
    const leads = plan.people.flatMap(({ role }, n) =>
      role === 'lead' && personId(n) !== row.person ? [personId(n)] : [],
    )
    const person = chance.percent(20) ? personId(chance.below(plan.people.length)) : (leads[0] ?? row.person)
    if (choice.id === 'leave') this.left.add(id)
    const payload = { kind: 'decide', choice: choice.id, credits: choice.credits, ceilingCredits: null }
    const command = this.#uuid()
    this.#underWay.set(id, command)
    void this.#send({ id: command, person, kind: 'decide', payload: JSON.stringify(payload), request: id })
  }
}

export const personId = (n: number): string => `0000000${n}-0000-4000-8000-000000000000`

import type { RequestEffect, RequestEvent } from '../../domain/request/events.ts'
import { withoutNumber } from '../../domain/request/number-of-another.ts'
import type { Receipt } from '../../domain/request/receipt.ts'

/**
 * Which order the service gave each job's number to first. It may give one to two orders, by mistake or on purpose: then the
 * number tells neither what became of the second one nor whose files are its own, and only its own request number does.
 */
export class JobNumbers {
  readonly #read: () => Iterable<{ generationId: string; id: string }>
  #first: Map<string, string> | null = null
  readonly #shared = new Set<string>()

  /** @param read the numbers of all receipts there are, oldest first; asked for once, when the first is needed */
  constructor(read: () => Iterable<{ generationId: string; id: string }>) {
    this.#read = read
  }

  get #owners(): Map<string, string> {
    if (this.#first !== null) return this.#first
    this.#first = new Map()
    for (const { generationId, id } of this.#read()) this.#noteOne(generationId, id)
    return this.#first
  }

  /** What a receipt has by now, before it is on the disk: another answer may come in meanwhile. */
  note(before: Receipt, { id, jobs }: Receipt): void {
    if (jobs === before.jobs) return
    for (const { generationId } of jobs) if (generationId !== null) this.#noteOne(generationId, id)
  }

  #noteOne(generationId: string, id: string): void {
    const owners = this.#owners
    const first = owners.get(generationId)
    if (first === undefined) owners.set(generationId, id)
    else if (first !== id) this.#shared.add(generationId)
  }

  /** A number that two orders have says nothing of either: the job is asked for by the order's own (O48). */
  ownLook(effect: RequestEffect, { order, jobs }: Receipt): RequestEffect {
    if (effect.do !== 'poll' || order.kind !== 'generation') return effect
    const generationId = jobs[0]?.generationId ?? null
    return generationId !== null && this.#isShared(generationId) ? { ...effect, do: 'lookUp' } : effect
  }

  #isShared(generationId: string): boolean {
    return this.#owners.has(generationId) && this.#shared.has(generationId)
  }

  /** The answer to a paid POST, without a number that another order has. What a look-up by the order's own number says, counts. */
  believed(event: RequestEvent, { id }: Receipt): RequestEvent {
    if (event.type !== 'submitted' || event.outcome.type !== 'accepted') return event
    const { acceptance } = event.outcome
    const others = acceptance.jobs.find(({ generationId }) => this.#isOfAnother(generationId, id))
    if (!others?.generationId) return event
    const said = withoutNumber(acceptance, others.generationId, this.#owners.get(others.generationId) ?? '')
    return { ...event, outcome: { ...event.outcome, acceptance: said } }
  }

  #isOfAnother(generationId: string | null, id: string): boolean {
    return generationId !== null && (this.#owners.get(generationId) ?? id) !== id
  }
}

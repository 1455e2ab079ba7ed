import type { Acceptance, LookUpOutcome, PollOutcome, SubmitOutcome } from '../../../../src/domain/request/outcomes.ts'
import type { Chance } from '../random.ts'

/** An order as the service has it. */
interface Job {
  number: string
  generationId: string
  credits: number
  doneAtMs: number
  fails: boolean
  charges: number
}

interface ServiceOptions {
  chance: Chance
  nowMs: () => number
  /** A number that it knows is no new order (as practice has it); else each submission is one more. */
  heeds: boolean
  /** What an order costs. */
  priceOf: (number: string) => number
}

/** The service: known by request number, charging when it takes an order. */
export class ModelService {
  readonly #options: ServiceOptions
  readonly jobs = new Map<string, Job>()

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  /** A submission is there. */
  submit(number: string): SubmitOutcome {
    const { chance, nowMs, heeds, priceOf } = this.#options
    const known = this.jobs.get(number)
    if (known !== undefined) {
      if (!heeds) known.charges += 1
      return { type: 'accepted', acceptance: this.#acceptance(known, true) }
    }
    if (chance.percent(3)) return { type: 'limited', afterMs: 2000, message: 'Too many requests' }
    const job: Job = {
      number,
      generationId: `g-${number}`,
      credits: priceOf(number),
      doneAtMs: nowMs() + 1000 + chance.below(15_000),
      fails: chance.percent(8),
      charges: 1,
    }
    this.jobs.set(number, job)
    return { type: 'accepted', acceptance: this.#acceptance(job, false) }
  }

  lookUp(number: string): LookUpOutcome {
    const job = this.jobs.get(number)
    return job === undefined ? { type: 'missing' } : { type: 'found', acceptance: this.#acceptance(job, false) }
  }

  poll(number: string): PollOutcome {
    const job = this.jobs.get(number)
    return job === undefined
      ? { type: 'missing', httpStatus: 404 }
      : { type: 'job', acceptance: this.#acceptance(job, false) }
  }

  #acceptance({ generationId, credits, doneAtMs, fails, number }: Job, deduped: boolean): Acceptance {
    const isDone = this.#options.nowMs() >= doneAtMs
    const status = !isDone ? 'processing' : fails ? 'failed' : 'completed'
    const creditsStatus = !isDone ? null : fails ? 'refunded' : 'confirmed'
    return {
      jobs: [
        {
          generationId,
          module: null,
          status,
          mediaType: 'image',
          urls: status === 'completed' ? [`https://service.test/${number}.png`] : [],
          error: status === 'failed' ? 'It did not work.' : null,
          failureCode: null,
          creditsUsed: credits,
          creditsStatus,
        },
      ],
      creditsUsed: credits,
      creditsStatus,
      modelId: 'model-1',
      aspectRatio: '1:1',
      expectedCount: null,
      deduped,
      expectedWaitSeconds: null,
      pollHintSeconds: null,
    }
  }
}

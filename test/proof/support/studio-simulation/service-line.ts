import type { LookUpOutcome, PollOutcome, SubmitOutcome } from '../../../../src/domain/request/outcomes.ts'
import type { PaidLine } from '../../../../src/engine/remote/service.ts'
import type { Chance } from '../random.ts'
import type { Computer } from './computer.ts'
import type { ModelService } from './service.ts'
import type { Watch } from './watch.ts'
import type { Journey } from './weather.ts'

/** How long somebody waits for an answer before they give it up. */
const patienceMs = 45_000
/** Where nobody answers at all. */
const refusedMs = 2000

interface LineOptions {
  service: ModelService
  computer: Computer
  chance: Chance
  watch: Watch
  journey: () => Journey
  later: (ms: number, call: () => void) => void
  /** How late the bytes of a submission may be there at most, and of how many of a hundred. */
  lateness: { mostMs: number; share: number }
  /** How long the program stands still at most between its last look at the deadline and the moment in which the bytes leave. */
  stopMs: () => number
}

/** One paid request on a worker's line. */
export interface Post {
  number: string
  computer: Computer
  /** The worker still waits for its answer. */
  isOpen: boolean
  /** Its bytes are on their way. */
  hasLeft: boolean
  /** It has come to the service, or is lost. */
  isSettled: boolean
  /** It left later than its worker had looked at the deadline. */
  isBelated: boolean
}

/** A worker's line to the service, and what it looks like from there: reachable, or not. */
export class ServiceLine {
  readonly #options: LineOptions
  isReachable = true

  constructor(options: LineOptions) {
    this.#options = options
  }

  async lookUp(number: string): Promise<LookUpOutcome> {
    const asked = this.#options.computer.clocks.worldMs()
    const answer = await this.#ask(() => this.#options.service.lookUp(number))
    if (answer === null) return { type: 'unreachable', reason: 'Nobody answers.', afterMs: null }
    this.#options.watch.lookedUp(this.#options.computer, number, asked)
    return answer
  }

  async poll(number: string): Promise<PollOutcome> {
    const answer = await this.#ask(() => this.#options.service.poll(number))
    return answer ?? { type: 'unreachable', reason: 'Nobody answers.', afterMs: null }
  }

  /** Whether anybody answers, as a worker asks that has nothing else to ask. */
  async knock(): Promise<void> {
    await this.#ask(() => true)
  }

  async #ask<Answer>(question: () => Answer): Promise<Answer | null> {
    const { computer } = this.#options
    const { isCut, thereMs, backMs, isLost } = this.#options.journey()
    if (isCut || isLost !== null) {
      await computer.wait(isCut ? refusedMs : patienceMs)
      this.isReachable = false
      return null
    }
    await computer.wait(thereMs + 20)
    const answer = question()
    if (backMs > 0) await computer.wait(backMs)
    this.isReachable = true
    return answer
  }

  /** The paid request: connected, asked for the last time whether it may leave, and gone. */
  async submit(number: string, { mayLeave, signal }: PaidLine): Promise<SubmitOutcome> {
    const { computer, chance, watch, stopMs } = this.#options
    const journey = this.#options.journey()
    if (journey.isCut) {
      await computer.wait(refusedMs)
      this.isReachable = false
      return { type: 'notSent', reason: 'No connection.' }
    }
    await computer.wait(10 + chance.below(200))
    if (signal?.aborted || mayLeave?.() === false) return { type: 'notSent', reason: 'It may not leave now.' }
    const stoppedMs = stopMs()
    const post: Post = { number, computer, isOpen: true, hasLeft: false, isSettled: false, isBelated: stoppedMs > 0 }
    watch.leaves(post)
    if (stoppedMs > 0) await computer.wait(stoppedMs)
    post.hasLeft = true
    const answer = await this.#answerTo(post, journey, signal)
    post.isOpen = false
    this.isReachable = answer.type === 'accepted' || answer.type === 'limited'
    return answer
  }

  #answerTo(post: Post, journey: Journey, signal: AbortSignal | undefined): Promise<SubmitOutcome> {
    const { computer } = this.#options
    return new Promise((resolve) => {
      const unknown = (reason: string) => (): void => {
        stop()
        signal?.removeEventListener('abort', broken)
        resolve({ type: 'unknown', reason, afterMs: null })
      }
      const broken = unknown('The line was broken off.')
      const stop = computer.after(patienceMs, unknown('No answer came.'))
      signal?.addEventListener('abort', broken)
      this.#travel(post, journey, (answer) => {
        stop()
        signal?.removeEventListener('abort', broken)
        resolve(answer)
      })
    })
  }

  /** What has left arrives whoever lives; its answer only at a program that still waits for it. */
  #travel(post: Post, { thereMs, backMs, isLost }: Journey, onAnswer: (answer: SubmitOutcome) => void): void {
    const { chance, service, computer, later, lateness } = this.#options
    const lateMs = chance.percent(lateness.share) ? chance.below(lateness.mostMs) : 0
    if (isLost === 'before') {
      post.isSettled = true
      return
    }
    later(Math.min(thereMs, lateness.mostMs) + lateMs + 20, () => {
      const answer = service.submit(post.number)
      later(50 + chance.below(2000), () => {
        post.isSettled = true
        if (isLost === null) computer.inWorld(backMs, () => onAnswer(answer))
      })
    })
  }
}

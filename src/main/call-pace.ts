import type { CallInput, CallName } from '../contract/ipc.ts'
import { type Reach, reachOf } from '../contract/reach.ts'
import type { Bucket, BucketLimit } from '../domain/pace/bucket.ts'
import { CallError } from '../engine/platform/call-error.ts'
import { drawn } from './drawn.ts'

/**
 * What the app's own page never comes to. `outside`: each is one press of a person's, or a screen that opens. `lists`: a form
 * that changes without end asks for its price four times a second (`use-quote.ts`), and at once as it opens. `dialog`: each
 * is one press of a person's.
 */
const limits: Readonly<Record<Reach, BucketLimit>> = {
  outside: { most: 30, perSecond: 1 },
  lists: { most: 60, perSecond: 5 },
  dialog: { most: 30, perSecond: 1 },
}

const what: Readonly<Record<Reach, string>> = {
  outside: 'the service or another computer be asked',
  lists: 'prices be worked out',
  dialog: 'a dialog be shown',
}

interface State {
  /** A service that lives faster is asked faster. */
  readonly timeScale: number
}

/** How often the page may have what leaves this app: a script in it cannot hammer the service, or fill the screen with dialogs. */
export class CallPace {
  readonly #buckets = new Map<Reach, Bucket>()
  readonly #state: State
  readonly #now: () => number

  constructor(state: State, now: () => number = () => performance.now()) {
    this.#state = state
    this.#now = now
  }

  /**
   * Counts a call, whatever becomes of it.
   * @throws CallError where it comes too often; it counts then as none
   */
  must<N extends CallName>(name: N, input: CallInput<N>): void {
    const now = this.#now()
    const counted = reachOf(name, input).map((reach) => {
      const left = drawn(this.#buckets.get(reach), limits[reach], this.#state.timeScale, now)
      if (left === null) throw tooOften(reach)
      return [reach, left] as const
    })
    for (const [reach, bucket] of counted) this.#buckets.set(reach, bucket)
  }
}

const tooOften = (reach: Reach): CallError =>
  new CallError(
    'too-often',
    `The window wanted ${what[reach]} too often in a short time. Nothing was asked, changed, sent or charged. Wait a few seconds, then do it again; where you did not press that often, restart Printroom.`,
    true,
  )

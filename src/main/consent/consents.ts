import type { AppSnapshot } from '../../contract/app.ts'
import { approvalOfChoice, approvalOfOrder } from '../../contract/approval.ts'
import type { CallInput, CallName, CallOutput } from '../../contract/ipc.ts'
import { type LibrarySelection, picturesIn } from '../../contract/library.ts'
import { type ByCall, type CallsBy, type Right, rights } from '../../contract/rights.ts'
import { type ChoiceId, isFreeChoice } from '../../domain/request/receipt.ts'
import { CallError } from '../../engine/platform/call-error.ts'
import { ConsentActs } from './acts.ts'
import { named } from './named.ts'
import { type Press, PressedSums, Presses } from './presses.ts'
import type { Question } from './question.ts'
import type { Questions } from './questions.ts'
import { Quoted } from './quoted.ts'

/** What a script in the page may not do by itself. Nothing was done. */
class ConsentError extends CallError {
  override name = 'ConsentError'
  constructor(code: 'not-pressed' | 'not-agreed' | 'not-acted', message: string) {
    super(code, message)
  }
}

const notPressed =
  'This order was not pressed in the window, or not at this price, or too long ago. Nothing was sent or charged. Look at the price and press the button again.'
const notAgreed = 'It was not agreed to in the dialog of Printroom, so nothing was changed, sent or charged.'

/** What a call that spends stands for, as it stood on the button; null where it spends nothing. */
const approvals: ByCall<'press', string | null> = {
  // Without the hash nobody knows what was shown: such an order hangs on no press.
  'orders.approve': (input) => (input.contentHash === undefined ? '' : approvalOfOrder(input)),
  'requests.decide': (input) =>
    input.credits === null && (input.ceilingCredits ?? null) === null && isFreeChoice(input.choice, null)
      ? null
      : approvalOfChoice(input),
}

const notActed =
  'Nobody has just pressed or clicked anything in the window, so nothing was done. Press the button again.'

const fetchMore: ChoiceId = 'fetch-more'

/** Of a call about pictures. */
const picturesOf = (input: unknown): number => picturesIn((input as { of: LibrarySelection }).of)

type Ask = (question: Question) => Promise<boolean>

/** What of the app a press hangs on. */
interface State {
  /** To the engine of now: another one with each change of service, and never the same again. */
  readonly link: unknown
  snapshot(): Promise<Pick<AppSnapshot, 'mode' | 'askAbove'>>
}

/** Rights of a person, which nothing in the page can make up: asked before a call is carried out, in this one place. */
export class Consents {
  readonly #acts: ConsentActs
  readonly #quoted = new Quoted()
  readonly #presses: Presses
  readonly #sums: PressedSums
  readonly #questions: Questions
  readonly #ask: Ask
  readonly #state: State

  /** @param ask shows a dialog of the system, one at a time; whether it was agreed to */
  constructor(questions: Questions, ask: Ask, state: State, now?: () => number) {
    this.#acts = new ConsentActs(now)
    this.#presses = new Presses((contentHash) => this.#quoted.of(contentHash), now)
    this.#sums = new PressedSums(now)
    this.#questions = questions
    this.#ask = ask
    this.#state = state
  }

  /** @param said what the preload told of a press */
  pressed(said: unknown): void {
    this.#presses.take(said, this.#state.link)
  }

  /** @param answer what the page is answered by the engine @param input what it asked */
  answered<N extends CallName>(name: N, answer: CallOutput<N>, input: CallInput<N>): void {
    this.#quoted.answered(name, answer, input)
  }

  /** A person did something in the window, as the preload told. */
  acted(): void {
    this.#acts.seen()
  }

  /** The window shows a page from its beginning. */
  pageBegan(): void {
    this.#acts.forget()
    this.#presses.forget()
  }

  /**
   * @returns what may be carried out
   * @throws ConsentError where the call may not be carried out, in words
   */
  async must<N extends CallName>(name: N, input: CallInput<N>): Promise<CallInput<N>> {
    const right: Right = rights[name]
    if (right === 'free') return input
    if (right.by === 'act') {
      if (right.above === undefined || picturesOf(input) > right.above) this.#mustBeActed()
      return input
    }
    if (right.by === 'press') {
      await this.#mustBePressed(name as CallsBy<'press'>, input as never)
      return input
    }
    const said = await this.#questions[name as CallsBy<'dialog'>](input as never)
    const bound = said !== null && 'input' in said ? said : { question: said, input }
    if (bound.question === null && right.orAct) this.#mustBeActed()
    if (bound.question !== null && !(await this.#ask(bound.question))) throw new ConsentError('not-agreed', notAgreed)
    return bound.input as CallInput<N>
  }

  async #mustBePressed(name: CallsBy<'press'>, input: never): Promise<void> {
    const approval = approvals[name](input)
    if (approval === null) return this.#mustBeMeant(input)
    const press = this.#presses.use(approval, this.#state.link)
    if (press === null) throw new ConsentError('not-pressed', notPressed)
    press.allowed ??= this.#isAllowed(press)
    if (!(await press.allowed)) throw new ConsentError('not-agreed', notAgreed)
    this.#sums.used(press)
  }

  /** Files beyond an order cost nothing, and fill the disk. Those of several requests are one call: `requests.fetchMore`. */
  #mustBeMeant({ choice }: Partial<CallInput<'requests.decide'>>): void {
    if (choice === fetchMore) this.#mustBeActed()
  }

  #mustBeActed(): void {
    if (!this.#acts.use()) throw new ConsentError('not-acted', notActed)
  }

  /**
   * A button that was not seen where it was pressed is asked about anywhere. Where money is spent, what is asked about is also
   * the sum of all that was approved by presses since a dialog was agreed to, within ten minutes.
   */
  async #isAllowed(press: Press): Promise<boolean> {
    const { mode, askAbove } = await this.#state.snapshot()
    // Nothing in practice costs money: it adds nothing to the sum, and a yes there takes nothing from it.
    if (mode === 'practice') return press.isSeen || this.#isAgreed(press, orderQuestion(press, 0, true))
    const before = this.#sums.add(press)
    // What was read as practice's was not read as money.
    if (press.isSeen && !press.isPractice && press.sum !== null && before + press.sum <= askAbove) return true
    const isAgreed = await this.#isAgreed(press, orderQuestion(press, before, false)).catch((error: unknown) => {
      this.#sums.remove(press)
      throw error
    })
    this.#sums.remove(press)
    if (isAgreed) this.#sums.clear((each) => this.#presses.isLeft(each))
    return isAgreed
  }

  #isAgreed(press: Press, question: Question): Promise<boolean> {
    return this.#presses.asked(press, () => this.#ask(question))
  }
}

function orderQuestion(press: Press, before: number, isInPractice: boolean): Question {
  const { sum, count, words } = press
  const many = count === 1 ? '' : ` for ${count} requests`
  const credits = `${sum} credits${isInPractice ? ' (practice)' : ''}`
  const rest = isInPractice ? 'Nothing in practice costs money.' : 'The receipt keeps what is charged.'
  return {
    message: sum === null ? `Order${many} at a price that is not known?` : `Spend ${credits}${many}?`,
    detail: `What was pressed in the window: ${named(words)}.${unreadWords(press, isInPractice)}${approvedBefore(before)} ${rest}`,
    act: sum === null ? 'Order it' : `Spend ${credits}`,
  }
}

function unreadWords({ isSeen, isPractice }: Press, isInPractice: boolean): string {
  if (isPractice && !isInPractice) return ' The price stood there as one of practice; this order is no practice.'
  return isSeen ? '' : ' That this is bought at this price could not be plainly seen there.'
}

const approvedBefore = (credits: number): string =>
  credits === 0
    ? ''
    : ` In the last ten minutes ${credits} credits were approved by presses, without a question like this one.`

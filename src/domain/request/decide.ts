import { assertNever } from '../assert-never.ts'
import { raisedCeiling } from '../quote/ceiling.ts'
import { acceptedAnew } from '../quote/quote.ts'
import { mostRefusal } from './choice-most.ts'
import { isInDoubt } from './doubt.ts'
import type { RequestEvent } from './events.ts'
import { fetchRest, goOnFetching, missingOutputs } from './jobs.ts'
import { creditsInWords, nothingCharged } from './money-words.ts'
import { isSame } from './output-place.ts'
import type { ChoiceId, Decision, Receipt } from './receipt.ts'
import { nothingStands } from './refusals.ts'
import { sendAgain } from './resend.ts'
import { decidedOn, surplusToAskAbout } from './surplus.ts'
import { change, type Draft, idle, note, plan } from './transitions.ts'

/** A recorded act of the user. `new-order` ends this receipt; the engine approves the new one. */
export function decide(
  draft: Draft,
  { choice, beside = false, credits, ceilingCredits = null }: Extract<RequestEvent, { type: 'decided' }>,
): Draft {
  const { receipt } = draft
  const { decision } = receipt
  const isAsShown = (offered: number | null) => credits === undefined || credits === offered
  const isWithin = (cost: number | null) => ceilingCredits === null || cost === null || cost <= ceilingCredits
  if (!decision?.choices.some((c) => c.id === choice && isAsShown(c.credits) && isWithin(c.credits))) return draft
  if (mostRefusal(receipt, choice, ceilingCredits) !== null) return draft
  const most = ceilingCredits === null ? '' : ` ${creditsInWords(ceilingCredits)} at most.`
  const noted = change(note(draft, 'You decided', `${choiceWords[choice]}${most}`), {
    decision: null,
    failuresInARow: 0,
  })
  const decided = ceilingCredits === null ? noted : change(noted, { consent: { ...receipt.consent, ceilingCredits } })
  // The price may have risen since it was accepted: what is sent is sent at the sum that the question showed.
  const agreed = decision.price ? agreedOn(decided, decision.price.to) : decided
  switch (choice) {
    case 'send-again':
      return resend(agreed, beside)
    case 'look-again':
      if (receipt.acceptedAtMs !== null)
        return plan(change(decided, { phase: 'running' }), { do: 'poll', afterMs: 0 }, 'Checking again')
      if (receipt.body === null) return lookElsewhere(decided)
      // What may stand there after all is asked for, and nothing is sent.
      return lookNow(decided)
    case 'try-again':
      return tryNow(agreed, decision, beside)
    case 'accept-price':
      // Nothing was sent yet: the same request goes on, under the price that was accepted now.
      if (receipt.body !== null || !decision.price) return replaced(noted)
      return acceptPrice(decision.kind === 'budget' ? ofThePerson(decided) : decided, decision.price.to)
    case 'accept-resize':
    case 'new-order':
      return replaced(noted)
    case 'fetch-more':
      // Asked beside what goes on, and never in place of it (`decideSurplus`).
      return draft
    case 'leave':
      return leave(noted, decision.mayHaveCharged)
    default:
      return assertNever(choice)
  }
}

/** In doubt, or held back, it is looked up first, however old the question is, and the decision stands meanwhile (A6). */
function resend(agreed: Draft, beside: boolean): Draft {
  if (agreed.receipt.body === null) return prepareNow(change(agreed, { mayBeElsewhere: false }))
  if (!beside && !isInDoubt(agreed.receipt))
    return sendAgain(decidedToResend(agreed), 'You chose to send the same request again.')
  return plan(
    change(decidedToResend(agreed), { phase: 'uncertain', missingInARow: 0 }),
    { do: 'lookUp', afterMs: 0 },
    'Checking order status, then retrying this request',
  )
}

/** Nothing of it stands, as far as is known here: it is sent, looked up first where a copy of the home may have sent it. */
function tryNow(agreed: Draft, { mayHaveCharged }: Decision, beside: boolean): Draft {
  if (agreed.receipt.body === null)
    return mayHaveCharged
      ? plan(change(agreed, { phase: 'approved' }), { do: 'lookUp', afterMs: 0 }, 'Checking order status, then sending')
      : prepareNow(agreed)
  if (!isInDoubt(agreed.receipt) && !beside) return sendAgain(agreed, nothingStands)
  return lookNow(agreed)
}

const lookNow = (draft: Draft): Draft =>
  plan(change(draft, { phase: 'uncertain', missingInARow: 0 }), { do: 'lookUp', afterMs: 0 }, 'Checking order status')

/** Not sent from here, and maybe by a copy of this home: where the service knows nothing of it now, that is asked. */
const lookElsewhere = (draft: Draft): Draft =>
  plan(
    change(draft, { phase: 'approved', mayBeElsewhere: true }),
    { do: 'lookUp', afterMs: 0 },
    'Checking order status',
  )

const prepareNow = (draft: Draft): Draft =>
  plan(change(draft, { phase: 'approved' }), { do: 'prepare', afterMs: 0 }, 'Preparing and sending')

const decidedToResend = (draft: Draft): Draft =>
  change(draft, { mayResend: true, resendDecidedAtMs: draft.atMs, mayBeElsewhere: false, wasLeft: false })

/** This receipt ends; the engine approves the new one. */
const replaced = (draft: Draft): Draft =>
  idle(
    change(draft, { phase: 'rejected', endedByPerson: true, error: `Reordered as a new request. ${nothingCharged}` }),
  )

const acceptPrice = (draft: Draft, credits: number | null): Draft => prepareNow(agreedOn(draft, credits))

/** What an agent asked for and a person has approved is that person's order: no budget of agents counts it. */
const ofThePerson = (draft: Draft): Draft => {
  const { agent } = draft.receipt
  return change(draft, { agent: agent && { ...agent, budget: null } })
}

/** The price that was accepted now, in place of the one before. */
function agreedOn(draft: Draft, credits: number | null): Draft {
  const { quote, consent } = draft.receipt
  if (credits === null) return draft
  return change(draft, {
    quote: acceptedAnew(quote, credits),
    consent: {
      ...consent,
      atMs: draft.atMs,
      credits,
      ceilingCredits: raisedCeiling(consent.ceilingCredits, credits),
    },
  })
}

const choiceWords: Record<ChoiceId, string> = {
  'send-again': 'Retry the same request.',
  'look-again': 'Check again.',
  'try-again': 'Retry.',
  'new-order': 'Reorder, with a new receipt.',
  'accept-price': 'Accept the new price.',
  'accept-resize': 'Accept the smaller copy.',
  'fetch-more': 'Fetch what is listed beyond the order.',
  leave: 'Cancel.',
}

function leave(draft: Draft, mayHaveCharged: boolean): Draft {
  // Not sent from here, it may have been from a copy of this home.
  if (draft.receipt.body === null && draft.receipt.acceptedAtMs === null && !mayHaveCharged)
    return idle(change(draft, { phase: 'cancelled', error: `You cancelled it before it was sent. ${nothingCharged}` }))
  if (!mayHaveCharged)
    return idle(change(draft, { phase: 'rejected', endedByPerson: true, error: `You cancelled it. ${nothingCharged}` }))
  const { receipt } = draft
  const phase = receipt.assets.length > 0 ? 'partial' : 'failed'
  const owed = [...receipt.owed, ...notYetFetched(receipt)]
  const error =
    owed.length > 0
      ? 'You cancelled it. Results already made are paid for and will still be downloaded.'
      : 'You cancelled it. The service may have charged it; ask its support with this receipt number.'
  const left = change(draft, { phase, owed, error })
  return fetchRest(change(left, { surplus: decidedOn(left.receipt, false) }))
}

/** After a day in which no look has settled it, a person may end it here, told what that means. */
export const leaveInDoubt = (draft: Draft): Draft =>
  leave(change(note(draft, 'You decided', choiceWords.leave), { failuresInARow: 0 }), true)

/** What is listed beyond the order is fetched, or left where it is. What was planned for the order itself goes on. */
export function decideSurplus(draft: Draft, choice: ChoiceId): Draft {
  if ((choice !== 'fetch-more' && choice !== 'leave') || surplusToAskAbout(draft.receipt) === 0) return draft
  const noted = note(draft, 'You decided', choiceWords[choice])
  const decided = change(noted, {
    surplus: decidedOn(draft.receipt, choice === 'fetch-more'),
    failuresInARow: 0,
  })
  return draft.receipt.phase === 'gone' ? fetchRest(decided) : goOnFetching(decided)
}

/** What was made and nobody has tried to fetch: paid for, so it is owed from the moment the request ends (I7). */
const notYetFetched = (receipt: Receipt): Receipt['owed'] =>
  missingOutputs(receipt)
    .filter((output) => !receipt.owed.some(isSame(output)))
    .map(({ jobIndex, outputIndex, triedTimes }) => ({
      jobIndex,
      outputIndex,
      triedTimes,
      reason: 'It was cancelled before this file was downloaded.',
    }))

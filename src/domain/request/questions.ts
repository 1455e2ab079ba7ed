import { type CapRefusal, capSentence } from '../quote/cap.ts'
import { isInDoubt } from './doubt.ts'
import { nothingCharged } from './money-words.ts'
import type { Refusal } from './outcomes.ts'
import type { ChoiceId, Decision, Receipt } from './receipt.ts'
import { toldMost } from './told.ts'
import { decisionOf, tryAgain } from './transitions.ts'

// What a person is asked before something is sent, or after a “no”: what happened, what was taken, and the ways out.

/** What the service said of it, as a sentence of its own. */
export const inWords = (text: string): string =>
  text === '' ? '' : ` It said: “${text}”${/[.!?]$/.test(text) ? '' : '.'}`

/** The balance does not suffice. Where it needs more than was accepted, the price has risen too, and that is asked. */
export function shortage(accepted: number | null, { message, required }: Refusal): Decision {
  const needed = required ?? 0
  const rose = accepted !== null && needed > accepted
  const more = rose ? ` It needs ${needed} now; you accepted ${accepted}.` : ''
  const question = `The balance is too low. ${nothingCharged}${inWords(message)}${more} Top up, then send the same request again.`
  const price = rose ? { from: accepted, to: needed } : null
  return decisionOf('credits', question, ['send-again', 'leave'], rose ? needed : accepted, false, price)
}

type Agreed = Pick<Receipt, 'quote' | 'consent'>

/** What a person agreed to pay, after “you accepted”. */
function acceptedWords({ quote, consent }: Agreed): string {
  if (quote.credits !== null) return `${quote.credits}`
  const { ceilingCredits } = consent
  return ceilingCredits === null ? 'it without a price that could be read' : `${ceilingCredits} at most`
}

/** The price is not the accepted one any more: old and new, and nothing happens without a person. */
export function priceDecision({ quote, consent }: Agreed, to: number | null, before: string): Decision {
  const from = quote.credits
  const now = to === null ? 'The service shows no price for it now' : `It costs ${to} now`
  const question = `${before} ${now}; you accepted ${acceptedWords({ quote, consent })}.`
  return decisionOf('price', question, to === null ? ['look-again', 'leave'] : ['accept-price', 'leave'], to, false, {
    from,
    to,
  })
}

/** The price rose before it was sent (again). With a body, what is accepted or ordered anew goes under a new number. */
export function riseDecision(receipt: Receipt, to: number | null): Decision {
  const { body, sentTimes } = receipt
  const again = sentTimes > 0 ? ' again' : ''
  if (isInDoubt(receipt)) return riseInDoubt(receipt, to)
  const asked = priceDecision(receipt, to, `Not sent${again}. ${nothingCharged}`)
  if (to !== null) return asked
  if (body === null) return tryAgain(receipt, asked, 'Sends it where the price is shown again and has not risen.')
  return { ...asked, choices: decisionOf('price', '', ['new-order', 'leave'], receipt.quote.credits).choices }
}

/** Long after a send that nothing has settled: the figure is what the list says now, or it is not known. */
export function resendDecision(receipt: Receipt, now: number | null): Decision {
  const { quote } = receipt
  // It goes out again as it was written: what the service was told then is what it may charge.
  const told = toldMost(receipt) ?? 0
  const most = now === null ? null : Math.max(now, told)
  const costs =
    now === null
      ? ' What it costs now is not known: it is looked at again before anything is sent.'
      : now === quote.credits
        ? ''
        : ` It costs ${now} now; you accepted ${acceptedWords(receipt)}.${told > now ? ` It goes out again as it was written, which allows ${told}.` : ''}`
  const question = `No answer has settled this order, and the service knows no such request now. So long after sending that may also mean that it has forgotten it: sending again could be charged a second time.${costs}`
  const price = now === null || now === quote.credits || now < told ? null : { from: quote.credits, to: now }
  return decisionOf('resend', question, ['look-again', 'send-again', 'leave'], most, true, price)
}

/** What may stand at the service is never ordered under another number: it is the same request that would go out again. */
function riseInDoubt(receipt: Receipt, to: number | null): Decision {
  const before = 'We can’t tell whether the service took this order. It may be charged.'
  const asked = priceDecision(receipt, to, before)
  const ids: ChoiceId[] = to === null ? ['look-again', 'leave'] : ['send-again', 'look-again', 'leave']
  return { ...asked, mayHaveCharged: true, choices: decisionOf('price', '', ids, to).choices }
}

/** The figures of a question are what the list says at this moment. */
export const pricedNow = ({ atMs }: { atMs: number }, asked: Decision): Decision => ({ ...asked, pricedAtMs: atMs })

/** A question with the price of now in place of the one that it showed. */
export function withPrice({ quote }: Receipt, asked: Decision, credits: number | null): Decision {
  const choices = asked.choices.map((choice) => (choice.credits === null ? choice : { ...choice, credits }))
  return { ...asked, price: { from: asked.price?.from ?? quote.credits, to: credits }, choices }
}

/** Of a request that is held back just before it leaves. */
function heldBackWords(receipt: Receipt): string {
  if (receipt.sentTimes === 0) return `Nothing was sent. ${nothingCharged}`
  return isInDoubt(receipt)
    ? 'Nothing was sent this time. It was sent before, so the order may stand at the service and be charged.'
    : `Nothing was sent this time. ${nothingCharged}`
}

/** It would pass what may be spent, so it stops before the limit and not after it. */
export function capDecision(receipt: Receipt, refusal: CapRefusal): Decision {
  if (refusal.which === 'agents') return agentDecision(receipt.quote.credits, capSentence(refusal))
  const [stopped, raise] = refusal.budget
    ? [
        `Stopped before ${refusal.budget.whose}`,
        `${refusal.budget.raise} Then try again; “queue decide stopped try-again --studio” does so for all that budgets stopped.`,
      ]
    : ['Stopped before your limit', 'Raise the limit, or retry later.']
  const question = `${stopped}. ${capSentence(refusal)} ${heldBackWords(receipt)} ${raise}`
  if (isInDoubt(receipt)) return decisionOf('cap', question, ['look-again', 'leave'], receipt.quote.credits, true)
  return tryAgain(receipt, decisionOf('cap', question, [], null), 'Sends what fits your limit.')
}

/**
 * An agent asked for it, and its budget does not allow it: nothing is sent before a person approves this very sum.
 * @param credits the price; null where it is not known
 * @param why a sentence
 */
export function agentDecision(credits: number | null, why: string): Decision {
  const question = `An agent asked for this. ${why} Nothing was sent. ${nothingCharged}`
  return toApprove('budget', question, credits, 'Sends it at this price. It does not count as the agent’s.')
}

/**
 * Somebody of a studio has ordered more than they may alone: nothing is sent before a lead approves this very sum.
 * @param credits the price; null where it is not known
 * @param why a sentence
 */
export const approvalDecision = (credits: number | null, why: string): Decision =>
  toApprove(
    'approval',
    `Needs a lead’s approval. ${why} Nothing was sent. ${nothingCharged}`,
    credits,
    'Sends it at this price, where it fits under the budgets.',
  )

function toApprove(kind: 'budget' | 'approval', question: string, credits: number | null, explains: string): Decision {
  const price = { from: credits, to: credits }
  const asked = decisionOf(kind, question, ['accept-price', 'leave'], credits, false, price)
  const choices = asked.choices.map((choice) =>
    choice.id === 'accept-price' ? { ...choice, label: 'Approve and send', explains } : choice,
  )
  return { ...asked, choices }
}

/** The bytes on this computer are damaged: they are never sent, and where nothing of it stands it can be ordered anew (I4). */
export function bodyDecision(receipt: Receipt, reason: string): Decision {
  return isInDoubt(receipt)
    ? decisionOf(
        'other',
        `${reason} ${heldBackWords(receipt)} Look again to learn how it stands there.`,
        ['look-again', 'leave'],
        null,
        true,
      )
    : decisionOf(
        'other',
        `${reason} ${heldBackWords(receipt)} Order it anew to have the request made again.`,
        ['new-order', 'leave'],
        receipt.quote.credits,
      )
}

/** What each “no” says of the send that it answers, where it cannot speak for those before it. */
const thisTime: Record<Exclude<Refusal['reason'], 'key' | 'conflict'>, string> = {
  input: 'The service did not accept it this time.',
  credits: 'The balance is too low now, and the service started nothing this time.',
  collision: 'The service cannot use this request number and started nothing this time.',
  'price-changed': 'The price has changed, so the service started nothing this time.',
  'resize-required': 'The original is larger than the service works with, and the service started nothing this time.',
}

export const isOfOneSend = (reason: Refusal['reason']): reason is keyof typeof thisTime =>
  Object.hasOwn(thisTime, reason)

/** A “no” after a send that is still in doubt: the order may stand all the same, so it is never ordered under another number. */
export function noAfterDoubt(reason: keyof typeof thisTime, { message }: Refusal): Decision {
  const again =
    reason === 'collision' ? 'Look again with the key that sent it first.' : 'Look again to learn how it stands.'
  return decisionOf(
    reason === 'credits' ? 'credits' : reason === 'collision' ? 'conflict' : 'other',
    `${thisTime[reason]} It was sent before, so the order may stand there and be charged.${inWords(message)} ${again}`,
    ['look-again', 'leave'],
    null,
    true,
  )
}

/** Why an order is delayed that nobody could price. */
export const stalePrice =
  'The price list of the service cannot be read, and what is known of it is older than five minutes, or the service has charged more since. Nothing was sent this time.'

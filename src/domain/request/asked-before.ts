import { agreedMost } from '../quote/ceiling.ts'

/** As much of a receipt as this looks at: receipt.ts itself stands on this file. */
interface Asked {
  quote: { credits: number | null }
  consent: { ceilingCredits: number | null }
  body: unknown
  acceptedAtMs: number | null
  decision: {
    kind: string
    mayHaveCharged: boolean
    choices: { id: string; label: string; explains: string; credits: number | null }[]
  } | null
}

const tryAgain = {
  id: 'try-again',
  label: 'Retry',
  explains: 'Sends it, at most at the accepted price.',
} as const

/**
 * Earlier versions asked with `look-again` also where to look again was to send. What they have stored so is read as the
 * choice that sends, at what was agreed to: looking alone is free.
 */
export function asAskedNow<R extends Asked>(receipt: R): R {
  const { decision } = receipt
  if (decision === null || !wouldSend(receipt, decision)) return receipt
  if (!decision.choices.some(({ id }) => id === 'look-again')) return receipt
  const agreed = agreedMost(receipt)
  const choices = decision.choices.map((choice) =>
    choice.id === 'look-again' ? { ...choice, ...tryAgain, credits: choice.credits ?? agreed } : choice,
  )
  return { ...receipt, decision: { ...decision, choices } }
}

/** Nothing of it is in doubt: it was not sent, or each send of it was answered with a “no”. */
function wouldSend({ body, acceptedAtMs }: Asked, { kind, mayHaveCharged }: NonNullable<Asked['decision']>): boolean {
  if (acceptedAtMs !== null) return false
  if (kind === 'cap' || kind === 'price') return !mayHaveCharged
  // Of a key that could not look before the first send, the question said that a copy of the home may have sent it.
  return body === null && (!mayHaveCharged || kind === 'key')
}

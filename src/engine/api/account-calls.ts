import type { TokenUse, TokenView } from '../../contract/settings.ts'
import type { Json } from '../../domain/json.ts'
import { isCredits } from '../../domain/quote/amount.ts'
import type { Engine } from '../engine.ts'
import { CallError } from '../platform/call-error.ts'
import { sanitizeText } from '../platform/text.ts'
import type { EngineCalls } from './engine-calls.ts'
import { Tokens, type TokensOutcome } from './tokens.ts'

/** The service refused something about the account's keys, or did not answer; in words. */
class AccountError extends CallError {
  override name = 'AccountError'
  constructor(message: string) {
    super('account', message, true)
  }
}

type Entry = { [key: string]: Json }

/** The account's keys, with a session token that is held for one call (O9). What is shown never holds a key. */
export function accountCalls(
  engine: Pick<Engine, 'service' | 'origin'>,
): Pick<EngineCalls, 'tokens.list' | 'tokens.usage' | 'tokens.revoke'> {
  return {
    'tokens.list': async (session) => entriesOf(await account(engine, session).list()).map(tokenView),
    'tokens.usage': async ({ id, ...session }) => entriesOf(await account(engine, session).usage(id)).map(tokenUse),
    'tokens.revoke': async ({ id, ...session }) => {
      entriesOf(await account(engine, session).revoke(id))
      return undefined
    },
  }
}

/** A browser's session, and the service that it belongs to. */
interface Session {
  service: string
  session: string
}

/** @throws AccountError where the app works with another service than the session's by now; nothing is sent then */
function account({ service, origin }: Pick<Engine, 'service' | 'origin'>, of: Session): Tokens {
  if (of.service !== origin)
    throw new AccountError(
      'The service was changed since. Nothing was sent. Give a session of the one that is set now.',
    )
  return new Tokens(service, of.session)
}

/**
 * Makes a key. Its value is shown by the service this once (O10).
 * @throws AccountError; a second try could make a second key, so that the list is looked at first
 */
export async function makeToken(
  engine: Pick<Engine, 'service' | 'origin'>,
  session: Session,
  name: string,
): Promise<{ name: string; value: string }> {
  const outcome = await account(engine, session).create(name)
  if (outcome.type === 'failed') throw new AccountError(`${outcome.reason} ${afterCreating(outcome.mayBeDone)}`)
  const [entry] = outcome.entries
  return { name: textOf(entry?.name) ?? name, value: String(entry?.token ?? '').replace(/\p{C}/gu, '') }
}

/** What a try that failed means for the next one. */
export const afterCreating = (mayBeDone: boolean): string =>
  mayBeDone ? 'It may have been made all the same: look at the list before another try.' : 'No key was made.'

function entriesOf(outcome: TokensOutcome): Entry[] {
  if (outcome.type === 'failed') throw new AccountError(outcome.reason)
  return outcome.entries
}

const textOf = (value: Json | undefined): string | null =>
  typeof value === 'string' || typeof value === 'number' ? sanitizeText(String(value)) : null

/** Only of a value that the service has masked; an unmasked one is shown to nobody. */
const endingOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && /[*•…]|\.{3}/.test(value) ? sanitizeText(value.slice(-4)) : null

const tokenView = (entry: Entry): TokenView => ({
  id: textOf(entry.id) ?? '',
  name: textOf(entry.name) ?? 'without a name',
  ending: endingOf(entry.token_value),
  isActive: typeof entry.is_active === 'boolean' ? entry.is_active : null,
  lastUsedAt: textOf(entry.last_used_at),
  createdAt: textOf(entry.created_at),
})

const tokenUse = (entry: Entry): TokenUse => ({
  id: textOf(entry.id) ?? '',
  model: textOf(entry.model) ?? '',
  credits: isCredits(entry.credits_used) ? entry.credits_used : null,
  status: textOf(entry.status) ?? '',
  createdAt: textOf(entry.created_at),
})

import { NotNowError } from '../platform/call-error.ts'
import { holdsSecret } from '../remote/without-secrets.ts'

/** One is for the key itself; the other brings bytes, of which only pictures are kept. */
const takesAny: ReadonlySet<string> = new Set(['key.set', 'files.keepPasted'])

/**
 * The key that is used now is never written where words of a person's are kept or sent: forms, projects, collections, tags,
 * prompts. Pasted into the wrong field, or put there by a script, it would lie in the database and its backups.
 * @throws NotNowError
 */
export function mustHoldNoKey(input: unknown, key: string | null): void {
  if (key === null || !holdsSecret(input, key)) return
  throw new NotNowError(
    'Your key stands in this text. It was not kept, and nothing was sent or charged. Take it out; a key belongs in Settings alone.',
  )
}

type Calls = Record<string, (input: never) => Promise<unknown>>

/** The same calls, none of which takes a text with the key in it. */
export function withoutKeyIn<C extends Calls>(calls: C, key: () => string | null): C {
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    takesAny.has(name)
      ? call
      : async (input: never) => {
          mustHoldNoKey(input, key())
          return call(input)
        },
  ])
  return Object.fromEntries(guarded)
}

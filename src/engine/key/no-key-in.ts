import { NotNowError } from '../platform/call-error.ts'
import { holdsSecret } from '../remote/without-secrets.ts'

/** One is for the key itself; the other brings bytes, of which only pictures are kept. */
const takesAny: ReadonlySet<string> = new Set(['key.set', 'files.keepPasted'])

/**
 * No key that is known is written where words of a person's are kept or sent: forms, projects, collections, tags, prompts,
 * searches. Pasted into the wrong field, or put there by a script, it would lie in the database and its backups, or go to
 * another service than its own.
 * @param keys in use, held for open requests, or just made, of whatever service
 * @throws NotNowError
 */
export function mustHoldNoKey(input: unknown, keys: readonly string[]): void {
  if (!holdsSecret(input, keys)) return
  throw new NotNowError(
    'Your key stands in this text. It was not kept, and nothing was sent or charged. Take it out; a key belongs in Settings alone.',
  )
}

type Calls = Record<string, (input: never) => Promise<unknown>>

/** The same calls, none of which takes a text with a key in it. @param keys those of now */
export function withoutKeyIn<C extends Calls>(calls: C, keys: () => readonly string[]): C {
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    takesAny.has(name)
      ? call
      : async (input: never) => {
          mustHoldNoKey(input, keys())
          return call(input)
        },
  ])
  return Object.fromEntries(guarded)
}

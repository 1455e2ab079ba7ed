import type { WatchContext } from './context.ts'

/** Names the key that pays; null where none is known, and for practice, where no money is and each start has a key of its own. */
export const payingKey = ({ key, practice }: WatchContext): string | null => (practice ? null : key.fingerprint)

/** The same, also where another program has set it just now. */
export async function payingKeyAnew(engine: WatchContext): Promise<string | null> {
  if (!engine.practice) await engine.readKeyAnew()
  return payingKey(engine)
}

import type { Receipt } from './receipt.ts'

/**
 * Whether it waits for a person on account of a key that is held now: the very one that it was ordered under. It is then
 * looked up by itself, never sent. Where nothing of it stands there that could be asked for, its question holds.
 */
export const waitsForHeldKey = (
  { phase, decision, body, keyFingerprint }: Receipt,
  held: string | null | undefined,
): boolean =>
  phase === 'needs-decision' &&
  decision?.kind === 'key' &&
  decision.choices.some(({ id }) => id === 'look-again') &&
  body !== null &&
  keyFingerprint !== null &&
  held === keyFingerprint

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../store/store.ts'

const beatMs = 1000
/** A holder that has died is known to be dead after its silence (claim.ts). */
const patienceMs = 4000
const lookMs = 200

/**
 * Does something in a home while nobody drives it, and nobody begins to.
 * @param work gets what says whether that still holds: the fence of what it writes
 * @returns null where another program drives it
 */
export async function whileUndriven<T>(
  store: Pick<Store, 'claim'>,
  name: string,
  work: (isCurrent: () => boolean) => Promise<T>,
): Promise<T | null> {
  const claim = store.claim(name, randomUUID())
  const endMs = performance.now() + patienceMs
  while (!claim.tryTake(performance.now())) {
    if (performance.now() > endMs) return null
    await pause(lookMs)
  }
  const beat = setInterval(() => {
    try {
      claim.beat()
    } catch {
      // The disk is full, say: the next write says so.
    }
  }, beatMs)
  try {
    return await work(() => claim.isCurrent())
  } finally {
    clearInterval(beat)
    claim.releaseQuietly()
  }
}

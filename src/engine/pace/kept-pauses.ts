import { z } from 'zod'
import type { PaceScope } from '../../domain/pace/kinds.ts'
import { leftOf, type Pause, pause } from '../../domain/pace/pause.ts'
import type { KeyValueStore } from '../store/key-value-store.ts'

/** Where pauses are kept for other programs of the home and for later ones. */
export interface KeptPauses {
  read(): string | null
  /** Durably; nobody else writes between what is given and what comes back. */
  change(change: (text: string | null) => string): void
}

/** Those of one service. */
export function pausesOf(keyValues: KeyValueStore, origin: string): KeptPauses {
  const name = `pace:${origin}`
  return { read: () => keyValues.note(name), change: (change) => keyValues.changeNote(name, change) }
}

const schema = z.record(z.string(), pause)

/** Text that does not read holds none. */
export function pausesIn(text: string | null): [PaceScope, Pause][] {
  try {
    return Object.entries(schema.parse(JSON.parse(text ?? '{}'))) as [PaceScope, Pause][]
  } catch {
    return []
  }
}

/** Adds some to those that are there and not over; of two the one that lasts longer. */
export function withPauses(text: string | null, added: ReadonlyMap<PaceScope, Pause>, atMs: number): string {
  const all = new Map(pausesIn(text).filter(([, kept]) => leftOf(kept, atMs) > 0 && kept.fromMs <= atMs))
  for (const [scope, one] of added) {
    const known = all.get(scope)
    if (!known || leftOf(known, atMs) < leftOf(one, atMs)) all.set(scope, one)
  }
  return JSON.stringify(Object.fromEntries(all))
}

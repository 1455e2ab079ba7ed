import { type Chance, chanceOf } from '../random.ts'
import type { Disk } from './disk.ts'
import type { Network } from './network.ts'

/**
 * Where the engine meets the computer: its disk, its network and its chance. While a schedule runs, these stand in place
 * of `node:fs`, `undici` and what is random in `node:crypto`, so that the same seed gives the same bytes. Everything
 * above them is the engine's own.
 */
export interface Edges {
  disk: Disk
  network: Network
}

let edges: (Edges & { ids: Chance }) | null = null

export function standIn(made: Edges | null, seed = 0): void {
  edges = made === null ? null : { ...made, ids: chanceOf(seed) }
}

export const diskNow = (): Disk | null => edges?.disk ?? null

export function networkNow(): Network {
  if (edges === null) throw new Error('no schedule runs, and there is no network outside of one')
  return edges.network
}

type Crypto = typeof import('node:crypto')

/** `node:crypto` with numbers that a schedule's seed decides, and with slow hashes that are worked out once. */
export function cryptoOver(real: Crypto): object {
  const hashes = new Map<string, ReturnType<Crypto['scryptSync']>>()
  const slow: Crypto['scryptSync'] = (password, salt, length, options) => {
    const asked = `${String(password)} ${String(salt)} ${length} ${JSON.stringify(options)}`
    const hash = hashes.get(asked) ?? real.scryptSync(password, salt, length, options)
    hashes.set(asked, hash)
    return hash
  }
  const bytes = (size: number): Buffer => {
    if (edges === null) return real.randomBytes(size)
    const made = Buffer.allocUnsafe(size)
    for (let i = 0; i < size; i += 1) made[i] = edges.ids.below(256)
    return made
  }
  const uuid = (): string => {
    if (edges === null) return real.randomUUID()
    const hex = bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  return { ...real, randomBytes: bytes, randomUUID: uuid, scryptSync: slow }
}

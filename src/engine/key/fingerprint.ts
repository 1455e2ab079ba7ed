import { scryptSync } from 'node:crypto'

/**
 * Names a key without giving it away: a salted, slow hash, cut to 64 bits. Receipts carry it, since a Skill's receipt
 * can be read only with the key that made it (service.md §4.15).
 */
export const fingerprintOf = (key: string, salt: string): string =>
  scryptSync(key, `printroom:${salt}`, 8, { N: 16_384, r: 8, p: 1 }).toString('hex')

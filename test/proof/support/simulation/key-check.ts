import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Exchange } from './network.ts'

/**
 * Whether an exchange carries a key that it must not carry. Money is only ever asked for with the key that is set (I4);
 * an old one looks at its own requests and at nothing else (A35); a Skill's receipt is read with its own (O117); lists and
 * media are read with none (O12, A14).
 * @param receipt of the request that it is about; null: of none
 * @returns in words what is wrong; null: nothing
 */
export function keyWrong(
  { kind, url, bearer }: Exchange,
  receipt: Receipt | null,
  keySet: string | null,
  fingerprintOf: (key: string) => string,
): string | null {
  const isPublic = kind === 'media' || url.pathname === '/api/models' || url.pathname === '/api/skills'
  if (isPublic) return bearer === null ? null : `${url.pathname} is read with a key`
  const isOwn = bearer !== null && receipt !== null && receipt.keyFingerprint === fingerprintOf(bearer)
  if (kind === 'paid' || kind === 'upload')
    return bearer === keySet ? null : 'is sent with a key that is not the one that is set'
  // A key that is tried before it is set is tried with a number of nobody's.
  if (bearer === null || receipt === null || isOwn) return null
  if (url.pathname.startsWith('/api/skills/')) return 'is read with another key than its own'
  return bearer === keySet ? null : 'is read with a key that is neither its own nor the one that is set'
}

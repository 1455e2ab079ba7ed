import type { TokenUse, TokenView } from '../../../contract/settings.ts'

/** Whether a revoked key is still listed as active is not shown (§3): what was revoked here stays so, whatever a list says. */
export const withRevoked = (tokens: readonly TokenView[], revoked: ReadonlySet<string>): TokenView[] =>
  tokens.map((token) => (revoked.has(token.id) ? { ...token, isActive: false } : token))

const timeOf = ({ createdAt }: TokenUse): number => {
  const time = createdAt === null ? Number.NaN : Date.parse(createdAt)
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time
}

/** The order of the service's list is not shown (§4.6): the newest by their own dates, those without one last. */
export const newestUses = (uses: readonly TokenUse[], most: number): TokenUse[] =>
  uses.toSorted((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(b) - timeOf(a))).slice(0, most)

import { z } from 'zod'

/** A bound keeps a hostile or broken renderer from exhausting main. */
export const text = (max: number) => z.string().max(max)

/** ISO 8601, UTC. */
export const instant = z.string()
/** Whole or fractional credits; null where the service has not said. */
export const credits = z.number().nullable()
export const count = z.number().int().nonnegative()
/** A picture's address in the app's own scheme. The renderer can load nothing else. */
export const ownAddress = z.string().startsWith('printroom://')

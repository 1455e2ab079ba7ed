import { z } from 'zod'
import { text } from '../fields.ts'
import { mostCredits, mostIds } from '../limits.ts'

/** A call: what the renderer may say, what it gets, and which process answers. */
export const defineCall = <I extends z.ZodType, O extends z.ZodType, W extends 'main' | 'engine'>(
  where: W,
  input: I,
  output: O,
) => ({
  where,
  input,
  output,
})

/** What a call is given, or answers, that has nothing to say. */
export const nothing = z.undefined()
export const ids = z.array(text(64)).min(1).max(mostIds)
/** A bound in credits that a person set. */
export const cap = z.number().nonnegative().max(mostCredits)

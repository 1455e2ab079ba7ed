import { z } from 'zod'

/** One part of what is shipped, with the licence that it is shipped under. */
export const licence = z.object({
  name: z.string(),
  version: z.string(),
  /** As its package names it: an SPDX expression. */
  licence: z.string(),
  /** Where it is published. */
  from: z.string(),
  /** The licence itself; empty where the part carries none. */
  text: z.string(),
})
export type Licence = z.infer<typeof licence>

/** What the app says of itself. */
export const about = z.object({
  name: z.string(),
  version: z.string(),
  runtimes: z.array(z.object({ name: z.string(), version: z.string() })),
  /** By name. Empty where the app was built without its list. */
  licences: z.array(licence),
})
export type About = z.infer<typeof about>

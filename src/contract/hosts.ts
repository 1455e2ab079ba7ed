import { z } from 'zod'

/** Hosts inside a private network that results of the service may be fetched from. */
export const hostsView = z.object({
  /** The service's own, which needs no permission; null for practice. */
  own: z.string().nullable(),
  /** Those that a person has allowed. */
  allowed: z.array(z.string()),
  /** Those that results of open requests lie at and that nobody has allowed, with how many results each. */
  waiting: z.array(z.object({ host: z.string(), results: z.number().int() })),
})
export type HostsView = z.infer<typeof hostsView>

/** With what came of an act, in words. */
export const hostsChanged = hostsView.extend({ words: z.string() })
export type HostsChanged = z.infer<typeof hostsChanged>

import { z } from 'zod'

/** What requests are filed under, the one used last first. */
export const projectsView = z.object({
  /** New requests of the window are filed under it; null: under none. */
  current: z.string().nullable(),
  /** `usedAt`: ISO 8601, UTC; null for one that was only chosen. */
  projects: z.array(
    z.object({ name: z.string(), requests: z.number().int().nonnegative(), usedAt: z.string().nullable() }),
  ),
})
export type ProjectsView = z.infer<typeof projectsView>

import { z } from 'zod'

const count = z.number().int().nonnegative()

/** What is exported, or came of it. One at once. */
export const exportView = z.object({
  folder: z.string(),
  /** `paused` by a person or by a trouble, and can go on; `stopped` by a person; `ended`: nothing is left to do. */
  state: z.enum(['running', 'paused', 'stopped', 'ended']),
  /** What keeps it from going on, in a sentence; null where it was a person. */
  trouble: z.string().nullable(),
  /** Results that were exported, of `total`, of which each may have made several files. */
  count,
  total: count,
  files: count,
  /** Path of the file that was put last; null before the first. */
  last: z.string().nullable(),
  /** How many results were not exported; `problems` tells the first. */
  missed: count,
  /** Files that have no place for the mark, or carry XMP of their own. */
  unmarked: count,
  /** Films and animations, which went as they are though another form was wished. */
  asTheyWere: count,
  /** Results with fewer pixels than were asked for. */
  smaller: count,
  problems: z.array(z.string()),
})
export type ExportView = z.infer<typeof exportView>

/** One result as it would be exported, really made, and thrown away again. */
export const exportSample = z.object({
  /** One for each scale; of what moves the file itself. */
  files: z.array(z.object({ scale: z.number(), sizeBytes: count, width: count.nullable(), height: count.nullable() })),
  /** It is a film or moves: it is copied as it is. */
  isAsItWas: z.boolean(),
  isSmaller: z.boolean(),
})
export type ExportSample = z.infer<typeof exportSample>

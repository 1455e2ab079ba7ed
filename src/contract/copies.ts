import { z } from 'zod'

const count = z.number().int()

/** Copies of a request's results that go elsewhere too: how many are there, wait, and could not be made. */
export const copyCounts = z.object({ made: count, waiting: count, failed: count })

/** Where a request's results go beside the library, and what became of each copy. */
export const copiesView = z.object({
  /** Null: beside the picture that they are made from. */
  folder: z.string().nullable(),
  template: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['waiting', 'made', 'failed']),
      path: z.string().nullable(),
      /** A sentence; the result itself is safe in the library. */
      problem: z.string().nullable(),
    }),
  ),
})

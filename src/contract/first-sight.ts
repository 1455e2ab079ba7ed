import { z } from 'zod'

// The library's beginning as it was seen last. The page puts it to main under an address of the app's own scheme, and
// main paints it into the document of the next start.

/** Where the page puts it, below its own address. */
export const firstSightPath = '/first-sight'
/** More than a window of 4K holds at the usual size. */
export const mostSeen = 600

/** CSS pixels; places are counted from the window's corner, and those of pictures from the pane's. */
const length = z.number().min(-4000).max(20_000)
const box = { left: length, top: length, width: length, height: length }

export const firstSight = z.strictObject({
  /** The page's own width and height: in any other window the pictures stand elsewhere. */
  view: z.strictObject({ width: length, height: length }),
  /** How high the grid's rows were wished. */
  rowHeight: z.number().int().min(40).max(1000),
  pane: z.strictObject(box),
  pictures: z
    .array(
      z.strictObject({
        ...box,
        address: z
          .string()
          .max(400)
          .regex(/^printroom:\/\/library\/[\w.~%!'()*-]+\/thumbnail$/),
        isCutout: z.boolean(),
      }),
    )
    .max(mostSeen),
})
export type FirstSight = z.infer<typeof firstSight>

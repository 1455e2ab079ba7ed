import { z } from 'zod'

// The library's beginning as it was seen last. The page draws it and puts it to main under an address of the app's own
// scheme, and main paints it into the document of the next start.

/** Where the page puts it, below its own address. */
export const startupSnapshotPath = '/first-sight'
/** Of what is put: more than a window of 4K is as a picture. */
export const maxStartupSnapshotBytes = 6 * 1024 * 1024

/** CSS pixels, counted from the window's corner. */
const length = z.number().min(-4000).max(20_000)

export const startupSnapshot = z.strictObject({
  /** The page's own width and height: in any other window the pictures stand elsewhere. */
  view: z.strictObject({ width: length, height: length }),
  /** How high the grid's rows were wished. */
  rowHeight: z.number().int().min(40).max(1000),
  /** All that was in sight as one picture, and where it stood; null where there was nothing. */
  seen: z
    .strictObject({
      left: length,
      top: length,
      width: length,
      height: length,
      picture: z.string().regex(/^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/),
    })
    .nullable(),
})
export type StartupSnapshot = z.infer<typeof startupSnapshot>

/** Panoramas and slivers are shown cropped beyond these, or one of them would take a row of the grid. */
const narrowest = 0.4
const widest = 3.2
const steps = 255
const spread = Math.log(widest / narrowest)

/** Width over height as one byte: a million of them are a megabyte. A side that is not known makes a square. */
export function ratioCode(width: number | null, height: number | null): number {
  const ratio = width !== null && height !== null && width > 0 && height > 0 ? width / height : 1
  const held = Math.min(widest, Math.max(narrowest, ratio))
  return Math.round((Math.log(held / narrowest) / spread) * steps)
}

/** Width over height of every byte; 0.8 % from one to the next. */
export const ratios: Float32Array = Float32Array.from({ length: steps + 1 }, (_, code) => {
  return narrowest * Math.exp((code / steps) * spread)
})

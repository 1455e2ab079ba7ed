/** What the service works on when it upscales (§4.14, rule 1): a larger original is made smaller first, with consent. */
export const upscaleInput = { maxEdge: 4096, maxPixels: 16_000_000 } as const

/** Whether the service asks for consent before it takes a picture of this size (§4.14, rule 2). */
export const needsResize = (width: number, height: number): boolean =>
  Math.max(width, height) > upscaleInput.maxEdge || width * height > upscaleInput.maxPixels

/** The largest size within both limits in the same proportions, pixels; the size itself where it fits. */
export function resizedFor(width: number, height: number): { width: number; height: number } {
  const { maxEdge, maxPixels } = upscaleInput
  const factor = Math.min(1, maxEdge / Math.max(width, height), Math.sqrt(maxPixels / (width * height)))
  if (factor === 1) return { width, height }
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) }
}

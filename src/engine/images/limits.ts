import type { ReferenceLimits } from './answers.ts'

const mebibyte = 2 ** 20

/** A prepared reference (§4.8, §8). */
export const referenceLimits: ReferenceLimits = { maxEdge: 4096, maxBytes: 8 * mebibyte }

/** What travels as base64 (§4.8), decoded. */
export const inlineMaxBytes = 3 * mebibyte

/** A local file for upscale encodes within this at its own dimensions, or its public address is used (§4.14.7). */
export const upscaleMaxBytes = 9_500_000

/** What the service takes as an upscale source (§4.8, §4.14). */
export const upscaleSource = { maxBytes: 64 * mebibyte, maxPixels: 64_000_000 }

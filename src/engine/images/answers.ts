export interface Inspection {
  /** By content, never by extension; null where it is not recognised. */
  format: string | null
  /** Upright pixels; null where they cannot be read. */
  width: number | null
  height: number | null
  animated: boolean
  sizeBytes: number
  /** Null when it can be prepared; else what it is and what to do about it, as one sentence for a designer. */
  problem: string | null
  /** Whether the problem is the disk's or this computer's, not the file's: the same file may have none the next time. */
  isPassing: boolean
}

export interface ReferenceLimits {
  /** Longest edge in pixels (service.md §8: 4096). */
  maxEdge: number
  /** Bytes of the encoded file. */
  maxBytes: number
}

export type PreparedFormat = 'jpeg' | 'png' | 'webp' | 'gif'

/** Samples of colour beside those of brightness, as encoders name it: `4:4:4` whole, `4:2:0` half each way, `4:0:0` grey. */
export type Chroma = '4:4:4' | '4:4:0' | '4:2:2' | '4:2:0' | '4:1:1' | '4:1:0' | '4:0:0'

/** Between two pictures in ΔE (CIE76): on average, and what 99 of 100 pixels stay below. */
export interface Difference {
  mean: number
  p99: number
}

/** A file that may be sent. Prepared bytes lie in a file: pictures do not travel through messages. */
export interface PreparedFile {
  decision: 'as-is' | 'encoded'
  /** The source itself when as-is and nothing had to change; else a file in the worker's output folder, named by its SHA-256. */
  path: string
  sha256: string
  sizeBytes: number
  width: number
  height: number
  format: PreparedFormat
  /** Encoder quality, 1 to 100; null where the bytes are the source's own or lossless. */
  quality: number | null
  /** How finely its colours are kept; null where its header does not tell. */
  chroma: Chroma | null
  /** What encoding it anew has changed, measured on a sample of it; null: nothing. */
  difference: Difference | null
  /** What was done and why, one clause each ("turned upright", "12.4 MB to 2.9 MB at quality 86"). Empty for as-is. */
  steps: string[]
}

export interface Refused {
  decision: 'refused'
  /** What it is, that nothing was sent or charged, what to do. */
  reason: string
}

export type Preparation = PreparedFile | Refused

export interface UpscaleLimits {
  /** Bytes of the encoded file. A source of at most 3 MiB is never made larger than 3 MiB, whatever this says. */
  maxBytes: number
}

export type UpscalePreparation = (PreparedFile & UpscaleOutlook) | NeedsUrl | Refused

export interface UpscaleOutlook {
  /** Whether the service will ask for consent to a resize: over 4096 px on an edge or 16 megapixels (§4.14.2). */
  willAskResize: boolean
}

/** No quality worth paying for fits the limit at these dimensions: give the original's public HTTPS address. */
export interface NeedsUrl extends UpscaleOutlook {
  decision: 'needs-url'
  reason: string
  /** Upright pixels and bytes of the source. */
  width: number
  height: number
  sizeBytes: number
}

export interface Examination {
  format: string
  width: number
  height: number
  hasAlpha: boolean
  /** `#rrggbb`. */
  dominantColour: string
  /** Its few colours with their shares, as `domain/library/palette.ts` writes them. */
  palette: string
  /** 64-bit difference hash in hex. */
  perceptualHash: string
  /** Name of the embedded colour profile, or null. */
  profile: string | null
}

/** A cutout as its strokes made it; it lies in the folder that was named for it. */
export interface TouchedUpFile {
  path: string
  sha256: string
  sizeBytes: number
  width: number
  height: number
}

/** One file that an export made of a picture; it lies in the folder that was named for it. */
export interface ExportedFile {
  scale: number
  path: string
  sizeBytes: number
  width: number
  height: number
  sha256: string
  /** Smaller than was asked for, since the picture is. */
  isSmaller: boolean
  /** Whether the mark of how it was made is in it. */
  isMarked: boolean
}

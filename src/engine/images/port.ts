/**
 * What the engine asks of the image worker. The engine itself never decodes a picture: everything
 * here happens in another process, and a picture that kills or hangs it costs that one file.
 */
export interface Images {
  /** Sniffs and reads a header; decodes nothing. Never throws for a bad file: says so in `problem`. */
  inspect(path: string): Promise<Inspection>
  /** Makes a reference upload out of a local file (service.md §4.8, §8). */
  prepareReference(path: string, limits: ReferenceLimits): Promise<Preparation>
  /** Writes a small WebP of at most `edge` px (alpha kept) to `out`, by a temporary name and a rename. */
  thumbnail(path: string, out: string, edge: number): Promise<void>
  /** Reads what the library keeps about a result, and proves that it can be decoded whole. */
  examine(path: string): Promise<Examination>
  /** Ends the worker processes. Calls under way are rejected. */
  close(): Promise<void>
}

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
}

export interface ReferenceLimits {
  /** Longest edge in pixels (service.md §8: 4096). */
  maxEdge: number
  /** Bytes of the encoded file. */
  maxBytes: number
}

/** Prepared bytes lie in a file: pictures do not travel through messages. */
export type Preparation =
  | {
      decision: 'as-is' | 'encoded'
      /** The source itself when as-is and nothing had to change; else a file in the worker's output folder, named by its SHA-256. */
      path: string
      sha256: string
      sizeBytes: number
      width: number
      height: number
      format: 'jpeg' | 'png' | 'webp' | 'gif'
      /** What was done and why, one clause each ("turned upright", "12.4 MB to 2.9 MB at quality 86"). Empty for as-is. */
      steps: string[]
    }
  | { decision: 'refused'; /** What it is, that nothing was sent or charged, what to do. */ reason: string }

export interface Examination {
  format: string
  width: number
  height: number
  hasAlpha: boolean
  /** `#rrggbb`. */
  dominantColour: string
  /** 64-bit difference hash in hex. */
  perceptualHash: string
  /** Name of the embedded colour profile, or null. */
  profile: string | null
}

import type { ForeignFiles } from './foreign-files.ts'
import type { ForeignFolders } from './foreign-folders.ts'

/**
 * What the engine asks of the image worker. The engine itself never decodes a picture: everything
 * here happens in another process, and a picture that kills or hangs it costs that one file.
 * Every call may reject with an `ImageWorkerError`, whose message is a sentence for a designer.
 */
export interface Images {
  /** Files that are not ours, looked at where one that never answers holds nobody up. */
  files: ForeignFiles
  /** Folders that are not ours, likewise, and in processes of their own: nobody who prepares a picture waits for them. */
  folders: ForeignFolders
  /** Sniffs and reads a header; decodes nothing. Never throws for a bad file: says so in `problem`. */
  inspect(path: string, options?: CallOptions): Promise<Inspection>
  /** Makes a reference upload out of a local file (service.md §4.8, §8). */
  prepareReference(path: string, limits: ReferenceLimits, options?: PrepareOptions): Promise<Preparation>
  /**
   * Makes an upscale source out of a local file without changing its upright dimensions (service.md §4.14.7).
   * With `upscaleMaxBytes` it answers the 9.5 MB rule. Where that gives more than travels inline, ask again with
   * `inlineMaxBytes` for the marked re-encode that is offered beside the user's own address (obligations.md A1).
   */
  prepareUpscale(path: string, limits: UpscaleLimits, options?: PrepareOptions): Promise<UpscalePreparation>
  /** Writes a small WebP of at most `edge` px (alpha kept) to `out`, by a temporary name and a rename. */
  thumbnail(path: string, out: string, edge: number, options?: CallOptions): Promise<void>
  /** Writes the middle of it at its own size, at most `edge` × `edge` px, as a lossless WebP to `out`. */
  detail(path: string, out: string, edge: number, options?: CallOptions): Promise<void>
  /**
   * Reads what the library keeps about a result, and proves that it can be decoded whole. No size is too large for it as
   * such: nothing limits results (service.md §2.2), and where memory does not suffice the error is another than `damaged`.
   */
  examine(path: string, options?: CallOptions): Promise<Examination>
  /** Files are about to come: starts worker processes, so that the first need not wait for one. */
  wake(): void
  /** Ends the worker processes. Calls under way are rejected. */
  close(): Promise<void>
}

export interface CallOptions {
  /** `visible`: somebody looks at its place now. `bulk`: nobody waits for this one. Default `normal`. */
  priority?: Priority
  /** Aborting it makes a waiting call `visible`: its place came into view. */
  hurry?: AbortSignal
  /** Aborting takes a waiting call out of the queue; one under way is finished and its answer dropped. */
  signal?: AbortSignal
}

export interface PrepareOptions extends CallOptions {
  /** The content that was approved: with another one the file is refused. */
  sourceSha256?: string
}

export type Priority = 'visible' | 'normal' | 'bulk'

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
  /** 64-bit difference hash in hex. */
  perceptualHash: string
  /** Name of the embedded colour profile, or null. */
  profile: string | null
}

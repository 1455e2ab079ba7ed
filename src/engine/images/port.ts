import type { ExportPicture } from '../../domain/export/choice.ts'
import type { TouchUpStroke } from '../../domain/touch-up/stroke.ts'
import type {
  Examination,
  ExportedFile,
  Inspection,
  Preparation,
  ReferenceLimits,
  TouchedUpFile,
  UpscaleLimits,
  UpscalePreparation,
} from './answers.ts'
import type { ForeignFiles } from './foreign-files.ts'
import type { ForeignFolders } from './foreign-folders.ts'
import type { SourceType } from './worker/ai-mark.ts'

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
  /** The colours of a thumbnail (`domain/library/palette.ts`). */
  palette(path: string, options?: CallOptions): Promise<string>
  /**
   * Makes the files of an export out of one picture and leaves them in `out`, a folder of our own.
   * @param source what their mark says of how it was made; null: no mark
   */
  export(
    path: string,
    out: string,
    wish: { picture: ExportPicture; source: SourceType | null },
    options?: CallOptions,
  ): Promise<ExportedFile[]>
  /**
   * Makes a PNG of a cutout, its opacity changed by strokes, and leaves it in `out`, a folder of our own.
   * @param source the photograph that gives the colours of what comes in, with the content it had; null: the cutout's own
   */
  touchUp(
    path: string,
    out: string,
    wish: { strokes: TouchUpStroke[]; source: { path: string; sha256: string | null } | null },
    options?: CallOptions,
  ): Promise<TouchedUpFile>
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

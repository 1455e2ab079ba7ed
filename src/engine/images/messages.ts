import { z } from 'zod'
import { exportPicture } from '../../domain/export/choice.ts'
import { touchUpStrokes } from '../../domain/touch-up/stroke.ts'
import type {
  Examination,
  ExportedFile,
  Inspection,
  Preparation,
  TouchedUpFile,
  UpscalePreparation,
} from './answers.ts'
import { sourceTypes } from './worker/ai-mark.ts'

/** What crosses between the pool and a worker, as JSON; both sides parse what they receive. */

export const referenceTask = z.object({
  op: z.literal('prepareReference'),
  path: z.string(),
  outputFolder: z.string(),
  sourceSha256: z.string().optional(),
  maxEdge: z.int().min(1),
  maxBytes: z.int().min(1),
})

export const upscaleTask = z.object({
  op: z.literal('prepareUpscale'),
  path: z.string(),
  outputFolder: z.string(),
  sourceSha256: z.string().optional(),
  maxBytes: z.int().min(1),
})

export const exportTask = z.object({
  op: z.literal('export'),
  path: z.string(),
  /** A folder of our own, in which nothing else is. */
  out: z.string(),
  picture: exportPicture,
  /** What the mark says of how it was made; null: no mark. */
  source: z.enum(sourceTypes).nullable(),
})

export const touchUpTask = z.object({
  op: z.literal('touchUp'),
  path: z.string(),
  /** A folder of our own, in which nothing else is. */
  out: z.string(),
  strokes: touchUpStrokes,
  /** Where the colours of what comes in are taken from; null: from the picture itself. */
  source: z.object({ path: z.string(), sha256: z.string().nullable() }).nullable(),
})

/** A look into a folder that is not ours. */
export const folderAskSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('identify'), folder: z.string() }),
  z.object({ do: z.literal('liesInAny'), folder: z.string(), others: z.array(z.string()) }),
  z.object({ do: z.literal('files'), folder: z.string() }),
  z.object({ do: z.literal('isWatched'), folder: z.string() }),
  z.object({ do: z.literal('marks'), folder: z.string(), salt: z.string() }),
  z.object({ do: z.literal('read'), folder: z.string(), name: z.string() }),
  z.object({ do: z.literal('claimOrder'), folder: z.string(), name: z.string(), token: z.string() }),
  z.object({ do: z.literal('confirmOrder'), folder: z.string(), name: z.string() }),
  z.object({ do: z.literal('releaseOrder'), folder: z.string(), name: z.string(), token: z.string() }),
])
export type FolderAsk = z.infer<typeof folderAskSchema>

export const taskSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('inspect'), path: z.string() }),
  z.object({ op: z.literal('inspectSome'), paths: z.array(z.string()).min(1) }),
  referenceTask,
  upscaleTask,
  z.object({ op: z.literal('thumbnail'), path: z.string(), out: z.string(), edge: z.int().min(1).max(4096) }),
  z.object({ op: z.literal('detail'), path: z.string(), out: z.string(), edge: z.int().min(1).max(4096) }),
  z.object({ op: z.literal('examine'), path: z.string() }),
  z.object({ op: z.literal('palette'), path: z.string() }),
  exportTask,
  touchUpTask,
  z.object({ op: z.literal('lookAtFiles'), paths: z.array(z.string()).min(1) }),
  z.object({ op: z.literal('hash'), path: z.string() }),
  z.object({ op: z.literal('list'), path: z.string() }),
  z.object({ op: z.literal('folder'), ask: folderAskSchema }),
])
export type Task = z.infer<typeof taskSchema>
export type Operation = Task['op']

/** Formats decoded only in a worker started for one file, with no other loader unblocked. */
export const loneFormatSchema = z.enum(['tiff', 'avif'])
export type LoneFormat = z.infer<typeof loneFormatSchema>

export const requestSchema = z.object({
  id: z.int(),
  memoryLimitBytes: z.number(),
  task: taskSchema,
  /** Set for the only request of such a worker. */
  loneFormat: loneFormatSchema.nullable(),
})
export type Request = z.infer<typeof requestSchema>

/** Whose fault it is that the worker could not do it, where that makes a difference. */
export const failureCodeSchema = z.enum(['failed', 'unread', 'damaged', 'disk'])
export type FailureCode = z.infer<typeof failureCodeSchema>

export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('done'), id: z.int(), value: z.unknown() }),
  /** `reason` is a sentence for a designer. */
  z.object({ kind: z.literal('failed'), id: z.int(), code: failureCodeSchema, reason: z.string() }),
  /** The file is of a format that this worker must not read. */
  z.object({ kind: z.literal('lone'), id: z.int(), format: loneFormatSchema }),
  /** The worker itself (sharp) cannot be loaded: no file is to blame. */
  z.object({ kind: z.literal('unavailable'), id: z.int() }),
  z.object({ kind: z.literal('memory'), id: z.int(), rssBytes: z.number() }),
])
export type WorkerAnswer = z.infer<typeof answerSchema>

export const inspectionSchema: z.ZodType<Inspection> = z.object({
  format: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  animated: z.boolean(),
  sizeBytes: z.int(),
  problem: z.string().nullable(),
  isPassing: z.boolean(),
})

/** Null: a file that has to be asked for alone, since its format or its trouble is no other's. */
export const inspectionsSchema = z.array(inspectionSchema.nullable())

const refusedSchema = z.object({ decision: z.literal('refused'), reason: z.string() })

const preparedSchema = z.object({
  decision: z.enum(['as-is', 'encoded']),
  path: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int(),
  width: z.int(),
  height: z.int(),
  format: z.enum(['jpeg', 'png', 'webp', 'gif']),
  quality: z.int().nullable(),
  chroma: z.enum(['4:4:4', '4:4:0', '4:2:2', '4:2:0', '4:1:1', '4:1:0', '4:0:0']).nullable(),
  difference: z.object({ mean: z.number(), p99: z.number() }).nullable(),
  steps: z.array(z.string()),
})

export const preparationSchema: z.ZodType<Preparation> = z.discriminatedUnion('decision', [
  preparedSchema,
  refusedSchema,
])

export const upscalePreparationSchema: z.ZodType<UpscalePreparation> = z.discriminatedUnion('decision', [
  preparedSchema.extend({ willAskResize: z.boolean() }),
  z.object({
    decision: z.literal('needs-url'),
    reason: z.string(),
    width: z.int(),
    height: z.int(),
    sizeBytes: z.int(),
    willAskResize: z.boolean(),
  }),
  refusedSchema,
])

export const paletteSchema = z.string().max(200)

export const examinationSchema: z.ZodType<Examination> = z.object({
  format: z.string(),
  width: z.int(),
  height: z.int(),
  hasAlpha: z.boolean(),
  dominantColour: z.string().regex(/^#[0-9a-f]{6}$/),
  palette: paletteSchema,
  perceptualHash: z.string().regex(/^[0-9a-f]{16}$/),
  profile: z.string().nullable(),
})

export const exportedSchema: z.ZodType<ExportedFile[]> = z.array(
  z.object({
    scale: z.number(),
    path: z.string(),
    sizeBytes: z.int(),
    width: z.int(),
    height: z.int(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    isSmaller: z.boolean(),
    isMarked: z.boolean(),
  }),
)

export const touchedUpSchema: z.ZodType<TouchedUpFile> = z.object({
  path: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int(),
  width: z.int(),
  height: z.int(),
})

export const thumbnailSchema = z.null()

/** The system's code of an error. */
const trouble = z.object({ kind: z.literal('trouble'), code: z.string() })

/** `other`: a pipe, a socket or a device. */
const fileAnswer = z.discriminatedUnion('kind', [
  /** `identity`: the same for every name of one file. `ctimeMs`: when anything of it changed, which nobody can set. */
  z.object({
    kind: z.literal('file'),
    sizeBytes: z.number(),
    mtimeMs: z.number(),
    ctimeMs: z.number(),
    identity: z.string(),
  }),
  z.object({ kind: z.enum(['folder', 'other']) }),
  trouble,
])
export type FileAnswer = z.infer<typeof fileAnswer>
export const fileAnswers = z.array(fileAnswer)

export const hashAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hashed'), sha256: z.string(), sizeBytes: z.number() }),
  z.object({ kind: z.literal('other') }),
  trouble,
])
export type HashAnswer = z.infer<typeof hashAnswer>

export const folderAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listed'), entries: z.array(z.object({ name: z.string(), isFolder: z.boolean() })) }),
  trouble,
])
export type FolderAnswer = z.infer<typeof folderAnswer>

/** `refused`: in words, since only the folder's own trouble is told. */
export const folderReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('told'), value: z.unknown() }),
  z.object({ kind: z.literal('refused'), words: z.string() }),
  trouble,
])
export type FolderReply = z.infer<typeof folderReply>

export const folderId = z.object({ folder: z.string(), folderId: z.string() })
export const yesOrNo = z.boolean()
export const orderMark = z.enum(['mine', 'begun', 'ordered'])
export const folderMarks = z.object({ contents: z.array(z.string()), byOthers: z.boolean() })

/**
 * A plain file that lies in a folder itself. `stat` is another one as soon as anything was written to it. `isOdd`: its name
 * is no UTF-8, so it stands here as `nameOfBytes` writes it, and the path leads nowhere.
 */
const listedFile = z.object({
  name: z.string(),
  path: z.string(),
  stat: z.string(),
  sizeBytes: z.number(),
  isOdd: z.literal(true).optional(),
})
export const listedFiles = z.array(listedFile)
export type ListedFile = z.infer<typeof listedFile>

/** A file read whole: what it holds, and what it was told by after that (null: it is gone). */
export const readFile = z.object({
  sha256: z.string(),
  /** Whether the mark that our exports bear is in it. */
  hasMark: z.boolean(),
  stat: z.string().nullable(),
})
export type ReadFile = z.infer<typeof readFile>

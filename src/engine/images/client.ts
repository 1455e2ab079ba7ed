import { availableParallelism } from 'node:os'
import type { z } from 'zod'
import type { SpawnImageWorker } from './channel.ts'
import { ImageWorkerError } from './errors.ts'
import { sentenceFor } from './failure-sentences.ts'
import { foreignFiles } from './foreign-files.ts'
import { foreignFolders } from './foreign-folders.ts'
import { inspectTogether } from './inspect-together.ts'
import {
  examinationSchema,
  exportedSchema,
  inspectionSchema,
  inspectionsSchema,
  type Operation,
  paletteSchema,
  preparationSchema,
  type Task,
  thumbnailSchema,
  touchedUpSchema,
  upscalePreparationSchema,
} from './messages.ts'
import { Pool } from './pool.ts'
import type { CallOptions, Images, PrepareOptions } from './port.ts'

export interface ImagesOptions {
  spawn: SpawnImageWorker
  /** For watch folders, in which marks are put and no picture is decoded. Default: as for pictures. */
  spawnForFolders?: SpawnImageWorker
  /** Prepared files are kept here under their SHA-256. Made when it is missing. */
  outputFolder: string
  /** Processes at most. Default: one for each core, the fastest (shared/speed.md). */
  workers?: number
  /** For every operation alike, from the moment a worker has it. Default: by operation. */
  timeoutMs?: number
  /** Resident memory of one worker. Default 1 GiB. */
  memoryLimitBytes?: number
  idleMs?: number
  startTimeoutMs?: number
}

type LookOperation = 'lookAtFiles' | 'hash' | 'list' | 'folder'

const defaultTimeoutMs: Record<Exclude<Operation, LookOperation>, number> = {
  // With the group that it may have been in before, no file is waited for more than ten seconds.
  inspect: 8_000,
  inspectSome: 2_000,
  thumbnail: 20_000,
  detail: 20_000,
  examine: 30_000,
  palette: 8_000,
  // Several files of one picture, AVIF among them.
  export: 240_000,
  // 64 megapixels of 16 bits, and a photograph beside them.
  touchUp: 120_000,
  prepareReference: 30_000,
  // 64 megapixels with alpha, several encodings: slow on a slow machine, and still right.
  prepareUpscale: 120_000,
}

/** What is asked of pictures; looks at files have their own ends (foreign-files.ts). */
type PictureTask = Exclude<Task, { op: LookOperation }>

const gibibyte = 2 ** 30
/** One that does not answer leaves room for another. */
const foldersAtOnce = 2

export function createImages(options: ImagesOptions): Images {
  const { outputFolder, timeoutMs } = options
  const poolOf = (workers: number, spawn: SpawnImageWorker) =>
    new Pool({
      spawn,
      workers,
      memoryLimitBytes: options.memoryLimitBytes ?? gibibyte,
      idleMs: options.idleMs ?? 30_000,
      startTimeoutMs: options.startTimeoutMs ?? 20_000,
    })
  const pool = poolOf(options.workers ?? availableParallelism(), options.spawn)
  const folderPool = poolOf(foldersAtOnce, options.spawnForFolders ?? options.spawn)

  const call = async <T>(schema: z.ZodType<T>, task: PictureTask, callOptions?: CallOptions): Promise<T> => {
    const value = await pool.run(task, timeoutMs ?? defaultTimeoutMs[task.op], callOptions)
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new ImageWorkerError('died', sentenceFor('died', task.op))
    return parsed.data
  }

  const inspectAlone = (path: string, callOptions?: CallOptions) =>
    call(inspectionSchema, { op: 'inspect', path }, callOptions)
  const inspect = inspectTogether((paths) => call(inspectionsSchema, { op: 'inspectSome', paths }), inspectAlone)

  return {
    files: foreignFiles((task, limitMs) => pool.run(task, limitMs), timeoutMs),
    folders: foreignFolders((task, limitMs, how) => folderPool.run(task, limitMs, how), timeoutMs),
    // What may be called off or brought forward goes alone.
    inspect: (path, callOptions) => (callOptions === undefined ? inspect(path) : inspectAlone(path, callOptions)),
    prepareReference: (path, limits, callOptions) =>
      call(
        preparationSchema,
        { op: 'prepareReference', path, outputFolder, ...limits, ...meant(callOptions) },
        callOptions,
      ),
    prepareUpscale: (path, limits, callOptions) =>
      call(
        upscalePreparationSchema,
        { op: 'prepareUpscale', path, outputFolder, ...limits, ...meant(callOptions) },
        callOptions,
      ),
    thumbnail: async (path, out, edge, callOptions) => {
      await call(thumbnailSchema, { op: 'thumbnail', path, out, edge }, callOptions)
    },
    detail: async (path, out, edge, callOptions) => {
      await call(thumbnailSchema, { op: 'detail', path, out, edge }, callOptions)
    },
    examine: (path, callOptions) => call(examinationSchema, { op: 'examine', path }, callOptions),
    palette: (path, callOptions) => call(paletteSchema, { op: 'palette', path }, callOptions),
    export: (path, out, wish, callOptions) => call(exportedSchema, { op: 'export', path, out, ...wish }, callOptions),
    touchUp: (path, out, wish, callOptions) =>
      call(touchedUpSchema, { op: 'touchUp', path, out, ...wish }, callOptions),
    wake: () => pool.wake(),
    close: async () => {
      await Promise.all([pool.close(), folderPool.close()])
    },
  }
}

/** The content that a picture must have, as part of its task. */
const meant = ({ sourceSha256 }: PrepareOptions = {}): { sourceSha256?: string } =>
  sourceSha256 === undefined ? {} : { sourceSha256 }

import type { z } from 'zod'
import { silentDiskCode } from '../platform/file-codes.ts'
import { FolderError } from '../platform/folder-error.ts'
import type { Marked } from '../platform/folder-marks.ts'
import type { OrderMark } from '../platform/order-marks.ts'
import { ForeignFileError, isSilence } from './foreign-files.ts'
import {
  type FolderAsk,
  folderId,
  folderMarks,
  folderReply,
  type ListedFile,
  listedFiles,
  orderMark,
  type ReadFile,
  readFile,
  type Task,
  yesOrNo,
} from './messages.ts'

/**
 * Folders that are not ours, as watch folders need them: all that is read of one is read by a worker, with an end. The
 * engine has four threads for its own files, and a share that is gone would take them all.
 */
export interface ForeignFolders {
  /** The real path, and what tells the folder from another one under that path. @throws FolderError */
  identify(folder: string, signal?: AbortSignal): Promise<{ folder: string; folderId: string }>
  /** Whether it is one of the others or lies in one, by whatever name. @throws FolderError */
  liesInAny(folder: string, others: readonly string[], signal?: AbortSignal): Promise<boolean>
  /** The plain files in it. @throws FolderError */
  files(folder: string, signal?: AbortSignal): Promise<ListedFile[]>
  /** Whether it says that it is watched, and results are marked there. @throws FolderError */
  isWatched(folder: string, signal?: AbortSignal): Promise<boolean>
  /** @param salt of this home @throws FolderError */
  marks(folder: string, salt: string, signal?: AbortSignal): Promise<Marked>
  /** Reads one of its files whole. @throws ForeignFileError, or an ImageWorkerError */
  read(folder: string, name: string, signal: AbortSignal): Promise<ReadFile>
  /** Marks a content as ordered from there, unless somebody did (order-marks.ts). @throws ForeignFileError, or an ImageWorkerError */
  claimOrder(folder: string, name: string, token: string): Promise<OrderMark>
  /** The order stands. @throws ForeignFileError, or an ImageWorkerError */
  confirmOrder(folder: string, name: string): Promise<void>
  /** Nothing was ordered. @throws ForeignFileError, or an ImageWorkerError */
  releaseOrder(folder: string, name: string, token: string): Promise<void>
}

/** A look at the folder itself; at each of its files, or at all that Printrooms have marked; reading a file whole; a mark, synced. */
const lookMs = 5000
const listMs = 120_000
const readMs = 120_000
const markMs = 10_000

type Run = (task: Task, timeoutMs: number, options?: { signal?: AbortSignal }) => Promise<unknown>

/** @param timeoutMs for every look alike; left out: as above */
export function foreignFolders(run: Run, timeoutMs?: number): ForeignFolders {
  const ask = async <T>(asked: FolderAsk, schema: z.ZodType<T>, limitMs: number, signal?: AbortSignal): Promise<T> => {
    const task: Task = { op: 'folder', ask: asked }
    const reply = folderReply.parse(await run(task, timeoutMs ?? limitMs, signal ? { signal } : {}))
    if (reply.kind === 'refused') throw new FolderError(reply.words)
    if (reply.kind === 'trouble') throw new ForeignFileError(reply.code)
    return schema.parse(reply.value)
  }
  const askFolder: typeof ask = async (asked, ...how) => {
    try {
      return await ask(asked, ...how)
    } catch (error) {
      if (isSilence(error)) throw new FolderError(silentWords(asked.folder))
      if (error instanceof ForeignFileError) throw new FolderError(`The folder ${asked.folder} cannot be read.`)
      throw error
    }
  }
  const askFile: typeof ask = async (...asked) => {
    try {
      return await ask(...asked)
    } catch (error) {
      throw isSilence(error) ? new ForeignFileError(silentDiskCode) : error
    }
  }
  return {
    identify: (folder, signal) => askFolder({ do: 'identify', folder }, folderId, lookMs, signal),
    liesInAny: (folder, others, signal) =>
      askFolder({ do: 'liesInAny', folder, others: [...others] }, yesOrNo, lookMs, signal),
    files: (folder, signal) => askFolder({ do: 'files', folder }, listedFiles, listMs, signal),
    isWatched: (folder, signal) => askFolder({ do: 'isWatched', folder }, yesOrNo, lookMs, signal),
    marks: async (folder, salt, signal) => {
      const { contents, ...said } = await askFolder({ do: 'marks', folder, salt }, folderMarks, listMs, signal)
      return { ...said, contents: new Set(contents) }
    },
    read: (folder, name, signal) => askFile({ do: 'read', folder, name }, readFile, readMs, signal),
    // Seen to its end: a mark that nobody waits for any more would keep its picture from being ordered.
    claimOrder: (folder, name, token) => askFile({ do: 'claimOrder', folder, name, token }, orderMark, markMs),
    confirmOrder: async (folder, name) => {
      await askFile({ do: 'confirmOrder', folder, name }, yesOrNo, markMs)
    },
    releaseOrder: async (folder, name, token) => {
      await askFile({ do: 'releaseOrder', folder, name, token }, yesOrNo, markMs)
    },
  }
}

const silentWords = (folder: string): string =>
  `The disk of ${folder} does not answer. Nothing in it is ordered. Connect it again; then it goes on by itself.`

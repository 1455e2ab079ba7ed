import { dirname } from 'node:path'
import type { z } from 'zod'
import { isElsewhere } from '../platform/elsewhere.ts'
import { elsewhereCode, noFileCode, silentDiskCode } from '../platform/file-codes.ts'
import { ImageWorkerError } from './errors.ts'
import { fileAnswers, folderAnswer, hashAnswer, type Task } from './messages.ts'

/** A worker that asked was not answered in time. */
export const isSilence = (error: unknown): boolean => error instanceof ImageWorkerError && error.code === 'timeout'

/** A file of this computer could not be looked at; `code` is the system's, or one of ours (file-codes.ts). */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError'
  readonly code: string
  constructor(code: string) {
    super(`a file could not be looked at (${code})`)
    this.code = code
  }
}

export type FoundFile =
  | { isFolder: false; sizeBytes: number; mtimeMs: number; ctimeMs: number; identity: string }
  | { isFolder: true }

/** Files that are not ours: each look may never end (a pipe, a share that is gone), so each is a worker's, with an end. */
export interface ForeignFiles {
  /** @throws ForeignFileError */
  lookAt(path: string): Promise<FoundFile>
  /** SHA-256 and size. @throws ForeignFileError */
  hash(path: string): Promise<{ sha256: string; sizeBytes: number }>
  /** @throws ForeignFileError */
  list(path: string): Promise<{ name: string; isFolder: boolean }[]>
}

/** What a look at names and first bytes may take, and reading all of a file. */
const lookMs = 5000
const readMs = 120_000
/** After a folder did not answer nothing in it is asked for so long: hundreds of its files would each wait. */
const restMs = 10_000
const atOnce = 16

type Run = (task: Task, timeoutMs: number) => Promise<unknown>

type FileAnswer = z.infer<typeof fileAnswers>[number] | null

/**
 * Looks that are asked for in the same turn go to a worker in one task.
 * @param alone for one of a group that did not answer
 */
function inGroups(
  ofGroup: (paths: string[]) => Promise<FileAnswer[]>,
  alone: (path: string) => Promise<FileAnswer>,
): (path: string) => Promise<FileAnswer> {
  let asked: { path: string; settle: (found: Promise<FileAnswer>) => void }[] = []
  const askTogether = async (calls: typeof asked): Promise<void> => {
    // One that does not answer holds the others of its group up: they are asked for alone then.
    const found = calls.length === 1 ? [] : await ofGroup(calls.map(({ path }) => path)).catch(() => [])
    // One after the other: what the first of a silent folder waits for in vain, the others need not.
    for (const [index, { path, settle }] of calls.entries()) {
      const looked = Promise.resolve(found[index] ?? alone(path))
      settle(looked)
      await looked.catch(() => undefined)
    }
  }
  const send = (): void => {
    const calls = asked
    asked = []
    for (let from = 0; from < calls.length; from += atOnce) void askTogether(calls.slice(from, from + atOnce))
  }
  return (path) =>
    new Promise((settle) => {
      if (asked.length === 0) queueMicrotask(send)
      asked.push({ path, settle })
    })
}

/** @param timeoutMs for every look alike; left out: as above */
export function foreignFiles(run: Run, timeoutMs?: number): ForeignFiles {
  const silent = new Map<string, number>()
  const mustAnswer = (path: string): void => {
    if (isElsewhere(path)) throw new ForeignFileError(elsewhereCode)
    if (performance.now() < (silent.get(dirname(path)) ?? 0)) throw new ForeignFileError(silentDiskCode)
  }
  const ask = async <T>(path: string, schema: z.ZodType<T>, task: Task, limitMs: number): Promise<T> => {
    mustAnswer(path)
    try {
      return schema.parse(await run(task, timeoutMs ?? limitMs))
    } catch (error) {
      if (!isSilence(error)) throw error
      silent.set(dirname(path), performance.now() + restMs)
      throw new ForeignFileError(silentDiskCode)
    }
  }
  const alone = async (path: string): Promise<FileAnswer> =>
    (await ask(path, fileAnswers, { op: 'lookAtFiles', paths: [path] }, lookMs))[0] ?? null
  const ofGroup = async (paths: string[]): Promise<FileAnswer[]> =>
    fileAnswers.parse(await run({ op: 'lookAtFiles', paths }, timeoutMs ?? lookMs))
  const together = inGroups(ofGroup, alone)
  const lookAt = async (path: string): Promise<FoundFile> => {
    mustAnswer(path)
    const found = await together(path)
    switch (found?.kind) {
      case 'folder':
        return { isFolder: true }
      case 'file': {
        const { sizeBytes, mtimeMs, ctimeMs, identity } = found
        return { isFolder: false, sizeBytes, mtimeMs, ctimeMs, identity }
      }
      case 'trouble':
        throw new ForeignFileError(found.code)
      default:
        throw new ForeignFileError(noFileCode)
    }
  }
  return {
    lookAt,
    hash: async (path) => {
      if ((await lookAt(path)).isFolder) throw new ForeignFileError('EISDIR')
      const found = await ask(path, hashAnswer, { op: 'hash', path }, readMs)
      if (found.kind === 'hashed') return { sha256: found.sha256, sizeBytes: found.sizeBytes }
      throw new ForeignFileError(found.kind === 'trouble' ? found.code : noFileCode)
    },
    list: async (path) => {
      const found = await ask(path, folderAnswer, { op: 'list', path }, lookMs)
      if (found.kind === 'listed') return found.entries
      throw new ForeignFileError(found.code)
    },
  }
}

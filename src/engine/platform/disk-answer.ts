import { stat } from 'node:fs/promises'
import { codeOf, isNoRoom, noRoomCodes } from '../../domain/error-code.ts'
import { isDiskAway, silentDiskCode } from './file-codes.ts'

/**
 * Calls to disks that this process does not live by: the library's, and folders that people name for copies. A share that
 * is gone answers nothing, for ever, and whoever asks it directly stands still with it: so each call is one of the system's
 * threads (never this one), has an end, and few are under way at once, since Node has four threads for all files of a
 * process. What is not answered in time keeps its thread until its disk comes back; meanwhile nothing more is asked of
 * that folder. Not covered: two such disks that die in the middle of calls take all four threads.
 */
const callsAtOnce = 2

/** What a look at a name, or a change of one, may take. A disk that sleeps needs some seconds to turn. */
const lookMs = 5000
/** Writing, syncing or reading a file: a slow stick brings a quarter of a megabyte in a second. */
const leastBytesPerMs = 250
const fileMs = 20_000

/** @param sizeBytes so much is read or written */
export const fileLimitMs = (sizeBytes: number): number => fileMs + sizeBytes / leastBytesPerMs

/** What a system says of a disk that takes nothing now, beside those of a share that is away. */
const refusals = ['EROFS', 'EACCES', 'EPERM', 'ENXIO']

/**
 * A disk that is not the home's did not take something, or says nothing at all. Its message is a sentence for a designer;
 * `code` is the system's, or `silentDiskCode`.
 */
export class OtherDiskError extends Error {
  override readonly name = 'OtherDiskError'
  readonly code: string
  readonly folder: string

  constructor(folder: string, code: string) {
    super(
      `${folder} cannot be used now: ${whyNot(code)}. Nothing that was paid for is lost. ${todo(code)}, then it can be done.`,
    )
    this.code = code
    this.folder = folder
  }
}

/** Why a disk takes nothing, as a clause. */
export function whyNot(code: string): string {
  if (noRoomCodes.includes(code)) return 'its disk is full'
  if (code === 'EROFS') return 'its disk can only be read'
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not write there'
  if (code === 'EIO' || code === 'ENXIO') return 'its disk does not read or write as it should'
  return 'its disk does not answer'
}

/** What a person does about it. */
export function todo(code: string): string {
  if (noRoomCodes.includes(code)) return 'Make room there'
  if (code === 'EROFS') return 'Make it writable'
  if (code === 'EACCES' || code === 'EPERM') return 'Allow it'
  if (code === 'EIO' || code === 'ENXIO') return 'Look after that disk'
  return 'Connect it again'
}

/** The same for a disk that was asked directly, and that it is full too: its want of room is no word about receipts. */
export const ofNamedDisk = (folder: string, error: unknown): unknown =>
  isNoRoom(error) ? new OtherDiskError(folder, codeOf(error)) : ofOtherDisk(folder, error)

/** What a disk said, with the folder that it was asked for; any other error as it is. */
function ofOtherDisk(folder: string, error: unknown): unknown {
  const code = codeOf(error)
  return isDiskAway(code) || refusals.includes(code) ? new OtherDiskError(folder, code) : error
}

/** So many calls may be under way, in the order in which they came. */
class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

const turns = new Turns(callsAtOnce)
/** Whole files take long on a slow disk that answers: one of the turns is left to all others. */
const longTurn = new Turns(1)
/** Calls that were not answered in time and are not answered yet, by their folders. */
const unanswered = new Map<string, number>()

/** Whether a thread of this process hangs in a disk: such a process has no end of its own. */
export const hangs = (): boolean => unanswered.size > 0

/** Whether a call to this folder has not been answered, past its end. */
const isSilent = (folder: string): boolean => unanswered.has(folder)

/**
 * Asks a disk for something, within an end. Never inside another one: each waits for its turn.
 * @param folder whose disk it is; the same words for all that is asked of it
 * @throws OtherDiskError, or the system's error for what is no trouble of the whole disk
 */
export function answered<T>(folder: string, act: () => Promise<T>, limitMs = lookMs): Promise<T> {
  return inTurn(folder, act, limitMs)
}

/** The same for a whole file: by its size, one after the other. A disk that is dead already is known by a look at the folder. */
export async function fileAnswered<T>(folder: string, act: () => Promise<T>, sizeBytes: number): Promise<T> {
  await longTurn.take()
  try {
    await inTurn(folder, () => stat(folder).catch(() => undefined), lookMs)
    return await inTurn(folder, act, fileLimitMs(sizeBytes))
  } finally {
    longTurn.give()
  }
}

async function inTurn<T>(folder: string, act: () => Promise<T>, limitMs: number): Promise<T> {
  mustAnswer(folder)
  await turns.take()
  try {
    mustAnswer(folder)
    return await withEnd(folder, act, limitMs)
  } catch (error) {
    throw ofOtherDisk(folder, error)
  } finally {
    turns.give()
  }
}

function mustAnswer(folder: string): void {
  if (isSilent(folder)) throw new OtherDiskError(folder, silentDiskCode)
}

function withEnd<T>(folder: string, act: () => Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      unanswered.set(folder, (unanswered.get(folder) ?? 0) + 1)
      reject(new OtherDiskError(folder, silentDiskCode))
    }, limitMs)
    const came = (): void => {
      clearTimeout(timer)
      if (!isLate) return
      const left = (unanswered.get(folder) ?? 1) - 1
      if (left === 0) unanswered.delete(folder)
      else unanswered.set(folder, left)
    }
    const begun = (async () => act())()
    begun.then(resolve, reject).finally(came)
  })
}

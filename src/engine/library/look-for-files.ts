import { setTimeout as pause } from 'node:timers/promises'
import type { KeyValueStore } from '../store/key-value-store.ts'
import { libraryNote } from '../store/rebuild.ts'

/** How soon a library that could not be looked through is tried again. */
const againMs = 30_000

interface Looking {
  /** Ends with the first try, whatever came of it. */
  first: Promise<void>
  /** Ends with the try that succeeded, or when it is given up. */
  ended: Promise<void>
}

interface Heard<T> {
  onFound: (result: T) => void
  /** @param why the system's error: the library's disk is not there, or this one is full */
  onTrouble: (why: unknown) => void
  /** Divides the pause between two tries. */
  timeScale: number
  signal: AbortSignal
}

/** Looks for the library's files until it could be done: until then nobody knows what is at home (`areFilesKnown`). */
export function lookForFiles<T>(look: () => Promise<T>, { onFound, onTrouble, timeScale, signal }: Heard<T>): Looking {
  const attempt = async (): Promise<boolean> => {
    try {
      onFound(await look())
      return true
    } catch (error) {
      if (!signal.aborted) onTrouble(error)
      return signal.aborted
    }
  }
  const first = attempt()
  const ended = (async () => {
    let isDone = await first
    while (!isDone) {
      await pause(againMs / timeScale, undefined, { signal, ref: false }).catch(() => undefined)
      isDone = signal.aborted || (await attempt())
    }
  })()
  return { first: first.then(() => undefined), ended }
}

/** Whether every file that a receipt names has been looked for since the database was made anew or put back. */
export const areFilesKnown = (keyValues: KeyValueStore): boolean => keyValues.note(libraryNote) === 'yes'

import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { exportsIn, remove, removeAfter, unlessCalledOff } from './export-folders.ts'
import type { MadeExport } from './export-made.ts'

/**
 * What is made of results, begun some places ahead of the one that is put next, so that no image worker waits for a disk.
 * Each is made in a folder of its own, in the cache. What is called off is waited for by nobody, and still comes to its end:
 * a worker makes its folder anew, so that the folders go when no worker has them any more.
 */
export class MadeAhead {
  readonly #folder: string
  readonly #make: (at: number, out: string) => Promise<MadeExport>
  readonly #count: number
  readonly #ahead: number
  readonly #signal: AbortSignal | undefined
  readonly #begun = new Map<number, Promise<MadeExport>>()
  readonly #underWay = new Set<Promise<MadeExport>>()

  /** @param isHeavy whether image workers are asked; else one at a time */
  constructor(
    cache: string,
    count: number,
    isHeavy: boolean,
    make: (at: number, out: string) => Promise<MadeExport>,
    signal?: AbortSignal,
  ) {
    this.#folder = join(exportsIn(cache), randomUUID())
    this.#make = make
    this.#count = count
    this.#ahead = isHeavy ? availableParallelism() : 0
    this.#signal = signal
  }

  /** @throws where it is called off meanwhile, or could not be made */
  of(at: number): Promise<MadeExport> {
    const end = Math.min(this.#count, at + 1 + this.#ahead)
    for (let next = at; next < end; next += 1) if (!this.#begun.has(next)) this.#begin(next)
    return unlessCalledOff(this.#begun.get(at) ?? this.#begin(at), this.#signal)
  }

  #begin(at: number): Promise<MadeExport> {
    const made = this.#make(at, this.#folderOf(at))
    this.#underWay.add(made)
    const ended = (): void => void this.#underWay.delete(made)
    // Whoever asks for it hears of it; nobody may ask any more.
    made.then(ended, ended)
    this.#begun.set(at, made)
    return made
  }

  /** It was put, or is made once more when it is asked for again. */
  async forget(at: number): Promise<void> {
    this.#begun.delete(at)
    if (!this.#signal?.aborted) await remove(this.#folderOf(at))
  }

  async end(): Promise<void> {
    const removed = removeAfter(this.#folder, this.#underWay)
    if (!this.#signal?.aborted) await removed
  }

  #folderOf = (at: number): string => join(this.#folder, String(at))
}

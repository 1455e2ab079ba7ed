import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { MadeExport } from './export-made.ts'

/**
 * What is made of results, begun some places ahead of the one that is put next, so that no image worker waits for a disk.
 * Each is made in a folder of its own, in the cache.
 */
export class MadeAhead {
  readonly #folder: string
  readonly #make: (at: number, out: string) => Promise<MadeExport>
  readonly #count: number
  readonly #ahead: number
  readonly #begun = new Map<number, Promise<MadeExport>>()

  /** @param isHeavy whether image workers are asked; else one at a time */
  constructor(cache: string, count: number, isHeavy: boolean, make: (at: number, out: string) => Promise<MadeExport>) {
    this.#folder = join(cache, 'exports', randomUUID())
    this.#make = make
    this.#count = count
    this.#ahead = isHeavy ? availableParallelism() : 0
  }

  of(at: number): Promise<MadeExport> {
    const end = Math.min(this.#count, at + 1 + this.#ahead)
    for (let next = at; next < end; next += 1) if (!this.#begun.has(next)) this.#begin(next)
    return this.#begun.get(at) ?? this.#begin(at)
  }

  #begin(at: number): Promise<MadeExport> {
    const made = this.#make(at, this.#folderOf(at))
    // Whoever asks for it hears of it; nobody may ask any more.
    made.catch(() => undefined)
    this.#begun.set(at, made)
    return made
  }

  /** It was put, or is made once more when it is asked for again. */
  async forget(at: number): Promise<void> {
    this.#begun.delete(at)
    await rm(this.#folderOf(at), { recursive: true, force: true }).catch(() => undefined)
  }

  async end(): Promise<void> {
    await Promise.allSettled(this.#begun.values())
    await rm(this.#folder, { recursive: true, force: true }).catch(() => undefined)
  }

  #folderOf = (at: number): string => join(this.#folder, String(at))
}

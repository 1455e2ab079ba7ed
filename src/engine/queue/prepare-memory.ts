import type { UploadOutcome } from '../remote/service.ts'

export type Uploaded = Extract<UploadOutcome, { type: 'uploaded' }>

interface Kept {
  atMs: number
  uploads: Map<string, { uploaded: Uploaded; atMs: number }>
  failures: number
}

/**
 * What this run remembers of requests whose preparation is tried again: a good picture is not uploaded once more because
 * another one is not ready (§8: uploads of a day are counted), and tries that never end well come to an end. It is lost
 * with the run: nobody knows how long an upload's address lives (A15).
 */
export class PreparationMemory {
  readonly #of = new Map<string, Kept>()
  readonly #now: () => number
  readonly #maxAgeMs: number

  /** @param maxAgeMs no upload is used again that is older, and no request is remembered longer after its last try */
  constructor(now: () => number, maxAgeMs: number) {
    this.#now = now
    this.#maxAgeMs = maxAgeMs
  }

  /** @param key what was uploaded and for what: another content has another key */
  uploaded(id: string, key: string): Uploaded | null {
    const kept = this.#of.get(id)?.uploads.get(key)
    return kept && this.#isYoung(kept.atMs) ? kept.uploaded : null
  }

  keepUpload(id: string, key: string, uploaded: Uploaded): void {
    this.#touch(id).uploads.set(key, { uploaded, atMs: this.#now() })
  }

  /** Counts one more failed try. @returns how many there were */
  failed(id: string): number {
    const kept = this.#touch(id)
    kept.failures += 1
    return kept.failures
  }

  /** It is prepared, or never will be. */
  forget(id: string): void {
    this.#of.delete(id)
  }

  #touch(id: string): Kept {
    for (const [other, { atMs }] of this.#of) if (!this.#isYoung(atMs)) this.#of.delete(other)
    const kept = this.#of.get(id) ?? { atMs: 0, uploads: new Map(), failures: 0 }
    kept.atMs = this.#now()
    this.#of.set(id, kept)
    return kept
  }

  #isYoung(atMs: number): boolean {
    const age = this.#now() - atMs
    return age >= 0 && age <= this.#maxAgeMs
  }
}

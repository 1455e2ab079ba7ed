import type { SharedStore } from './shared-store.ts'
import type { StepWriter } from './step-writer.ts'
import type { DurableStep } from './steps.ts'

/** Writes each step to the shared store, then to this computer's own. Nothing follows from it before both have it. */
export class SharedStepWriter {
  readonly #shared: SharedStore
  readonly #own: StepWriter

  constructor(shared: SharedStore, own: StepWriter) {
    this.#shared = shared
    this.#own = own
  }

  async write(steps: DurableStep[], check: (() => void) | null): Promise<{ othersCame: boolean }> {
    await this.#shared.write(steps, check !== null)
    return this.#own.write(steps, check)
  }

  /** What waits for the shared store is not to be had sooner. */
  flush(): void {
    this.#own.flush()
  }

  close(): void {
    this.#own.close()
  }
}

import { CallError } from '../platform/call-error.ts'
import { diskTrouble } from '../platform/files.ts'
import type { Timers } from '../platform/timers.ts'

/** How long to wait when this computer cannot write. */
export const troublePauseMs = 3000

/** Said of what is waited out. */
export const triedAgain = ' Nothing is lost; it is tried again.'

/** A trouble of this computer, told in words while it lasts. */
export class Trouble {
  readonly #onTrouble: (message: string | null) => void
  readonly #timers: Timers
  #lasts = false

  /** @param onTrouble null: it is over */
  constructor(onTrouble: (message: string | null) => void, timers: Timers) {
    this.#onTrouble = onTrouble
    this.#timers = timers
  }

  tell(error: unknown): void {
    this.#lasts = true
    const message = diskTrouble(error)
    const detail = error instanceof Error ? error.message : String(error)
    // Of other places, such as a studio’s files, in a sentence already.
    const said = error instanceof CallError ? detail : `Something on this computer went wrong (${detail}).`
    this.#onTrouble(message ?? `${said}${triedAgain}`)
  }

  /** Something was written: it is over. */
  over(): void {
    if (!this.#lasts) return
    this.#lasts = false
    this.#onTrouble(null)
  }

  /** Does it in a turn of its own, and after a pause once more where it fails, until it is done. */
  untilDone(work: () => void, afterMs = 0): void {
    this.#timers.after(afterMs, () => {
      try {
        work()
      } catch (error) {
        this.tell(error)
        this.untilDone(work, troublePauseMs)
      }
    })
  }
}

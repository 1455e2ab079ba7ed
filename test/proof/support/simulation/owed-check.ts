import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { App } from './app.ts'
import type { Tell } from './known.ts'

const minute = 60_000

/** What is owed is tried every hour at least; so long without a try means that nobody has it in mind. */
const mostSilentMs = 75 * minute

/**
 * I12: what is paid for and not at home has a next step at every moment: the program that drives has something planned for
 * it, and does it; or a person is asked.
 */
export class OwedCheck {
  readonly #tell: Tell
  /** When something was last tried for a request, on the computer's own clock. */
  readonly #triedMs = new Map<string, number>()
  /** What waited for a person after the last step: their answer may come weeks later, and is a step itself. */
  readonly #asked = new Set<string>()
  #drives: { app: App; sinceMs: number } | null = null

  constructor(tell: Tell) {
    this.#tell = tell
  }

  /** The queue tells of a receipt after each of its steps. */
  told(receipt: Receipt): void {
    if (owes(receipt) && receipt.next === null && receipt.phase !== 'needs-decision')
      this.#tell('I12', receipt.id, `is ${receipt.phase}, owes a result, and nothing is planned`)
  }

  tried(id: string, nowMs: number): void {
    this.#triedMs.set(id, nowMs)
  }

  /** @param pausedMs how long the service still wants a request to be left alone */
  afterStep(app: App | null, receipts: Iterable<Receipt>, nowMs: number, pausedMs: (id: string) => number): void {
    if (app === null || app.queue === null) {
      this.#drives = null
      return
    }
    // What this computer cannot do is tried every few seconds, and waits for it; and nobody can be asked without a key.
    if (this.#drives?.app !== app || app.isTroubled(minute) || app.key.key === null)
      this.#drives = { app, sinceMs: nowMs }
    for (const receipt of receipts) {
      const isAsked = receipt.phase === 'needs-decision'
      // What waits for a person is begun anew when they have answered.
      if (isAsked || this.#asked.delete(receipt.id)) this.tried(receipt.id, nowMs)
      if (isAsked) this.#asked.add(receipt.id)
      if (!owes(receipt) || isAsked) continue
      const lastMs = Math.max(this.#triedMs.get(receipt.id) ?? 0, this.#drives.sinceMs)
      if (nowMs - lastMs <= mostSilentMs) continue
      if (pausedMs(receipt.id) === 0)
        this.#tell(
          'I12',
          receipt.id,
          `is ${receipt.phase}, owes a result, and nothing was tried for ${mostSilentMs / minute} min`,
        )
      this.tried(receipt.id, nowMs)
    }
  }
}

/** Whether a file that was made is neither at home nor given up by anybody who could. */
export function owes({ jobs, assets }: Receipt): boolean {
  const made = jobs.reduce((sum, { status, urls }) => sum + (status === 'completed' ? urls.length : 0), 0)
  return made > assets.length
}

/** What happens to the line, or to the answer on it. */
const wireFaults = [
  'lost-before',
  'lost-after',
  'stall',
  'stall-after',
  'reset-request',
  'reset-answer',
  'cut',
  'slow',
  'status',
  'status-after',
  'rate-limit',
  'wrong-type',
  'media-gone',
  'huge-media',
  'large-picture',
  'redirect',
] as const

/**
 * What a Skill's receipt leaves out, as the document allows (§2.8: items are listed per job). `jobs-only`: the modules that have
 * none. `ended-only`: those that are still at work, which stand in the first answer. `items-left-out`: all of them, so that
 * the picture stands in the first answer alone. `failure-alone`: all of a set that failed, and that answer too.
 * `item-status-left-out`: how each of them stands.
 */
const receiptFaults = ['jobs-only', 'ended-only', 'items-left-out', 'failure-alone', 'item-status-left-out'] as const
export type ReceiptFault = (typeof receiptFaults)[number]

/** How a refusal says its code; looked at only when there is one. `code-in-error`: as its `error`, which is all §7 promises. */
const refusalFaults = ['code-in-error'] as const

/**
 * What happens to the work itself; looked at only when a job is about to be accepted. `busy`: a 503 without a code, and
 * `retryAfter` (30 s without it) in the header alone.
 */
const jobFaults = [
  'job-fails',
  'job-stalls',
  'refund-pending',
  'dispatch-fails',
  'reserved',
  'interrupted',
  'busy',
] as const

/** What changes in the world just before a request is worked on, and stays so. */
const worldFaults = ['price-bump', 'balance-drained'] as const

/** What the server of a source address answers; looked at instead of asking it. */
const sourceFaults = ['source-status'] as const

export interface Fault {
  /** A path ending in `*` matches everything that begins so; what is left out matches everything. */
  match: { path?: string; method?: string }
  fault: string
  /** How often it happens; without it, until the faults are set anew. */
  times?: number
  /** For `status` (no effect), `status-after` (with effect), `redirect` (302 without it) and `source-status`. */
  status?: number
  code?: string
  body?: unknown
  /** The body as text, whatever it is: empty, cut JSON, HTML. For `status` and `status-after`. */
  raw?: string
  /** With `raw`; for `wrong-type` the true body goes under this name instead of a page of HTML. */
  contentType?: string
  headers?: Record<string, string>
  /** For `slow`, in milliseconds of wall time; for `reserved` and a generation's `interrupted`, of practice time. */
  delayMs?: number
  /** For `reset-request` and `reset-answer`: after how many bytes of the body the line is reset. */
  at?: number
  /** For `redirect`: an address or a path; the same file under a second address without it. */
  to?: string
  /** For `huge-media`, 600 MiB without it; the length is announced unless `lengthless`. */
  sizeBytes?: number
  /** For `large-picture`: its edge in pixels, 8192 without it. Nothing in the document limits a result. */
  edge?: number
  lengthless?: boolean
  /** For `rate-limit`: the header (seconds or a date), for `busy` too, and the body's field. */
  retryAfter?: number | string
  retryAfterSeconds?: number
  /** For job faults of product-detail: this module only. */
  module?: string
  /** For `interrupted`: how many jobs were dispatched before the worker died. */
  after?: number
  /** For `price-bump`, see `Market`. */
  add?: number
  factor?: number
  only?: string[]
  /** For `balance-drained`: what is left (0 without it) and of which account (all without it). */
  credits?: number
  account?: string
}

const allFaults: readonly string[] = [
  ...wireFaults,
  ...jobFaults,
  ...worldFaults,
  ...sourceFaults,
  ...receiptFaults,
  ...refusalFaults,
]

export class FaultTable {
  #faults: Fault[] = []

  set(faults: Fault[]): void {
    for (const { fault } of faults) if (!allFaults.includes(fault)) throw new RangeError(`unknown fault: ${fault}`)
    this.#faults = faults.map((fault) => ({ ...fault }))
  }

  list(): Fault[] {
    return this.#faults
  }

  takeWire(method: string, path: string): Fault | null {
    return this.#take(wireFaults, method, path)
  }

  takeWorld(method: string, path: string): Fault | null {
    return this.#take(worldFaults, method, path)
  }

  takeSource(path: string): Fault | null {
    return this.#take(sourceFaults, 'POST', path)
  }

  takeReceipt(path: string): ReceiptFault | null {
    return (this.#take(receiptFaults, 'GET', path)?.fault as ReceiptFault | undefined) ?? null
  }

  takeRefusal(method: string, path: string): boolean {
    return this.#take(refusalFaults, method, path) !== null
  }

  takeJob(path: string): Fault | null {
    return this.#take(jobFaults, 'POST', path)
  }

  /** One fault for each module that one concerns; each is used up once for the whole run. */
  takeJobs(path: string, modules: (string | null)[]): (Fault | null)[] {
    const used = new Set<Fault>()
    const found = modules.map((module) => {
      const concerns = (fault: Fault) =>
        isOf(jobFaults, fault) &&
        matches(fault, 'POST', path) &&
        (fault.module === undefined || fault.module === module)
      const fault = this.#faults.find(concerns) ?? null
      if (fault !== null) used.add(fault)
      return fault
    })
    for (const fault of used) this.#useUp(fault)
    return found
  }

  #take(kinds: readonly string[], method: string, path: string): Fault | null {
    const found = this.#faults.find((fault) => isOf(kinds, fault) && matches(fault, method, path))
    if (found === undefined) return null
    this.#useUp(found)
    return found
  }

  #useUp(fault: Fault): void {
    if (fault.times === undefined) return
    fault.times -= 1
    if (fault.times <= 0) this.#faults = this.#faults.filter((other) => other !== fault)
  }
}

function isOf(kinds: readonly string[], { fault }: Fault): boolean {
  return kinds.includes(fault)
}

function matches({ match }: Fault, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false
  if (match.path === undefined) return true
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path
}

/** What happens to the line, or to the answer on it. */
type WireFault = 'lost-before' | 'lost-after' | 'cut' | 'slow' | 'status' | 'status-after' | 'wrong-type' | 'media-gone'

/** What happens to the work itself; looked at only when a job is about to be accepted. */
type JobFault = 'job-fails' | 'job-stalls' | 'refund-pending' | 'reserved' | 'interrupted'

export interface Fault {
  /** A path ending in `*` matches everything that begins so; what is left out matches everything. */
  match: { path?: string; method?: string }
  fault: WireFault | JobFault
  /** For `status` (no effect) and `status-after` (with effect). */
  status?: number
  code?: string
  body?: unknown
  headers?: Record<string, string>
  /** For `slow`, in milliseconds of wall time; for `reserved`, of practice time. */
  delayMs?: number
  /** How often it happens; without it, until the faults are set anew. */
  times?: number
}

const wireFaults: string[] = [
  'lost-before',
  'lost-after',
  'cut',
  'slow',
  'status',
  'status-after',
  'wrong-type',
  'media-gone',
] satisfies WireFault[]

const jobFaults: string[] = [
  'job-fails',
  'job-stalls',
  'refund-pending',
  'reserved',
  'interrupted',
] satisfies JobFault[]

export class FaultTable {
  #faults: Fault[] = []

  set(faults: Fault[]): void {
    for (const { fault } of faults) {
      if (!wireFaults.includes(fault) && !jobFaults.includes(fault)) throw new RangeError(`unknown fault: ${fault}`)
    }
    this.#faults = faults.map((fault) => ({ ...fault }))
  }

  list(): Fault[] {
    return this.#faults
  }

  takeWire(method: string, path: string): Fault | null {
    return this.#take(wireFaults, method, path)
  }

  takeJob(path: string): Fault | null {
    return this.#take(jobFaults, 'POST', path)
  }

  #take(kinds: string[], method: string, path: string): Fault | null {
    const found = this.#faults.find((fault) => kinds.includes(fault.fault) && matches(fault, method, path))
    if (found === undefined) return null
    if (found.times !== undefined) {
      found.times -= 1
      if (found.times <= 0) this.#faults = this.#faults.filter((fault) => fault !== found)
    }
    return found
  }
}

function matches({ match }: Fault, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false
  if (match.path === undefined) return true
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path
}

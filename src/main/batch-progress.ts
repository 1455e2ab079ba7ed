import type { RequestView } from '../contract/views.ts'
import { isEndState } from '../domain/request/states.ts'

/** As much of a request as the desktop needs to know. */
export type TrackedRequest = Pick<RequestView, 'id' | 'title' | 'state' | 'batch'>

/** What became of the requests that were ordered together, once nothing of them goes on by itself any more. */
export interface News {
  title: string
  message: string
}

interface Batch {
  open: Map<string, TrackedRequest>
  ended: Map<string, TrackedRequest>
  /** How many asked something when it was last told. */
  toldAsking: number
}

const keyOf = ({ id, batch }: TrackedRequest): string => batch?.id ?? id

const endWords: Partial<Record<RequestView['state'], string>> = {
  completed: 'done',
  partial: 'partly done',
  failed: 'failed',
  rejected: 'not accepted',
  gone: 'gone at the service',
}

/** Keeps count of what is under way, batch by batch: for one notice a batch, and for the taskbar's bar. */
export class BatchProgress {
  readonly #batches = new Map<string, Batch>()
  #done = 0

  clear(): void {
    this.#batches.clear()
    this.#done = 0
  }

  /** @returns news of every batch that has come to its end, or to nothing but questions, with these changes */
  apply(changed: readonly TrackedRequest[]): News[] {
    const touched = new Set<Batch>()
    for (const request of changed) {
      const key = keyOf(request)
      const batch = this.#batches.get(key) ?? { open: new Map(), ended: new Map(), toldAsking: 0 }
      if (!isEndState(request.state)) batch.open.set(request.id, request)
      // One that had ended before is only told anew, and is no news.
      else if (!batch.open.delete(request.id)) continue
      else {
        batch.ended.set(request.id, request)
        this.#done += 1
      }
      this.#batches.set(key, batch)
      touched.add(batch)
    }
    const news = [...touched].flatMap((batch) => newsOf(batch) ?? [])
    for (const [key, { open }] of this.#batches) if (open.size === 0) this.#batches.delete(key)
    if (this.#batches.size === 0) this.#done = 0
    return news
  }

  /** How many wait for a person. */
  get asking(): number {
    return [...this.#batches.values()].reduce((sum, { open }) => sum + askingOf(open), 0)
  }

  /** 0 to 1 of what has been under way since nothing was; null while nothing is. `isWaiting`: only questions are left. */
  get progress(): { part: number; isWaiting: boolean } | null {
    const open = [...this.#batches.values()].reduce((sum, batch) => sum + batch.open.size, 0)
    if (open === 0) return null
    return { part: this.#done / (this.#done + open), isWaiting: open === this.asking }
  }
}

const askingOf = (open: ReadonlyMap<string, TrackedRequest>): number =>
  [...open.values()].filter(({ state }) => state === 'needs-decision').length

function newsOf(batch: Batch): News | null {
  const asking = askingOf(batch.open)
  const isStill = batch.open.size === asking
  const isNew = batch.open.size === 0 || asking > batch.toldAsking
  if (!isStill || !isNew) return null
  batch.toldAsking = asking
  const all = [...batch.ended.values(), ...batch.open.values()].filter(({ state }) => state !== 'cancelled')
  const [first] = all
  if (!first) return null
  const parts = Object.entries(endWords).flatMap(([state, message]) => {
    const count = all.filter((request) => request.state === state).length
    return count === 0 ? [] : [`${count} ${message}`]
  })
  if (asking > 0) parts.push(asking === 1 ? '1 needs you' : `${asking} need you`)
  return all.length === 1
    ? { title: first.title, message: asking > 0 ? 'Needs you.' : sentence(endWords[first.state] ?? first.state) }
    : { title: `${all.length} requests`, message: sentence(parts.join(', ')) }
}

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

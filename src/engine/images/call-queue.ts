import type { Priority } from './port.ts'

const order: Record<Priority, number> = { visible: 0, normal: 1, bulk: 2 }

export interface Waiting {
  priority: Priority
}

export interface CallQueue<T extends Waiting> {
  push(call: T): void
  /** Back to the front of its kind: it has waited already. */
  putBack(call: T): void
  take(): T | undefined
  remove(call: T): boolean
  drain(): T[]
}

/** First come, first served, within each priority. */
export function createCallQueue<T extends Waiting>(): CallQueue<T> {
  const lanes: [T[], T[], T[]] = [[], [], []]
  const lane = (call: T) => lanes[order[call.priority]] ?? lanes[1]
  return {
    push: (call) => void lane(call).push(call),
    putBack: (call) => void lane(call).unshift(call),
    take: () => lanes.find((calls) => calls.length > 0)?.shift(),
    remove: (call) => {
      const calls = lane(call)
      const at = calls.indexOf(call)
      if (at < 0) return false
      calls.splice(at, 1)
      return true
    },
    drain: () => lanes.flatMap((calls) => calls.splice(0)),
  }
}

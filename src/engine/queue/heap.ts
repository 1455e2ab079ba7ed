/** A binary heap: the least comes first, and ten thousand are no longer a way than ten. */
export class Heap<T> {
  readonly #items: T[] = []
  readonly #isBefore: (a: T, b: T) => boolean

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore
  }

  get first(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const upper = items[above] as T
      if (!this.#isBefore(item, upper)) break
      items[at] = upper
      at = above
    }
    items[at] = item
  }

  pop(): T | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return first
    let at = 0
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      if (below + 1 < items.length && this.#isBefore(items[below + 1] as T, items[below] as T)) below += 1
      const lower = items[below] as T
      if (!this.#isBefore(lower, last)) break
      items[at] = lower
      at = below
    }
    items[at] = last
    return first
  }
}

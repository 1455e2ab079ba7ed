import { type PlaceChange, shiftedPlace } from './ranges.ts'

/**
 * Things of a long list that are at hand, by their places, some thousand of them: those that were asked for longest ago
 * go first. `null` stands for one that is on its way.
 */
export class ItemCache<T extends { id: string }> {
  readonly #most: number
  #items = new Map<number, T>()
  #places = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  at(place: number): T | undefined {
    return this.#items.get(place)
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id)
  }

  put(from: number, items: readonly T[]): void {
    items.forEach((item, offset) => {
      this.#items.delete(from + offset)
      this.#items.set(from + offset, item)
      this.#places.set(item.id, from + offset)
    })
    for (const [place, { id }] of this.#items) {
      if (this.#items.size <= this.#most) break
      this.#items.delete(place)
      if (this.#places.get(id) === place) this.#places.delete(id)
    }
  }

  clear(): void {
    this.#items.clear()
    this.#places.clear()
  }

  /** After a change of the list everything stays at hand that still stands in it. */
  move(change: PlaceChange): void {
    const moved = new Map<number, T>()
    this.#places.clear()
    for (const [place, item] of this.#items) {
      const now = shiftedPlace(place, change)
      if (now === null) continue
      moved.set(now, item)
      this.#places.set(item.id, now)
    }
    this.#items = moved
  }
}

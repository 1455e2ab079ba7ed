/** Sequence numbers in falling order, or in one of their own, four bytes each. */
export class SeqList {
  readonly #isFalling: boolean
  #seqs = new Int32Array(1024)
  #length = 0

  constructor(isFalling = true) {
    this.#isFalling = isFalling
  }

  get length(): number {
    return this.#length
  }

  at(place: number): number | undefined {
    return place < this.#length ? this.#seqs[place] : undefined
  }

  slice(from: number, end: number): number[] {
    return Array.from(this.#seqs.subarray(Math.min(from, this.#length), Math.min(end, this.#length)))
  }

  /** Adds one at the end; in falling order it is smaller than all. */
  push(seq: number): void {
    this.#makeRoom(1)
    this.#seqs[this.#length] = seq
    this.#length += 1
  }

  placeOf(seq: number): number | null {
    if (!this.#isFalling) {
      const found = this.#seqs.subarray(0, this.#length).indexOf(seq)
      return found < 0 ? null : found
    }
    const place = this.#firstNotAbove(seq)
    return this.at(place) === seq ? place : null
  }

  /** @param places rising */
  removeAt(places: readonly number[]): void {
    places.forEach((place, at) => {
      const next = places[at + 1] ?? this.#length
      this.#seqs.copyWithin(place - at, place + 1, next)
    })
    this.#length -= places.length
  }

  /** In an order of their own. */
  putAt(place: number, seq: number): void {
    this.#makeRoom(1)
    this.#seqs.copyWithin(place + 1, place, this.#length)
    this.#seqs[place] = seq
    this.#length += 1
  }

  /**
   * @param seqs falling, none of them here yet
   * @returns where each stands now
   */
  insert(seqs: readonly number[]): number[] {
    this.#makeRoom(seqs.length)
    const places = seqs.map((seq, at) => this.#firstNotAbove(seq) + at)
    // From the end, so that what is moved is moved once.
    let end = this.#length
    for (let at = seqs.length - 1; at >= 0; at -= 1) {
      const from = (places[at] ?? 0) - at
      this.#seqs.copyWithin(from + at + 1, from, end)
      this.#seqs[from + at] = seqs[at] ?? 0
      end = from
    }
    this.#length += seqs.length
    return places
  }

  #firstNotAbove(seq: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#seqs[middle] ?? 0) > seq) low = middle + 1
      else high = middle
    }
    return low
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#seqs.length) return
    const larger = new Int32Array(Math.max(this.#length + more, this.#seqs.length * 2))
    larger.set(this.#seqs.subarray(0, this.#length))
    this.#seqs = larger
  }
}

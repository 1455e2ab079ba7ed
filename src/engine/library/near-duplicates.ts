import { setImmediate as breath } from 'node:timers/promises'
import type { Assets } from '../store/assets.ts'

/** So many of a hash's 64 bits may differ: another size or format of the same picture, and hardly ever another one. */
const mostBits = 3
/** Of 255, in each channel of the colour that a picture has most of. */
const mostColour = 26
/** Widths to heights that differ by less are the same. */
const mostRatio = 0.02
const pageSize = 4000
/** A quarter of a hash that more pictures share (plain grounds) is compared with those next to each alone. */
const mostInBand = 400
const neighbours = 32
const breathEveryMs = 8
/** Values of a quarter of a hash. */
const quarters = 65_536

/**
 * Which pictures look the same, by the hashes that were worked out as they came home. Kept in memory, some bytes a
 * picture, and brought up to date when it is asked; a million are read in some seconds, with room between for others.
 */
export class NearDuplicates {
  readonly #assets: Assets
  #seqs = new Uint32Array(1024)
  #high = new Uint32Array(1024)
  #low = new Uint32Array(1024)
  #colours = new Uint32Array(1024)
  #ratios = new Float32Array(1024)
  #count = 0
  #read = 0
  #reading: Promise<void> | null = null
  /** What `all` found among so many, the trash with them. */
  #found: { count: number; seqs: ReadonlySet<number> } = { count: 0, seqs: new Set() }

  constructor(assets: Assets) {
    this.#assets = assets
  }

  /** Rows that look the same as this one; newest first. */
  async of(seq: number): Promise<number[]> {
    await this.#catchUp()
    const at = this.#placeOf(seq)
    if (at === null) return []
    const found: number[] = []
    for (let other = this.#count - 1; other >= 0; other -= 1)
      if (other !== at && this.#same(at, other)) found.push(this.#seqs[other] ?? 0)
    return found
  }

  /**
   * Rows of which another one looks the same.
   * @param trashedOf which of some rows are in the trash, or left it for the system's: as if they were not there
   */
  async all(trashedOf: (seqs: readonly number[]) => readonly number[]): Promise<ReadonlySet<number>> {
    await this.#catchUp()
    if (this.#found.count !== this.#count) {
      const places = new Uint32Array(this.#count)
      for (let at = 0; at < places.length; at += 1) places[at] = at
      this.#found = { count: places.length, seqs: await this.#among(places) }
    }
    const { seqs } = this.#found
    const out = new Set(trashedOf([...seqs]))
    if (out.size === 0) return seqs
    // Few are left, so that this is cheap each time; what has no like among all has none among these.
    const left = [...seqs].filter((seq) => !out.has(seq)).flatMap((seq) => this.#placeOf(seq) ?? [])
    return this.#among(Uint32Array.from(left).sort())
  }

  async #among(places: Uint32Array): Promise<ReadonlySet<number>> {
    const found = new Set<number>()
    for (const words of [this.#high, this.#low])
      for (const shift of [0, 16]) await this.#inBands((at) => ((words[at] ?? 0) >>> shift) & 0xffff, places, found)
    return found
  }

  /** Hashes that differ by three bits have at least one quarter in common: those with the same one are compared. */
  async #inBands(quarterOf: (at: number) => number, all: Uint32Array, found: Set<number>): Promise<void> {
    const ends = new Uint32Array(quarters)
    for (const at of all) ends[quarterOf(at)] = (ends[quarterOf(at)] ?? 0) + 1
    for (let quarter = 1; quarter < quarters; quarter += 1)
      ends[quarter] = (ends[quarter] ?? 0) + (ends[quarter - 1] ?? 0)
    const places = new Uint32Array(all.length)
    const next = ends.slice()
    for (let n = all.length - 1; n >= 0; n -= 1) {
      const at = all[n] ?? 0
      const place = (next[quarterOf(at)] ?? 0) - 1
      next[quarterOf(at)] = place
      places[place] = at
    }
    let since = performance.now()
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      this.#compare(places.subarray(ends[quarter - 1] ?? 0, ends[quarter]), found)
      if (performance.now() - since < breathEveryMs) continue
      await breath()
      since = performance.now()
    }
  }

  #compare(band: Uint32Array, found: Set<number>): void {
    const isCrowded = band.length > mostInBand
    if (isCrowded) band.sort((a, b) => this.#order(a, b))
    for (let n = 0; n < band.length; n += 1) {
      const at = band[n] ?? 0
      const end = isCrowded ? Math.min(band.length, n + neighbours) : band.length
      for (let m = n + 1; m < end; m += 1) {
        const other = band[m] ?? 0
        if (this.#same(at, other)) found.add(this.#seqs[at] ?? 0).add(this.#seqs[other] ?? 0)
      }
    }
  }

  #order(a: number, b: number): number {
    return (this.#high[a] ?? 0) - (this.#high[b] ?? 0) || (this.#low[a] ?? 0) - (this.#low[b] ?? 0)
  }

  #same(a: number, b: number): boolean {
    const bits = bitsOf((this.#high[a] ?? 0) ^ (this.#high[b] ?? 0)) + bitsOf((this.#low[a] ?? 0) ^ (this.#low[b] ?? 0))
    if (bits > mostBits) return false
    const [ratio, other] = [this.#ratios[a] ?? 0, this.#ratios[b] ?? 0]
    if (Math.abs(ratio - other) > mostRatio * ratio) return false
    const [colour, otherColour] = [this.#colours[a] ?? 0, this.#colours[b] ?? 0]
    return [16, 8, 0].every(
      (shift) => Math.abs(((colour >>> shift) & 255) - ((otherColour >>> shift) & 255)) <= mostColour,
    )
  }

  #placeOf(seq: number): number | null {
    let [low, high] = [0, this.#count]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#seqs[middle] ?? 0) < seq) low = middle + 1
      else high = middle
    }
    return low < this.#count && this.#seqs[low] === seq ? low : null
  }

  #catchUp(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const page = this.#assets.looksAfter(this.#read, pageSize)
      for (const { seq, hash, colour, width, height } of page) this.#add(seq, hash, colour, width / height)
      this.#read = page.at(-1)?.seq ?? this.#read
      if (page.length < pageSize) return
      await breath()
    }
  }

  #add(seq: number, hash: string, colour: string, ratio: number): void {
    if (this.#count === this.#seqs.length) this.#grow()
    this.#seqs[this.#count] = seq
    this.#high[this.#count] = Number.parseInt(hash.slice(0, 8), 16)
    this.#low[this.#count] = Number.parseInt(hash.slice(8), 16)
    this.#colours[this.#count] = Number.parseInt(colour.slice(1), 16)
    this.#ratios[this.#count] = ratio
    this.#count += 1
  }

  #grow(): void {
    const longer = <T extends Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>>(old: T, made: T): T => {
      made.set(old)
      return made
    }
    const room = this.#count * 2
    this.#seqs = longer(this.#seqs, new Uint32Array(room))
    this.#high = longer(this.#high, new Uint32Array(room))
    this.#low = longer(this.#low, new Uint32Array(room))
    this.#colours = longer(this.#colours, new Uint32Array(room))
    this.#ratios = longer(this.#ratios, new Float32Array(room))
  }
}

/** How many bits of 32 are set. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Bits, most significant first, with the Exp-Golomb codes of H.264 (§9.1 there). */
export class Bits {
  #bytes: Buffer
  #length = 0
  #open = 0
  #count = 0

  constructor(sizeBytes = 4096) {
    this.#bytes = Buffer.alloc(sizeBytes)
  }

  put(value: number, width: number): void {
    for (let i = width - 1; i >= 0; i--) {
      this.#open = (this.#open << 1) | ((value >> i) & 1)
      if (++this.#count === 8) this.#push(this.#open)
    }
  }

  unsigned(value: number): void {
    const width = 32 - Math.clz32(value + 1)
    this.put(0, width - 1)
    this.put(value + 1, width)
  }

  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value)
  }

  align(): void {
    while (this.#count !== 0) this.put(0, 1)
  }

  /** Only on a byte's edge. */
  bytes(data: Uint8Array): void {
    this.#grow(data.length)
    this.#bytes.set(data, this.#length)
    this.#length += data.length
  }

  /** rbsp_trailing_bits, and the whole. */
  end(): Buffer {
    this.put(1, 1)
    this.align()
    return this.#bytes.subarray(0, this.#length)
  }

  #push(byte: number): void {
    this.#grow(1)
    this.#bytes[this.#length++] = byte
    this.#open = 0
    this.#count = 0
  }

  #grow(by: number): void {
    if (this.#length + by <= this.#bytes.length) return
    const larger = Buffer.alloc((this.#length + by) * 2)
    this.#bytes.copy(larger)
    this.#bytes = larger
  }
}

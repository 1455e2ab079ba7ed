/** The bits of a JPEG's scan from one marker to the next (ITU-T T.81, F.2.2.5), and where what was read of them ends. */
export class JpegBits {
  readonly #bytes: Buffer
  #at: number
  #bits = 0
  #count = 0
  /** How many of the bits at hand stand for bytes that are not there. */
  #missing = 0

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** One symbol by its table; -1 where the bits are no code of it. */
  symbol(codes: Uint16Array): number {
    this.#fill()
    const code = codes[(this.#bits >>> (this.#count - 16)) & 0xffff] ?? 0
    if (code === 0) return -1
    this.#count -= code >> 8
    return code & 0xff
  }

  /** At most 16. */
  take(count: number): number {
    if (count === 0) return 0
    this.#fill()
    this.#count -= count
    return (this.#bits >>> this.#count) & ((1 << count) - 1)
  }

  /** Begins anew behind a restart marker; false where another one stands there, or none. */
  restart(index: number): boolean {
    const at = this.end()
    if (at === null || this.#bytes[at] !== 0xff || this.#bytes[at + 1] !== 0xd0 + (index & 7)) return false
    this.#at = at + 2
    this.#bits = 0
    this.#count = 0
    this.#missing = 0
    return true
  }

  /** Behind the last byte of which a bit was read; null where more were read than there are. */
  end(): number | null {
    const unread = this.#count - this.#missing
    if (unread < 0) return null
    let at = this.#at
    for (let left = unread >> 3; left > 0; left -= 1)
      at -= this.#bytes[at - 1] === 0 && this.#bytes[at - 2] === 0xff ? 2 : 1
    return at
  }

  #fill(): void {
    while (this.#count <= 16) {
      const byte = this.#bytes[this.#at]
      const isStuffed = byte === 0xff && this.#bytes[this.#at + 1] === 0
      if (byte === undefined || (byte === 0xff && !isStuffed)) {
        this.#bits <<= 8
        this.#missing += 8
      } else {
        this.#bits = (this.#bits << 8) | byte
        this.#at += isStuffed ? 2 : 1
      }
      this.#count += 8
    }
  }
}

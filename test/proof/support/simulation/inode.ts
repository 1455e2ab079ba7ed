import type { Chance } from '../random.ts'

/** Room of zeros is written ahead in pieces as large as this or larger: it is counted, not kept. */
const roomBytes = 4096
const zeros = Buffer.alloc(1024 * 1024)

/** A file as the system shows it, and as much of it as is on the disk. Behind what is kept of either there are zeros. */
export class Inode {
  #bytes: Buffer = Buffer.alloc(0)
  /** How much of the file is kept, and how much there is. */
  #kept = 0
  size = 0
  #durable: Buffer = Buffer.alloc(0)
  #durableKept = 0
  #durableSize = 0
  /** Written and not synced. */
  #dirty: [from: number, to: number][] = []

  write(at: number, bytes: Uint8Array): void {
    const end = at + bytes.length
    this.#dirty.push([at, end])
    const isRoom = at >= this.#kept && bytes.length >= roomBytes && zeros.subarray(0, bytes.length).equals(bytes)
    if (!isRoom) {
      this.#bytes = roomy(this.#bytes, end)
      if (at > this.#kept) this.#bytes.fill(0, this.#kept, at)
      this.#bytes.set(bytes, at)
      this.#kept = Math.max(this.#kept, end)
    }
    this.size = Math.max(this.size, end)
  }

  truncate(size: number): void {
    this.size = size
    this.#kept = Math.min(this.#kept, size)
  }

  read(into: Uint8Array, offset: number, from: number, to: number): void {
    const kept = Math.max(from, Math.min(to, this.#kept))
    into.set(this.#bytes.subarray(from, kept), offset)
    into.fill(0, offset + kept - from, offset + to - from)
  }

  content(): Buffer {
    return whole(this.#bytes, this.#kept, this.size)
  }

  sync(): void {
    for (const [from, to] of this.#dirty) this.#harden(from, Math.min(to, this.size))
    this.#durableSize = this.size
    this.#durableKept = Math.min(this.#durableKept, this.size)
    this.#dirty = []
  }

  /** A stretch is on the disk now. */
  #harden(from: number, to: number): void {
    const end = Math.min(to, this.#kept)
    // What was kept there before and is room now is kept as zeros.
    const over = Math.max(end, Math.min(to, this.#durableKept))
    if (over > from) {
      this.#durable = roomy(this.#durable, over)
      if (from > this.#durableKept) this.#durable.fill(0, this.#durableKept, from)
      if (end > from) this.#bytes.copy(this.#durable, from, from, end)
      if (over > Math.max(end, from)) this.#durable.fill(0, Math.max(end, from), over)
      this.#durableKept = Math.max(this.#durableKept, over)
    }
    this.#durableSize = Math.max(this.#durableSize, to)
  }

  /** A failed sync: the system takes what was dirty for written, and it is not. */
  loseDirty(): void {
    this.#dirty = []
  }

  durable(): Buffer {
    return whole(this.#durable, this.#durableKept, this.#durableSize)
  }

  /** Without the room behind it. */
  durableData(): Buffer {
    return this.#durable.subarray(0, this.#durableKept)
  }

  /** Of what was not synced, anything or nothing is there. */
  cutPower(chance: Chance): void {
    if (this.size < this.#durableSize && chance.percent(50)) {
      this.#durableSize = this.size
      this.#durableKept = Math.min(this.#durableKept, this.size)
    }
    for (const [from, to] of this.#dirty) {
      const end = chance.percent(40) ? Math.min(to, this.size) : from + chance.below(Math.max(1, to - from))
      if (end > from && !chance.percent(30)) this.#harden(from, end)
    }
    this.#dirty = []
    this.#bytes = Buffer.from(this.durableData())
    this.#kept = this.#durableKept
    this.size = this.#durableSize
  }
}

/** What is kept, and the zeros behind it. */
function whole(bytes: Buffer, kept: number, size: number): Buffer {
  return kept === size ? bytes.subarray(0, size) : Buffer.concat([bytes.subarray(0, kept)], size)
}

function roomy(buffer: Buffer, size: number): Buffer {
  if (size <= buffer.length) return buffer
  const larger = Buffer.alloc(Math.max(size, buffer.length * 2, 512))
  buffer.copy(larger)
  return larger
}

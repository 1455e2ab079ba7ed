import type { Disk } from './disk.ts'
import type { Home } from './home.ts'
import { parsed } from './parsed.ts'

/** What a journal's lines say of one receipt. */
export interface Told {
  revision: number
  phase: string
  bodySha256: string | null
}

/** Reads by itself what of the journal would be there after a power cut, on from where it was read to. */
export class JournalReader {
  readonly #disk: Disk
  readonly #home: Home
  #readTo = 0
  readonly #told = new Map<string, Told>()

  constructor(disk: Disk, home: Home) {
    this.#disk = disk
    this.#home = home
  }

  of(id: string): Told | undefined {
    this.#read()
    return this.#told.get(id)
  }

  /** What was read may be no more. */
  forget(): void {
    this.#readTo = 0
    this.#told.clear()
  }

  #read(): void {
    const bytes = this.#disk.durableData(this.#home.journal)
    if (bytes === null) return
    if (bytes.length < this.#readTo) this.forget()
    // Behind the last entry there may be room, as zeros; and so reads a page that was lost with the power.
    const end = bytes.lastIndexOf(0x0a) + 1
    if (end > this.#readTo) {
      const text = bytes.toString('utf8', this.#readTo, end)
      this.#readTo = end
      for (const line of text.split('\n')) this.#readLine(line.slice(line.lastIndexOf('\0') + 1))
    }
    if ((bytes[end] ?? 0) !== 0) this.#readLast(bytes.toString('utf8', end))
  }

  /** A line that lacks nothing but its end says what it says. */
  #readLast(text: string): void {
    const [line = ''] = text.split('\0', 1)
    if (parsed(line.slice(17)) !== null) this.#readLine(line)
  }

  /** Without parsing all of it: most lines are long, and little of them is asked for. */
  #readLine(line: string): void {
    const [, id = '', revision = ''] = /"id":"([^"]+)","revision":(\d+)/.exec(line) ?? []
    if (id === '') return
    const before = this.#told.get(id)
    const phase = /"phase":"([a-z-]+)"/.exec(line)?.[1]
    const [, body] = /"body":(null|\{"parts")/.exec(line) ?? []
    const set = body === '{"parts"' ? (parsed(line.slice(17))?.set as { body: { sha256: string } }) : null
    this.#told.set(id, {
      revision: Number(revision),
      phase: phase ?? before?.phase ?? '',
      bodySha256: set?.body.sha256 ?? before?.bodySha256 ?? null,
    })
  }
}

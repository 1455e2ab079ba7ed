/** One statement as it was on the line, with its values as text. */
export interface Statement {
  sql: string
  values: (string | null)[]
}

/** Reads what a client sends to PostgreSQL (protocol 3, no TLS), however it comes in pieces: the statements to be run. */
export class StatementReader {
  #rest: Buffer = Buffer.alloc(0)
  #isStarted = false
  #parsed = ''
  #values: (string | null)[] = []

  /** @returns the statements whose running these bytes ask for */
  read(bytes: Buffer): Statement[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const found: Statement[] = []
    for (;;) {
      // The first message of a connection has no letter.
      const head = this.#isStarted ? 1 : 0
      if (this.#rest.length < head + 4) return found
      const end = head + this.#rest.readInt32BE(head)
      if (this.#rest.length < end) return found
      const letter = this.#isStarted ? String.fromCharCode(this.#rest[0] ?? 0) : ''
      const body = this.#rest.subarray(head + 4, end)
      this.#rest = this.#rest.subarray(end)
      this.#isStarted = true
      const statement = this.#take(letter, body)
      if (statement !== null) found.push(statement)
    }
  }

  #take(letter: string, body: Buffer): Statement | null {
    if (letter === 'Q') return { sql: textAt(body, 0).text, values: [] }
    if (letter === 'P') this.#parsed = textAt(body, textAt(body, 0).end).text
    if (letter === 'B') this.#values = valuesOf(body)
    return letter === 'E' ? { sql: this.#parsed, values: this.#values } : null
  }
}

function textAt(body: Buffer, from: number): { text: string; end: number } {
  const zero = body.indexOf(0, from)
  return { text: body.toString('utf8', from, zero), end: zero + 1 }
}

/** The driver sends all values as text. */
function valuesOf(body: Buffer): (string | null)[] {
  let at = textAt(body, textAt(body, 0).end).end
  at += 2 + 2 * body.readInt16BE(at)
  const count = body.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, () => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return null
    at += length
    return body.toString('utf8', at - length, at)
  })
}

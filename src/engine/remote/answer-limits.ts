/** What an answer may be at most. More is not read: it is no answer, and what it was about stays not yet known. */
export interface AnswerLimits {
  bytes: number
  /** Values of any kind, which is what time and memory go into: 8 MB of `{}` are read for seconds. */
  values: number
  /** Objects and lists in one another. */
  depth: number
}

/** Of a job, a receipt, a look-up, an upload (§2, §7): a few kilobytes; a receipt repeats the parameters of its order. */
export const jobLimits: AnswerLimits = { bytes: 2 * 1024 * 1024, values: 50_000, depth: 64 }
/** Of public lists and of tokens with their use (§4.4–4.7). */
export const listLimits: AnswerLimits = { bytes: 4 * 1024 * 1024, values: 150_000, depth: 64 }

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Whether JSON has no more in it than it may, told without reading it: each value follows a bracket or a comma. */
export function isWithinLimits(text: Uint8Array, { values, depth }: AnswerLimits): boolean {
  let isText = false
  let found = 0
  let open = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    if (byte === quote) isText = !isText
    else if (isText) at += byte === backslash ? 1 : 0
    else if (byte === comma) found += 1
    else if (closing.has(byte)) open -= 1
    else if (opening.has(byte)) {
      found += 1
      open += 1
    }
    if (found > values || open > depth) return false
  }
  return true
}

/** Of one that was kept: a version before may have kept more than an answer may be now. Then it is as if there were none. */
export const isReadableList = (text: string): boolean =>
  text.length <= listLimits.bytes && isWithinLimits(Buffer.from(text), listLimits)

import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'

/** What Node writes for bytes of a name that are no UTF-8, whichever they were. */
export const lostSign = '\u{fffd}'

/**
 * A name as its bytes say it. On Linux a name may be no UTF-8; then each byte that is none is written as `\xe9`, which
 * names no other file, whereas the usual sign for it (U+FFFD) would stand for any of them.
 */
export function nameOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  let name = ''
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => at + count <= bytes.length && isUtf8(bytes.subarray(at, at + count)))
    name += length ? bytes.toString('utf8', at, at + length) : `\\x${bytes.toString('hex', at, at + 1)}`
    at += length ?? 1
  }
  return name
}

/** Whether a path that leads to no file was such a name, as we write it or as others hand it over. */
export const isOddName = (path: string): boolean => /\\x[89a-f][\da-f]|\u{fffd}/u.test(path)

/**
 * The words of our own command line. Node decodes them and loses bytes that are no UTF-8; Linux still has them.
 * @returns the words, and those of them that are no UTF-8
 */
export function wordsOfCommand(decoded: readonly string[]): { words: string[]; odd: ReadonlySet<string> } {
  const odd = new Set<string>()
  if (!decoded.some((word) => word.includes(lostSign))) return { words: [...decoded], odd }
  const given = bytesOfCommand().slice(-decoded.length)
  const words = decoded.map((word, at) => {
    const bytes = given[at]
    if (bytes === undefined || bytes.toString() !== word || isUtf8(bytes)) return word
    const name = nameOfBytes(bytes)
    odd.add(name)
    return name
  })
  return { words, odd }
}

function bytesOfCommand(): Buffer[] {
  const words: Buffer[] = []
  try {
    const all = readFileSync('/proc/self/cmdline')
    for (let from = 0; from < all.length; ) {
      const end = all.indexOf(0, from)
      words.push(all.subarray(from, end < 0 ? all.length : end))
      from = end < 0 ? all.length : end + 1
    }
  } catch {
    // Elsewhere than on Linux every name is Unicode.
  }
  return words
}

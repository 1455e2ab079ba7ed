const looked = 4096

/** Comments, declarations and processing instructions may come before the root element. */
const preludes: [start: string, end: string][] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
]

export function looksLikeSvg(bytes: Buffer): boolean {
  let text = bytes.toString('utf8', 0, looked).replace(/^\ufeff/, '')
  // Piece by piece: one expression for all of it could be made to try every way of splitting it.
  for (;;) {
    text = text.trimStart()
    const prelude = preludes.find(([start]) => text.startsWith(start))
    if (!prelude) return /^<(?:\w+:)?svg[\s>]/i.test(text)
    // An internal subset of a document type may hold elements of its own.
    const end = text.slice(0, 200).includes('<!DOCTYPE') && text.includes('[') ? ']>' : prelude[1]
    const at = text.indexOf(end)
    if (at < 0) return false
    text = text.slice(at + end.length)
  }
}

/** Enough to say "this is text": no zero bytes and few control characters in its beginning. */
export function isText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, looked)
  if (start.length === 0) return false
  let odd = 0
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) odd += 1
  return !start.includes(0) && odd * 50 < start.length && !hasManyBrokenCharacters(start)
}

function hasManyBrokenCharacters(start: Buffer): boolean {
  const text = start.toString('utf8')
  return text.split('\ufffd').length * 20 > text.length
}

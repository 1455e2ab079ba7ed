const looked = 4096

export function looksLikeSvg(bytes: Buffer): boolean {
  return /^\s*(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?>|\s)*<svg[\s>]/i.test(startAsText(bytes))
}

/** Enough to say "this is text": no zero bytes and few control characters in its beginning. */
export function isText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, looked)
  if (start.length === 0) return false
  let odd = 0
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) odd += 1
  return !start.includes(0) && odd * 50 < start.length && !hasManyBrokenCharacters(start)
}

function startAsText(bytes: Buffer): string {
  return bytes.toString('utf8', 0, looked).replace(/^\ufeff/, '')
}

function hasManyBrokenCharacters(start: Buffer): boolean {
  const text = start.toString('utf8')
  return text.split('\ufffd').length * 20 > text.length
}

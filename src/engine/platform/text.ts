/** What stands in the place of a key. */
export const maskedKey = 'svc_sk_…'

/**
 * Text from outside, fit for a terminal, a log and a receipt: no control or direction characters, no key
 * (`svc_sk_` and what follows it, A33), at most 500 characters.
 */
export function sanitizeText(text: string): string {
  const plain = printable(text).replace(/\s+/g, ' ').trim()
  return plain.length > 500 ? `${plain.slice(0, 499)}…` : plain
}

/** The same without folding spaces or cutting: for lines of our own that hold such text. */
export const printable = (text: string): string =>
  text.replace(/svc_sk_\S+/g, maskedKey).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, ' ')

/**
 * A figure as people write one: digits, and a point where it has a fraction. Null for any other text: a sign, an exponent
 * or another base is more likely a slip, and a slip of a cap or a price costs money.
 */
export function plainNumber(text: string | undefined): number | null {
  const plain = text?.trim() ?? ''
  return /^\d{1,12}(\.\d{1,12})?$/.test(plain) ? Number(plain) : null
}

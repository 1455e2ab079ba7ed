/** A JSON object; null for anything else. */
export function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export const bodyOf = (bytes: Buffer): Record<string, unknown> => parsed(bytes.toString('utf8')) ?? {}

/** The number that a paid body carries (§4.1, §4.9). */
export function idIn(bytes: Buffer): string {
  const { idempotencyKey, requestId } = bodyOf(bytes)
  return String(idempotencyKey ?? requestId ?? '')
}

import { createHash, randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomLetters(length: number): string {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')
}

/** §2.5: the prefix and 32 characters. */
export function newTokenValue(): string {
  return `svc_sk_${randomLetters(32)}`
}

export function prefixedId(prefix: string): string {
  return `${prefix}_${randomLetters(20)}`
}

export function sha256Hex(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A number in 0…1 that is always the same for the same text. */
export function fractionOf(text: string): number {
  return Number.parseInt(sha256Hex(text).slice(0, 12), 16) / 2 ** 48
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidShape.test(value)
}

import { hash } from 'node:crypto'

/** SHA-256 in hex. */
export const sha256Of = (content: string | Uint8Array): string => hash('sha256', content, 'hex')

/** Guards one line of the journal or one row: 64 bits are plenty against accidents. */
export const checksumOf = (text: string): string => sha256Of(text).slice(0, 16)

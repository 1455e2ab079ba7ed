import { bytesOf, filesUnder } from './files-under.ts'

type Form = (secret: string) => readonly (string | Buffer)[]

const escaped = (secret: string, one: (byte: number) => string): string =>
  [...Buffer.from(secret)].map((byte) => one(byte)).join('')
const hex = (byte: number, length: number): string => byte.toString(16).padStart(length, '0')
const inBothCases = (text: string): string[] => [...new Set([text, text.toUpperCase(), text.toLowerCase()])]

/**
 * Base64 of a text that holds the secret somewhere: three alignments, each without the characters at its ends that
 * depend on the neighbours; in both alphabets.
 */
function base64(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const inside = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** The eight forms in which a key could lie about. The plain one is JSON's too: a key has nothing that JSON escapes. */
export const forms = {
  'UTF-8': (secret) => [secret],
  'UTF-16, little-endian': (secret) => [Buffer.from(secret, 'utf16le')],
  'UTF-16, big-endian': (secret) => [Buffer.from(secret, 'utf16le').swap16()],
  base64,
  hex: (secret) => inBothCases(Buffer.from(secret).toString('hex')),
  'percent-encoded': (secret) => inBothCases(escaped(secret, (byte) => `%${hex(byte, 2)}`)),
  'escaped as in JSON': (secret) => [
    escaped(secret, (byte) => `\\u${hex(byte, 4)}`),
    escaped(secret, (byte) => `\\u${hex(byte, 4).toUpperCase()}`),
  ],
  reversed: (secret) => [[...secret].reverse().join('')],
} as const satisfies Record<string, Form>

/** @returns one line for each form in which a secret stands in the bytes: where, and in which form; never the secret */
export function canariesIn(where: string, bytes: Buffer, secrets: readonly string[]): string[] {
  return Object.entries(forms).flatMap(([name, form]) =>
    secrets.some((secret) => form(secret).some((needle) => bytes.includes(needle))) ? [`${where}: ${name}`] : [],
  )
}

/** The same for the contents and the names of all files below a folder. Never none: what was not there was not searched. */
export function canariesUnder(folder: string, secrets: readonly string[]): string[] {
  const files = filesUnder(folder)
  if (files.length === 0) throw new Error(`no file below ${folder} to look for the key in`)
  return files.flatMap((file) => [
    ...canariesIn(file, bytesOf(file) ?? Buffer.alloc(0), secrets),
    ...canariesIn(`name of ${file}`, Buffer.from(file), secrets),
  ])
}

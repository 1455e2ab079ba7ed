import { isRecord, type Json } from '../../domain/json.ts'
import { maskedKey } from '../platform/text.ts'

/** Shorter than any key or session token: taking it out would take words out. */
const shortest = 12

const hex = (byte: number, digits: number): string =>
  [...byte.toString(16).padStart(digits, '0')].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/**
 * A character as it is, percent-encoded (also twice), or escaped as in a JSON text that stands in a text; NULs between them make
 * it UTF-16. The first begins nowhere within a run of NULs or backslashes, which would be read once for each of them.
 */
const anyhow = (character: string, n: number): string => {
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join('')
  const [before, escaped] = n === 0 ? ['', '(?<!\\\\)\\\\+u'] : ['\\0*', '\\\\+u']
  return `${before}(?:${literal(character)}|${bytes}|${escaped}${hex(character.codePointAt(0) ?? 0, 4)})`
}

/** Base64 of a text that holds it somewhere: three alignments, without the ends that depend on what is around; both alphabets. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const inside = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    return literal(inside).replaceAll('+', '+-').replace(/\\\+-/g, '[+-]').replace(/\\\//g, '[/_]')
  })
}

/** The usual forms in which a key stands in a text and is read out of it again; whoever means to hide it finds others. */
function formsOf(secret: string): RegExp {
  const forms = [
    [...secret].map(anyhow).join(''),
    [...secret].reverse().map(literal).join(''),
    [...Buffer.from(secret)].map((byte) => hex(byte, 2)).join(''),
    ...base64Forms(secret),
  ]
  return new RegExp(forms.join('|'), 'g')
}

const mostKept = 20
/** Those that were used last; answers and texts are looked through for others in turn. */
let last: { secret: string; forms: RegExp }[] = []

function formsOfAll(secrets: readonly string[]): RegExp[] {
  const wanted = [...new Set(secrets)].filter((secret) => secret.length >= shortest)
  const used = wanted.map((secret) => last.find((one) => one.secret === secret) ?? { secret, forms: formsOf(secret) })
  last = [...used, ...last.filter((one) => !used.includes(one))].slice(0, mostKept)
  return used.map(({ forms }) => forms)
}

/**
 * An answer without the keys that the service has of us, in whatever field, name or form it repeats them. What is read from
 * it goes into journal, database and window, so it is taken out before anything is.
 */
export function withoutSecrets(answer: Json, secrets: readonly string[]): Json {
  const forms = formsOfAll(secrets)
  return forms.length === 0 ? answer : cleaned(answer, forms)
}

/** Whether one of the secrets stands anywhere in it, in any of these forms, also in a name. */
export function holdsSecret(node: unknown, secrets: readonly string[]): boolean {
  return formsOfAll(secrets).some((forms) => holds(node, forms))
}

function holds(node: unknown, forms: RegExp): boolean {
  if (typeof node === 'string') return node.search(forms) >= 0
  if (Array.isArray(node)) return node.some((entry) => holds(entry, forms))
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([name, value]) => holds(name, forms) || holds(value, forms))
}

function cleaned(node: Json, forms: readonly RegExp[]): Json {
  if (typeof node === 'string') return forms.reduce((text, form) => text.replace(form, maskedKey), node)
  if (Array.isArray(node)) return node.map((entry) => cleaned(entry, forms))
  if (!isRecord(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [String(cleaned(name, forms)), cleaned(value, forms)]),
  )
}

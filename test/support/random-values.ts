import type { Chance } from '../proof/support/random.ts'

/** Texts that have broken programs before: of paths, of SQL, of prototypes, of Unicode, of numbers. */
const oddTexts: readonly [string, ...string[]] = [
  '',
  ' ',
  '0',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '/dev/null',
  '/proc/self/environ',
  'C:\\Windows\\System32',
  'file:///etc/passwd',
  'printroom://app/index.html',
  'http://127.0.0.1:9/',
  'https://user:password@nowhere.invalid/?a#b',
  'javascript:alert(1)',
  "'; DROP TABLE receipts; --",
  '"*" OR NEAR(a b)',
  '%00%2e%2e%2f',
  '\0',
  'a\0b',
  '\r\nAuthorization: Bearer x',
  '\u202etxt.exe',
  '\ud800',
  '\ufeff',
  'e\u0301'.repeat(40),
  '🖼️'.repeat(20),
  '#{7*7}{{7*7}}',
  '2026-11-20',
  '9999-99-99',
  '00000000-0000-4000-8000-000000000000',
]

const oddNumbers: readonly [number, ...number[]] = [
  0,
  -0,
  1,
  -1,
  0.1,
  2,
  5,
  500,
  5000,
  1e9,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
]

/** Keys by which an object reaches for its prototype. */
const protoKeys: readonly [string, ...string[]] = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf']

/** Sets a member of its own, also where its name is `__proto__`. */
export function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

export const oddText = (chance: Chance): string => chance.oneOf(oddTexts)
export const oddNumber = (chance: Chance): number => chance.oneOf(oddNumbers)

/** Long within reason: it must be refused or worked on, and neither may take the machine. */
export function hugeText(chance: Chance): string {
  const length = chance.percent(5) ? 200_000 : 10_000
  return chance.oneOf(['x', '/a', '"', '\ud83d\uddbc']).repeat(1 + chance.below(length))
}

/** Anything that can cross to another process, as structured clone has it. */
export function anything(chance: Chance, depth = 3): unknown {
  const kind = chance.below(depth > 0 ? 22 : 12)
  switch (kind) {
    case 0:
      return undefined
    case 1:
      return null
    case 2:
      return chance.percent(50)
    case 3:
    case 4:
      return oddNumber(chance)
    case 5:
    case 6:
    case 7:
      return oddText(chance)
    case 8:
      return BigInt(chance.below(1000))
    case 9:
      return new Date(chance.percent(20) ? Number.NaN : chance.below(2 ** 31))
    case 10:
      return new Uint8Array(chance.below(64))
    case 11:
      return new Error(oddText(chance))
    case 12:
      return new Map([[anything(chance, depth - 1), anything(chance, depth - 1)]])
    case 13:
      return new Set([anything(chance, depth - 1)])
    case 14:
      return chance.percent(50) ? deep(chance) : endless()
    case 15:
    case 16:
    case 17:
      return Array.from({ length: chance.below(5) }, () => anything(chance, depth - 1))
    default:
      return anObject(chance, depth)
  }
}

function anObject(chance: Chance, depth: number): object {
  const made = {}
  for (let n = chance.below(5); n >= 0; n -= 1)
    setOwn(made, chance.percent(40) ? chance.oneOf(protoKeys) : oddText(chance), anything(chance, depth - 1))
  return made
}

/** Lists in lists: a reader that calls itself runs out of stack. */
function deep(chance: Chance): unknown[] {
  let made: unknown[] = []
  for (let n = chance.oneOf([20, 200, 800]); n > 0; n -= 1) made = [made]
  return made
}

/** A list that holds itself. */
function endless(): unknown[] {
  const made: unknown[] = [1]
  made.push(made)
  return made
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { canariesIn, canariesUnder, forms } from '../support/canary.ts'
import { newFolder } from '../support/folders.ts'

const key = `svc_sk_${'qZ7?>~'.repeat(5)}Ab`

/** Written by other means than the scanner's own, wherever there are some. */
const planted: Record<keyof typeof forms, (text: string) => string | Buffer> = {
  'UTF-8': (text) => text,
  'UTF-16, little-endian': (text) => Buffer.from(new Uint16Array([...text].map((one) => one.charCodeAt(0))).buffer),
  'UTF-16, big-endian': (text) => Buffer.from([...text].flatMap((one) => [0, one.charCodeAt(0)])),
  base64: (text) => btoa(text),
  hex: (text) => Buffer.from(text).toString('hex'),
  'percent-encoded': (text) => text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
  'escaped as in JSON': (text) => text.replace(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  reversed: (text) => text.split('').reverse().join(''),
}

/**
 * Every other byte there is, so that none of them beside a key hides it. Never by chance, and no zero touches the key:
 * a text of UTF-16 with a zero before or after it can be read from either end.
 */
const around = (n: number): Buffer => Buffer.from(Array.from({ length: 1020 + n }, (_, at) => 1 + ((at * 7 + n) % 255)))

it('finds a key that was planted eight times, once in each form, and nothing else', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
  for (const [n, [name, plant]] of Object.entries(planted).entries())
    writeFileSync(
      join(folder, n % 2 === 0 ? 'deep/er' : '', `planted ${n} ${name}`),
      Buffer.concat([around(n), Buffer.from(plant(key)), around(255 - n)]),
    )
  writeFileSync(join(folder, 'another key'), key.replace('Ab', 'Ac'))
  const found = canariesUnder(folder, [key])
  expect(found).toHaveLength(8)
  for (const name of Object.keys(forms))
    expect(found.filter((line) => line.endsWith(`${name}: ${name}`))).toHaveLength(1)
  expect(found.join()).not.toContain(key)
})

it('finds each form once between any two bytes, and in both orders only what can be read in both (B2)', () => {
  const bothOrders = ['here: UTF-16, little-endian', 'here: UTF-16, big-endian']
  for (const [name, plant] of Object.entries(planted))
    for (let byte = 0; byte < 256; byte += 1) {
      const beside = Buffer.alloc(3, byte)
      const found = canariesIn('here', Buffer.concat([beside, Buffer.from(plant(key)), beside]), [key])
      const isBoth = byte === 0 && name.startsWith('UTF-16')
      expect(found, `${name} between bytes ${byte}`).toEqual(isBoth ? bothOrders : [`here: ${name}`])
    }
})

it('finds it in base64 wherever it begins, in both alphabets', () => {
  for (const before of ['', 'a', 'ab', 'abc'])
    for (const after of ['', 'y', 'yz'])
      for (const alphabet of ['base64', 'base64url'] as const) {
        const text = Buffer.from(before + key + after).toString(alphabet)
        expect(canariesIn('here', Buffer.from(text), [key])).toEqual(['here: base64'])
      }
})

it('finds it in capitals, in the name of a file, and refuses a folder without files', () => {
  const capitals = Buffer.from(key).toString('hex').toUpperCase()
  expect(canariesIn('here', Buffer.from(capitals), ['another', key])).toEqual(['here: hex'])
  const folder = newFolder()
  expect(() => canariesUnder(folder, [key])).toThrow('no file')
  const name = `svc_sk_${'N0'.repeat(16)}`
  writeFileSync(join(folder, name), 'nothing')
  expect(canariesUnder(folder, [name])).toHaveLength(1)
})

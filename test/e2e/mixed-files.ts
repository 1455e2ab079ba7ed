import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

// What a designer drops at once: sixty files from several people and programs, of which three are no pictures that can be sent.

const jar = (fill: string, edge: string, bare = false): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 450" width="320" height="240">
    ${bare ? '' : '<rect width="600" height="450" fill="#ece8e1"/>'}
    <path d="M230 110 h140 v40 q60 40 60 130 q0 110 -130 110 q-130 0 -130 -110 q0 -90 60 -130 z" fill="${fill}"/>
    <rect x="215" y="92" width="170" height="24" rx="8" fill="${edge}"/>
  </svg>`)

/** A jar in a colour of its own, so that no two files are the same picture. */
const picture = (n: number, bare = false): Sharp =>
  sharp(jar(`hsl(${(n * 47) % 360} 55% ${35 + (n % 5) * 7}%)`, `hsl(${(n * 47 + 180) % 360} 30% 30%)`, bare))

const kinds = {
  jpeg: (n: number) => picture(n).jpeg(),
  turned: (n: number) => picture(n).rotate(270).withMetadata({ orientation: 6 }).jpeg(),
  cmyk: (n: number) => picture(n).toColourspace('cmyk').jpeg(),
  large: (n: number) => picture(n).resize(6000, 4000, { fit: 'fill' }).jpeg({ quality: 80 }),
  tiny: (n: number) => picture(n).resize(24, 18).png(),
  png: (n: number) => picture(n, true).png(),
  webp: (n: number) => picture(n).webp(),
  tiff: (n: number) => picture(n).removeAlpha().tiff({ compression: 'lzw' }),
  avif: (n: number) => picture(n).avif({ effort: 0 }),
  gif: (n: number) => picture(n).gif({ effort: 1 }),
} satisfies Record<string, (n: number) => Sharp>

const series = (
  name: string,
  ending: string,
  kind: keyof typeof kinds,
  count: number,
): [string, keyof typeof kinds][] =>
  Array.from({ length: count }, (_, at) => [`${name}-${String(at + 1).padStart(2, '0')}.${ending}`, kind])

const named: [name: string, kind: keyof typeof kinds][] = [
  ...series('chair', 'jpg', 'jpeg', 13),
  ...series('phone', 'jpg', 'turned', 4),
  ...series('lamp', 'png', 'png', 10),
  ...series('shop', 'webp', 'webp', 8),
  ...series('scan', 'tif', 'tiff', 5),
  ...series('web', 'avif', 'avif', 4),
  ...series('print', 'jpg', 'cmyk', 3),
  ['poster wall 24 MP.jpg', 'large'],
  ['icon.png', 'tiny'],
  ['spin.gif', 'gif'],
  ['Küchenstuhl grün.jpg', 'jpeg'],
  ['vase 🌿 neu.png', 'png'],
  // The same name three times, by its ending and by its folder.
  ['jolla.jpg', 'jpeg'],
  ['jolla.png', 'png'],
  [join('from the client', 'jolla.jpg'), 'jpeg'],
]

/** As a phone names it: what it is stands in its first bytes. */
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(400, 7),
])

export interface MixedFiles {
  /** All sixty. */
  paths: string[]
  /** Of them, what cannot be sent, and a word of the sentence that says why. */
  refused: Record<string, RegExp>
  /** Of them, those that are the very picture of another. */
  doubles: string[]
}

export async function mixedFiles(folder: string): Promise<MixedFiles> {
  await mkdir(join(folder, 'from the client'), { recursive: true })
  const at = (name: string): string => join(folder, name)
  for (const [n, [name, kind]] of named.entries()) await kinds[kind](n + 1).toFile(at(name))
  const doubles = ['chair-01 copy.jpg', 'lamp-01 copy.png']
  for (const name of doubles) await copyFile(at(name.replace(' copy', '')), at(name))
  const whole = await kinds.jpeg(99).toBuffer()
  const bad: [string, Buffer, RegExp][] = [
    ['cut off.jpg', whole.subarray(0, Math.floor(whole.length * 0.6)), /cut off|incomplete|ends/i],
    ['invoice.jpg', Buffer.from('%PDF-1.7 and then the invoice'), /PDF/],
    ['IMG_0042.HEIC', heic, /HEIC/],
  ]
  for (const [name, bytes] of bad) await writeFile(at(name), bytes)
  // As a file manager hands them over: in order of name.
  const names = [...named.map(([name]) => name), ...doubles, ...bad.map(([name]) => name)].sort()
  return {
    paths: names.map(at),
    refused: Object.fromEntries(bad.map(([name, , says]) => [name, says])),
    doubles,
  }
}

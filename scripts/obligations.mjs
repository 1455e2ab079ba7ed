// Lists the ids of what a client owes the service (O1–O136), its safest readings (A1–A40), the invariants (I1–I14) and what
// broke when outsiders tried it (money M1–M15, pictures P1–P10, storage and processes S1–S10, library L1–L17, security W1–W12, a bare machine
// B1–B3) that no test carries in its title. A report, not a gate: the list shrinks as the app grows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.mjs'

const wanted = [
  ...range('O', 136),
  ...range('A', 40),
  ...range('I', 14),
  ...range('M', 15),
  ...range('P', 10),
  ...range('S', 10),
  ...range('L', 17),
  ...range('B', 3),
  ...range('W', 12),
]

function range(letter, last) {
  return Array.from({ length: last }, (_, index) => `${letter}${index + 1}`)
}

function* testsUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* testsUnder(path)
    else if (/\.(test|spec)\.tsx?$/.test(entry.name)) yield path
  }
}

const carried = new Set()
let files = 0
for (const path of testsUnder(join(root, 'test'))) {
  files += 1
  for (const [id] of readFileSync(path, 'utf8').matchAll(/\b[OAIMPSLWB]\d{1,3}\b/g)) carried.add(id)
}
if (files === 0) throw new Error('no test was looked at')
const missing = wanted.filter((id) => !carried.has(id))
console.log(
  `${wanted.length - missing.length} of ${wanted.length} ids are carried by a test; ${files} files looked at.`,
)
if (missing.length > 0) console.log(`Without a test: ${missing.join(' ')}`)

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { inRoot, root } from './paths.mjs'
import { importsOf } from './source-text.mjs'

const studioPrograms = [
  'src/cli/index.ts',
  'src/cli/commands/studio.ts',
  'src/cli/studio',
  'src/engine/images/worker.ts',
]

/** What a row starts as a process of its own, which no import shows. A folder stands for all that is in it. */
const started = {
  crash: ['src/engine/images/worker.ts'],
  cuts: ['src/engine/images/worker.ts'],
  disk: ['src/engine/images/worker.ts'],
  hostile: ['src/engine/images/worker.ts'],
  media: ['src/engine/images/worker.ts'],
  watched: ['src/engine/images/worker.ts'],
  pictures: ['src/engine/images/worker.ts'],
  private: ['src/engine/images/worker.ts'],
  instances: ['test/proof/support/instance-worker.ts', 'src/engine/images/worker.ts'],
  kills: ['src/cli/index.ts', 'src/engine/images/worker.ts', 'src/practice/main.ts'],
  studio: studioPrograms,
  'studio-debian': studioPrograms,
  'studio-points': [...studioPrograms, 'test/support/studio/own-cable-main.ts'],
  ipc: ['src/main', 'src/engine/images/worker.ts', 'src/practice/main.ts'],
  page: ['src/main', 'src/engine/images/worker.ts', 'src/practice/main.ts'],
  mutants: ['src/domain', 'test/unit/domain/request', 'test/unit/domain/quote', 'scripts/mutation'],
  planted: ['src/domain', 'src/contract', 'src/engine', 'test/planted', ...catchers()],
}

/** The tests that have to notice the planted bugs. */
function catchers() {
  const lines = filesOf('test/planted').flatMap(
    (file) => readFileSync(inRoot(file), 'utf8').match(/^Caught by: .*$/m) ?? [],
  )
  return [
    ...new Set(
      lines.flatMap((line) =>
        line
          .slice('Caught by: '.length)
          .split(/[,\s]+/)
          .filter(Boolean),
      ),
    ),
  ]
}

/**
 * The files that a row of the proof runs: its test, what that imports, and so on, and the processes that it starts.
 * Imports of types alone leave nothing behind and are not followed.
 * @returns {string[]} paths below the repository, sorted
 */
export function rowSources(name) {
  const test = `test/proof/${name}.test.ts`
  return loadedBy([...(existsSync(inRoot(test)) ? [test] : []), ...(started[name] ?? []).flatMap(filesOf)])
}

/**
 * What files load, themselves among it, as above.
 * @returns {string[]} paths below the repository, sorted
 */
export function loadedBy(files) {
  const waiting = files.map((file) => inRoot(file))
  const seen = new Set()
  while (waiting.length > 0) {
    const file = waiting.pop()
    if (seen.has(file)) continue
    seen.add(file)
    if (/\.m?ts$|\.mjs$/.test(file)) waiting.push(...imported(file))
  }
  return [...seen].map((file) => relative(root, file)).sort()
}

/** Of what a row runs: with another hash, what was proven was proven of other sources. */
export function rowHash(name) {
  const hash = createHash('sha256')
  for (const file of rowSources(name))
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

function imported(file) {
  return importsOf(readFileSync(file, 'utf8'))
    .filter(({ specifier, isType }) => !isType && specifier?.startsWith('.'))
    .map(({ specifier }) => join(dirname(file), specifier.split('?')[0]))
    .filter((path) => existsSync(path))
}

function filesOf(path) {
  if (!statSync(inRoot(path)).isDirectory()) return [path]
  return readdirSync(inRoot(path), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(root, join(one.parentPath, one.name)))
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { licencesAsText, licencesOfShipped } from './licences.mjs'
import { withLock } from './lock.mjs'
import { node24 } from './node.mjs'
import { cacheDir, inRoot } from './paths.mjs'
import { run, toolEnv } from './run.mjs'
import { say } from './say.mjs'

const stampFile = inRoot('out', '.built.json')
/** For the package. It goes with node_modules, which may be made anew without a build. */
const shippedLicences = join(cacheDir, 'LICENCES.txt')
/** Everything that can change what a build makes. */
const sources = [
  'src',
  'resources',
  'scripts/lib/licence-texts.mjs',
  'scripts/lib/licences.mjs',
  'electron.vite.config.ts',
  'scripts/lib/one-file.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Builds the app unless `out/` was made from exactly these sources. Costs a few milliseconds when it was. */
export async function ensureBuilt({ force = false } = {}) {
  if (!force && isFresh()) return
  await withLock('build', async () => {
    if (!force && isFresh()) return
    say('Building.')
    forgetBuild()
    const files = listSources()
    const made = { byStat: statHash(files), byContent: contentHash(files) }
    const node = node24()
    const { code, output } = await run(node, [inRoot('node_modules/electron-vite/bin/electron-vite.js'), 'build'], {
      capture: true,
      env: toolEnv(node, { PRINTROOM_API_KEY: undefined }),
    })
    if (code !== 0) throw new Error(`The build failed.\n${output}`)
    const licences = licencesAsText(licencesOfShipped())
    writeFileSync(inRoot('out', 'licences.txt'), licences)
    writeFileSync(shippedLicences, licences)
    writeFileSync(stampFile, JSON.stringify(made))
  })
}

/** Development writes into out/ too; what is there afterwards is no build. */
export function forgetBuild() {
  rmSync(stampFile, { force: true })
}

function isFresh() {
  if (!existsSync(stampFile) || !existsSync(shippedLicences)) return false
  const made = JSON.parse(readFileSync(stampFile, 'utf8'))
  const files = listSources()
  const byStat = statHash(files)
  if (byStat === made.byStat) return true
  // Touched or checked out again, but perhaps with the same text.
  if (contentHash(files) !== made.byContent) return false
  writeFileSync(stampFile, JSON.stringify({ ...made, byStat }))
  return true
}

function listSources() {
  const files = []
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else if (stat) files.push({ path, stat })
  }
  for (const source of sources) visit(inRoot(source))
  return files
}

function statHash(files) {
  const hash = createHash('sha256')
  for (const { path, stat } of files) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  return hash.digest('hex')
}

function contentHash(files) {
  const hash = createHash('sha256')
  for (const { path, stat } of files) hash.update(`${path}\0${stat.size}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

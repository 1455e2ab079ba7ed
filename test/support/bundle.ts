import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { oneFile } from '../../scripts/lib/one-file.mjs'
import { loadedBy } from '../../scripts/lib/row-sources.mjs'

const root = join(import.meta.dirname, '../..')
const programs = join(root, 'node_modules/.cache/printroom/programs')
// Practice looks for `resources` beside `out`.
const folder = join(programs, 'out/main')
const dayMs = 24 * 60 * 60_000

/**
 * A program as one file, as the app has its own, named by what it is made of: made once, and again when its sources change. To
 * take the types out of some hundred sources costs, at each start, several times what most programs then do.
 * @param path whole, or below the repository
 */
export async function bundle(path: string): Promise<string> {
  const source = relative(root, resolve(root, path))
  const hash = createHash('sha256')
  for (const one of loadedBy([source])) hash.update(`${one}\0`).update(readFileSync(join(root, one)))
  const name = `${basename(source, '.ts')}-${hash.digest('hex').slice(0, 16)}`
  const file = join(folder, `${name}.mjs`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  linkResources()
  const own = `${name}-${process.pid}`
  // Only where there is something to make: to load it costs more than all the rest here.
  const { build } = await import('vite')
  await build({ root, ...oneFile(own, join(root, source), folder) })
  await rename(join(folder, `${own}.mjs`), file)
  forgetOld(folder)
  return file
}

function linkResources(): void {
  // Of the tree that the cache is in: a copy with a planted mistake has its own root and goes away.
  const resources = join(realpathSync(join(root, 'node_modules')), '../resources')
  try {
    symlinkSync(resources, join(programs, 'resources'), 'junction')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Of other sources, and nobody's for a day: another run may have one open. */
export function forgetOld(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() && stat.mtimeMs < Date.now() - dayMs) rmSync(path, { force: true })
  }
}

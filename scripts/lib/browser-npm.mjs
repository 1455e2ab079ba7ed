import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { cacheDir, inRoot } from './paths.mjs'
import { run } from './run.mjs'

const home = join(cacheDir, 'browser')
const unpacked = join(home, 'chromium')
/** A shell script beside the binary, which tells it where its libraries and fonts are. */
export const sparticuzBinary = join(unpacked, 'start')

/**
 * Fetches @sparticuz/chromium, whose lockfile in scripts/browser pins its checksum, and unpacks it. The package
 * itself unpacks its libraries on AWS Lambda only, and to fixed places below /tmp.
 * @returns {Promise<string | undefined>} what went wrong
 */
export async function installSparticuz() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it exists for Linux on x64 only'
  mkdirSync(home, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(inRoot('scripts', 'browser', name), join(home, name))
  const { code, output } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    capture: true,
    cwd: home,
    timeoutMs: 5 * 60_000,
  })
  if (code !== 0) return output.split('\n').find((line) => /error/i.test(line)) ?? `npm ci ended with status ${code}`
  const packed = join(home, 'node_modules', '@sparticuz', 'chromium', 'bin')
  const fresh = `${unpacked}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  await inflate(join(packed, 'chromium.br'), join(fresh, 'chromium'))
  // libnss3 and its kin; a software renderer; Open Sans for a machine without any font.
  for (const name of ['al2023', 'swiftshader', 'fonts']) {
    const tar = join(fresh, `${name}.tar`)
    await inflate(join(packed, `${name}.tar.br`), tar)
    const { status, stderr } = spawnSync('tar', ['-xf', tar, '-C', fresh, '--no-same-owner'])
    if (status !== 0) return `tar failed: ${stderr}`
    rmSync(tar)
  }
  writeFileSync(join(fresh, 'fonts.conf'), fontsConf)
  writeFileSync(join(fresh, 'start'), startScript)
  for (const name of ['chromium', 'start']) chmodSync(join(fresh, name), 0o755)
  rmSync(unpacked, { recursive: true, force: true })
  renameSync(fresh, unpacked)
  rmSync(join(home, 'node_modules'), { recursive: true, force: true })
  return undefined
}

const inflate = (from, to) => pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to))

const startScript = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
FONTCONFIG_FILE="$here/fonts.conf"
export LD_LIBRARY_PATH FONTCONFIG_FILE
exec "$here/chromium" "$@"
`

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

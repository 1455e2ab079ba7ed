// A folder that electron-builder takes for Electron's: its executable is the stand-in, with a wire of fuses as the
// genuine one has, so that a package can be made, looked at and run where Electron's own runtime cannot be had.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// @electron/fuses: sentinel, version 1, length, one character for each fuse ('0' is off).
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('10000010'),
])
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * Makes the folder anew.
 * @param {{ folder: string, version: string, node: string, licence: string }} options `version` of Electron
 */
export function makeDist({ folder, version, node, licence }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'resources'), { recursive: true })
  const script = `#!/bin/sh
# The stand-in for Electron, packed. What follows the last line are its fuses.
PRINTROOM_STANDIN_PACKED=$(dirname "$(readlink -f "$0")")/resources
export PRINTROOM_STANDIN_PACKED
[ -n "$PRINTROOM_STANDIN_NODE" ] || PRINTROOM_STANDIN_NODE=${quoted(node)}
export PRINTROOM_STANDIN_NODE
exec ${quoted(join(import.meta.dirname, 'electron'))} "$@"
`
  const executable = join(folder, 'electron')
  writeFileSync(executable, Buffer.concat([Buffer.from(script), fuseWire, Buffer.from('\n')]))
  chmodSync(executable, 0o755)
  writeFileSync(join(folder, 'version'), version)
  // Languages of the browser's own: the package keeps those that it names.
  mkdirSync(join(folder, 'locales'))
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
  cpSync(licence, join(folder, 'LICENSE'))
}

// What `dist/linux-unpacked/printroom` is: nothing of ours runs before Chromium aborts for want of its sandbox, so a small
// script looks first (sandbox.mjs, on the plain Node that the package has), and becomes the program. Installed packages
// have none: the deb sets the sandbox up, and the AppImage asks for itself.
import { chmodSync, copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program itself, beside its launcher. */
export const programName = 'printroom.bin'

const script = `#!/bin/sh
# Says in a sentence what keeps the sandbox from starting; else becomes the program.
here=$(dirname "$(readlink -f "$0")")
if [ -e "$here/chrome-sandbox" ]; then
  "$here/resources/node" "$here/sandbox.mjs" "$here/${programName}" || exit 1
fi
exec "$here/${programName}" "$@"
`

/** @param {string} folder the unpacked package */
export function addLauncher(folder) {
  const launcher = join(folder, 'printroom')
  if (!existsSync(launcher)) return
  renameSync(launcher, join(folder, programName))
  copyFileSync(join(import.meta.dirname, 'sandbox.mjs'), join(folder, 'sandbox.mjs'))
  writeFileSync(launcher, script)
  chmodSync(launcher, 0o755)
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { flat } from './support/pictures.ts'
import { useWorkshop, workerEntry } from './support/workshop.ts'

const shop = useWorkshop()
const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']
  .map((folder) => join(folder, 'libgobject-2.0.so.0'))
  .find((path) => existsSync(path))
if (!library)
  process.stdout.write('No libgobject-2.0.so.0 here: the clash of two GLibs cannot be tried (sharp #4522).\n')

/** What a process with the system's GLib in it, like Electron's on Linux, prints about pictures. */
async function run(mode: 'worker' | 'here') {
  const picture = await shop.write('picture.png', await flat(40, 30).png().toBuffer())
  const script = join(import.meta.dirname, 'support/preloaded-main.ts')
  const env = { ...process.env, LD_PRELOAD: library }
  return promisify(execFile)(process.execPath, [script, mode, workerEntry, shop.folder, picture], { env })
}

describe.skipIf(!library)('beside the system’s own GLib', () => {
  it('sharp loaded into the same process clashes with it (else the next test shows nothing)', async () => {
    expect((await run('here').catch(({ stderr }) => ({ stderr }))).stderr).toMatch(/GLib-GObject-CRITICAL/)
  })

  it('the worker does not', async () => {
    const { stdout, stderr } = await run('worker')
    expect(stdout).toBe('png 40')
    expect(stderr).not.toMatch(/GLib/)
  })
})

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { dependencies } from '../../package.json' with { type: 'json' }
import { loadedBy } from '../../scripts/lib/row-sources.mjs'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/printroom/workers')
const source = 'src/engine/images/worker.ts'
const dayMs = 24 * 60 * 60_000

/**
 * Once for a run of the tests: the image worker as one file, as the app has it. Nearly every test starts one, and to take
 * the types out of sixty sources costs each time four times what the worker itself does. Named by what it is made of.
 */
export async function setup(): Promise<void> {
  const hash = createHash('sha256')
  for (const path of loadedBy([source])) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  const name = `worker-${hash.digest('hex').slice(0, 16)}`
  const file = join(folder, `${name}.mjs`)
  if (!existsSync(file)) {
    const own = `${name}-${process.pid}`
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true, external: Object.keys(dependencies) },
      build: {
        ssr: true,
        target: 'node24',
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: {
          input: { [own]: join(root, source) },
          output: { entryFileNames: '[name].mjs', codeSplitting: false },
        },
      },
    })
    await rename(join(folder, `${own}.mjs`), file)
    forgetOld()
  }
  process.env.PRINTROOM_TEST_IMAGE_WORKER = file
}

/** Of other sources, and nobody's for a day: another run may have one open. */
function forgetOld(): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < Date.now() - dayMs)
      rmSync(path, { force: true })
  }
}

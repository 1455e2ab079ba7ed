import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forkImageWorker } from '../../../src/engine/images/spawn.ts'
import { flat } from './support/pictures.ts'
import { useWorkshop, workerEntry } from './support/workshop.ts'

const shop = useWorkshop()

/** In place of Node: it takes the line from the worker, which gets it back through newer-v8-parent.ts. */
const nodeBehindNewerV8 = `#!/bin/sh
line=$NODE_CHANNEL_FD
unset NODE_CHANNEL_FD
exec '${process.execPath}' '${join(import.meta.dirname, 'support/newer-v8-parent.ts')}' "$line" "$@"
`

it.skipIf(process.platform === 'win32')(
  'a worker understands a parent whose V8 is newer than its own, as Electron’s is',
  async () => {
    const nodePath = await shop.write('node', nodeBehindNewerV8)
    await chmod(nodePath, 0o755)
    const images = shop.start({ workers: 1, spawn: forkImageWorker({ nodePath, entry: workerEntry }) })
    const path = await shop.write('ä photo.jpg', await flat(64, 48).jpeg().toBuffer())
    expect(await images.inspect(path)).toMatchObject({ format: 'jpeg', width: 64, height: 48, problem: null })
    const limits = { maxEdge: 32, maxBytes: 100_000 }
    expect(await images.prepareReference(path, limits)).toMatchObject({ decision: 'encoded', width: 32, height: 24 })
  },
)

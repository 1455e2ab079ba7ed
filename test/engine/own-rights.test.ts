import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { engineAt } from '../support/engine-at.ts'

it.skipIf(process.platform === 'win32')(
  'folders of ours are closed to others from their making, the library and the cache too (W11)',
  async () => {
    const { home } = await engineAt('http://127.0.0.1:9', `svc_sk_${'a'.repeat(32)}`)
    for (const folder of ['service', 'service/library', 'service/cache'])
      expect([folder, statSync(join(home, folder)).mode & 0o777]).toEqual([folder, 0o700])
  },
)

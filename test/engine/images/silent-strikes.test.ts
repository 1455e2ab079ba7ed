import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCrashQuarantine } from '../../../src/engine/images/crash-quarantine.ts'
import { newFolder } from '../../support/folders.ts'
import { deadDiskOver, mayMount } from '../../support/small-disk.ts'

it.runIf(mayMount('a test of files that are blamed'))(
  'a file on a disk that does not answer is not blamed, and nobody waits for that (S3)',
  async () => {
    const folder = newFolder()
    await deadDiskOver(folder)
    const strikes = createCrashQuarantine()
    const begunMs = performance.now()
    for (let n = 0; n < 6; n += 1) await strikes.add({ op: 'examine', path: join(folder, `${n}.png`) }, 'timeout')
    expect(performance.now() - begunMs).toBeLessThan(8000)
    expect(await strikes.isBlocked({ op: 'examine', path: join(folder, '0.png') })).toBe(false)
  },
  30_000,
)

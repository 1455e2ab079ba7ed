import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Images } from '../../src/engine/images/port.ts'
import { cpuMsOfChildren } from './support/cost.ts'
import { withImages } from './support/image-pool.ts'
import { type Bench, median } from './support/measure.ts'
import { photographs, photosAreOf } from './support/photos.ts'

const rounds = 3
const limits = { maxEdge: 4096, maxBytes: 64 * 2 ** 20 }

/** The same bytes, but that nobody takes the profile for one. */
function untagged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf('ICC_PROFILE', 0, 'latin1')
  if (at < 0) throw new Error('a photo without a profile')
  copy.write('NO_', at, 'latin1')
  return copy
}

/** Processor time of the worker for one reference. */
async function cpuOf(images: Images, path: string): Promise<number> {
  const before = cpuMsOfChildren()
  const answer = await images.prepareReference(path, limits)
  if (answer.decision !== 'encoded') throw new Error(`not encoded: ${answer.decision}`)
  return cpuMsOfChildren() - before
}

export const wideGamut: Bench = {
  name: 'wide-gamut',
  missing: async () => {
    const photos = await photographs()
    return 'missing' in photos ? photos.missing : null
  },
  run: async () => {
    const photos = await photographs()
    if ('missing' in photos) throw new Error(photos.missing)
    const wide = photos.filter(({ isWide }) => isWide)
    const folder = mkdtempSync(join(tmpdir(), 'printroom-bench-'))
    const plain = join(folder, 'untagged.jpg')
    const sums = wide.map(() => ({ tagged: 0, untagged: 0 }))
    await withImages(
      folder,
      async (images) => {
        await images.inspect(wide[0]?.path ?? '')
        for (let round = 0; round < rounds; round += 1)
          for (const [n, { path }] of wide.entries()) {
            const sum = sums[n]
            if (!sum) continue
            writeFileSync(plain, untagged(readFileSync(path)))
            sum.tagged += await cpuOf(images, path)
            sum.untagged += await cpuOf(images, plain)
          }
      },
      { workers: 1 },
    )
    rmSync(folder, { recursive: true })
    const total = (of: 'tagged' | 'untagged') => sums.reduce((sum, each) => sum + each[of], 0)
    const ratios = sums.map(({ tagged, untagged: without }) => tagged / without)
    const each = (of: 'tagged' | 'untagged') => `${(total(of) / rounds / wide.length).toFixed(0)} ms`
    return [
      {
        work: `${wide.length} photos in Display P3 to references: processor time`,
        beside: 'the same photos untagged',
        ratio: total('tagged') / total('untagged'),
        goal: { atMost: 1.4 },
        detail: `${each('tagged')} beside ${each('untagged')} each, median ${median(ratios).toFixed(2)}, largest ${Math.max(...ratios).toFixed(2)}; ${photosAreOf}`,
      },
    ]
  },
}

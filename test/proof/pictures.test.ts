import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { beforeAll, expect } from 'vitest'
import type { PreparedFile } from '../../src/engine/images/answers.ts'
import { inlineMaxBytes } from '../../src/engine/images/limits.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { expectSound } from '../engine/images/support/prepared.ts'
import { expectKept, type PosterSource, randomPoster } from '../engine/images/support/random-posters.ts'
import { randomSource, type Source } from '../engine/images/support/random-sources.ts'
import { useWorkshop } from '../engine/images/support/workshop.ts'
import { row } from './support/row.ts'

const shop = useWorkshop()
const workers = availableParallelism()
let images: Images
beforeAll(() => {
  images = shop.start({ workers })
})

const posterEvery = 4
/** Smaller ones may be another case's too, since they lie under their hash. */
const ownFromBytes = 4096

row(
  {
    name: 'pictures',
    title:
      'pictures of any size, format, orientation and depth keep their upright dimensions and every limit, to the byte (O82, O83, O116, A1), and posters their colours (P2)',
    small: 300,
    large: 10_000,
    // Enough that sources are made and results looked at while each core has one to prepare.
    atOnce: 3 * workers,
  },
  async ({ index, seed }) => {
    const source = index % posterEvery === 0 ? await randomPoster(seed) : await randomSource(seed)
    const path = await shop.write(`random-${index}`, source.bytes)
    try {
      await prepares(path, source)
    } catch (error) {
      throw new Error(`${source.told}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    } finally {
      await rm(path)
    }
  },
)

async function prepares(path: string, source: Source | PosterSource): Promise<void> {
  const { limits, format, width, height, bytes } = source
  const reference = await images.prepareReference(path, limits)
  if (reference.decision === 'refused') throw new Error(reference.reason)
  const { prepared } = await expectSound(reference, limits)
  if ('isPoster' in source) await expectKept(source, reference, prepared, limits.maxBytes)
  await clear(reference)

  const upscale = await images.prepareUpscale(path, { maxBytes: limits.maxBytes })
  if (upscale.decision === 'refused') return expect(format).toBe('gif')
  expect([upscale.width, upscale.height]).toEqual([width, height])
  if (upscale.decision === 'needs-url') return
  const maxBytes = bytes.length <= inlineMaxBytes ? Math.min(inlineMaxBytes, limits.maxBytes) : limits.maxBytes
  const own = await expectSound(upscale, { maxBytes })
  if ('isPoster' in source) await expectKept(source, upscale, own.prepared, maxBytes)
  await clear(upscale)
}

async function clear({ decision, path, sizeBytes }: PreparedFile): Promise<void> {
  if (decision === 'encoded' && sizeBytes > ownFromBytes) await rm(path, { force: true })
}

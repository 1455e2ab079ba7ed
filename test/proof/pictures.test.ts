import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { beforeAll, expect } from 'vitest'
import { inlineMaxBytes } from '../../src/engine/images/limits.ts'
import type { Images, PreparedFile } from '../../src/engine/images/port.ts'
import { expectSound } from '../engine/images/support/prepared.ts'
import { randomSource } from '../engine/images/support/random-sources.ts'
import { useWorkshop } from '../engine/images/support/workshop.ts'
import { row } from './support/row.ts'

const shop = useWorkshop()
const workers = availableParallelism()
let images: Images
beforeAll(() => {
  images = shop.start({ workers })
})

/** Smaller ones may be another case's too, since they lie under their hash. */
const ownFromBytes = 4096

row(
  {
    name: 'pictures',
    title:
      'pictures of any size, format, orientation and depth keep their upright dimensions and every limit, to the byte (O82, O83, O116, A1)',
    small: 300,
    large: 10_000,
    // Enough that sources are made and results looked at while each core has one to prepare.
    atOnce: 3 * workers,
  },
  async ({ index, seed }) => {
    const source = await randomSource(seed)
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

async function prepares(path: string, source: Awaited<ReturnType<typeof randomSource>>): Promise<void> {
  const { limits, format, width, height, bytes } = source
  const reference = await images.prepareReference(path, limits)
  if (reference.decision === 'refused') throw new Error(reference.reason)
  await expectSound(reference, limits)
  await clear(reference)

  const upscale = await images.prepareUpscale(path, { maxBytes: limits.maxBytes })
  if (upscale.decision === 'refused') return expect(format).toBe('gif')
  expect([upscale.width, upscale.height]).toEqual([width, height])
  if (upscale.decision === 'needs-url') return
  const maxBytes = bytes.length <= inlineMaxBytes ? Math.min(inlineMaxBytes, limits.maxBytes) : limits.maxBytes
  await expectSound(upscale, { maxBytes })
  await clear(upscale)
}

async function clear({ decision, path, sizeBytes }: PreparedFile): Promise<void> {
  if (decision === 'encoded' && sizeBytes > ownFromBytes) await rm(path, { force: true })
}

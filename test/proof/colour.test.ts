import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { beforeAll, expect } from 'vitest'
import type { PreparedFile } from '../../src/engine/images/answers.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { pick, type Random, randomFrom } from '../engine/images/support/random-sources.ts'
import { useWorkshop } from '../engine/images/support/workshop.ts'
import { differences, expectedLab, labOfSrgb } from '../support/colour-judge.ts'
import { type ColourCase, colourCases } from './support/colour-cases.ts'
import { coloured, middlesOf, patchCount } from './support/colour-sources.ts'
import { row } from './support/row.ts'

const shop = useWorkshop()
const workers = availableParallelism()
let images: Images
beforeAll(() => {
  images = shop.start({ workers })
})

/** CIE 1976, of what is sent without loss; and of a lossy picture's flat patches. */
const bounds = { lossless: { mean: 1, most: 3 }, lossy: { mean: 1.5, most: 4 } }

/** A prime: neighbouring cases are of different kinds, and all have their turn. */
const stride = 607

row(
  {
    name: 'colour',
    title:
      'whatever a file says of its colours, what is sent is within a just visible difference of what littleCMS makes of it (P1, P3, P4, P10)',
    small: 60,
    large: Math.ceil(10_000 / colourCases.length) * colourCases.length,
    atOnce: 2 * workers,
  },
  async ({ index, seed }) => {
    const one = colourCases[(index * stride) % colourCases.length]
    if (!one) throw new Error('no such case')
    const path = await prepares(one, index, randomFrom(seed)).catch((error: unknown) => {
      throw new Error(`${one.told}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    })
    await rm(path)
  },
)

async function prepares(one: ColourCase, index: number, random: Random): Promise<string> {
  const { bytes, held } = await coloured(one.container, one.bits, one.space, one.words, patches(one, random))
  const path = await shop.write(`colour-${index}`, bytes)
  const prepared =
    one.purpose === 'reference'
      ? await images.prepareReference(path, { maxEdge: pick(random, [4096, 4096, 96]), maxBytes: 3 * 2 ** 20 })
      : await images.prepareUpscale(path, { maxBytes: 9_500_000 })
  if (prepared.decision === 'refused' || prepared.decision === 'needs-url') throw new Error(prepared.reason)
  const seen = labOfSrgb(await middlesOf(await readFile(prepared.path)))
  const found = differences(seen, expectedLab(one.judge.icc, one.space, held, one.judge.isTable))
  const { mean, most } = prepared.quality === null ? bounds.lossless : bounds.lossy
  expect(found.mean, `mean of ${prepared.format}, ${prepared.steps}`).toBeLessThanOrEqual(mean)
  expect(found.most, `most of ${prepared.format}, ${prepared.steps}`).toBeLessThanOrEqual(most)
  tellsTheTruth(one, prepared)
  return path
}

/** Corners, where spaces end, and whatever lies between, dark tones among it. */
function patches({ space }: ColourCase, random: Random): Uint16Array {
  const channels = { grey: 1, rgb: 3, cmyk: 4 }[space]
  return Uint16Array.from({ length: patchCount * channels }, (_, at) => {
    const patch = Math.floor(at / channels)
    if (patch < 8) return (patch >> (at % channels)) & 1 ? 65_535 : 0
    return Math.round(65_535 * random() ** (patch < 24 ? 3 : 1))
  })
}

function tellsTheTruth({ bits }: ColourCase, { decision, steps }: PreparedFile): void {
  if (decision === 'encoded') expect(steps.includes('from 16 to 8 bits a channel')).toBe(bits === 16)
  expect(steps.join()).not.toMatch(/left aside|cannot be converted/)
}

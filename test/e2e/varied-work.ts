import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import type { CallInput } from '../../src/contract/ipc.ts'
import { callFrom, handlesOf, order } from './driving.ts'

// What fills a practice home for pictures of the screens: ordered by calls, as the window makes them, and by presses.

const sample = join(root, 'resources/sample.jpg')

/** Prompts that practice paints differently, each with a ratio. */
const prompts: [prompt: string, ratio: string][] = [
  ['A lighthouse on a cliff above a winter sea at dawn', '3:2'],
  ['A white ceramic vase on a linen table, soft window light', '4:5'],
  ['Terracotta dunes at sunset, long shadows', '16:9'],
  ['Cut paper collage of flowers in coral and teal', '1:1'],
  ['A pine forest in morning mist', '2:3'],
  ['Neon street in the rain, night', '3:2'],
  ['Marbled silk in indigo and gold', '1:1'],
  ['Snow on the alps under a pale blue sky', '16:9'],
  ['A red boat in a quiet harbour at dusk, long exposure', '3:2'],
  ['Perfume bottle on a dark studio backdrop', '4:5'],
  ['Green hills and a meadow in spring', '3:2'],
  ['A minimal geometric pattern in ochre', '1:1'],
  ['Aurora over a frozen lake, stars', '16:9'],
  ['Glass mug of tea, warm evening light', '4:5'],
  ['Autumn trees around a small house', '3:2'],
  ['Desert canyon at noon', '2:3'],
  ['Skyline of a city at golden hour', '16:9'],
  ['Smoke and fire, abstract', '3:2'],
  ['An island in a summer sea', '3:2'],
]

/** Orders a picture of each prompt at the price that is quoted. */
export async function orderPictures(page: Page, wanted: readonly [prompt: string, ratio: string][]): Promise<void> {
  const { models } = await callFrom(page, 'catalogue.models', { media: 'image' })
  const variants = wanted.map(([prompt, aspectRatio]) => ({ prompt, aspectRatio }))
  const modelId = models[0]?.id ?? ''
  const quote = await callFrom(page, 'quote.generation', { prompt: wanted[0]?.[0] ?? '', modelId, variants })
  await order(page, quote)
}

/** @param paths of its files */
export async function orderSkill(
  page: Page,
  wish: Omit<CallInput<'quote.skill'>, 'files'>,
  paths: string[] = [],
): Promise<void> {
  const files = paths.length === 0 ? [] : await handlesOf(page, paths)
  const quote = await callFrom(page, 'quote.skill', { ...wish, files })
  const problem = quote.problems[0]?.message
  if (problem) throw new Error(problem)
  await order(page, quote)
}

/** Until nothing is under way but what waits for a decision. */
export async function untilIdle(page: Page, timeoutMs = 120_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const all = await callFrom(page, 'requests.list', { open: true })
    const open = all.filter(({ state }) => state !== 'needs-decision')
    if (open.length === 0) return
    if (Date.now() > deadline) throw new Error(`${open.length} requests are still open`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Two dozen results of all kinds, some of them rated. */
export async function makeVariedLibrary(page: Page): Promise<void> {
  await orderSkill(page, { skill: 'product-detail' }, [sample])
  await orderSkill(page, { skill: 'brand-poster', values: { brand: 'Harbour Days' } })
  await orderPictures(page, prompts.slice(0, 10))
  await untilIdle(page)
  await orderPictures(page, prompts.slice(10))
  await orderSkill(page, { skill: 'remove-bg' }, [sample])
  await untilIdle(page)
  const { list } = await callFrom(page, 'library.open', { filter: {}, limit: 100 })
  for (const [place, rating] of [
    [1, 5],
    [4, 4],
    [9, 5],
    [12, 3],
  ] as const)
    await callFrom(page, 'library.mark', { of: { list, revision: 0, ranges: [[place, place + 1]] }, marks: { rating } })
}

import { expect, it } from 'vitest'
import { inlineMaxBytes } from '../../../src/engine/images/limits.ts'
import type { Images } from '../../../src/engine/images/port.ts'
import { hostileFiles } from './support/hostile.ts'
import { expectSound } from './support/prepared.ts'
import { randomSource } from './support/random-sources.ts'
import { useWorkshop } from './support/workshop.ts'

/** 300 in the gate; `npm run prove` asks for more. */
const count = Number(process.env.PRINTROOM_PROVE_PICTURES ?? 300)
const seed = Number(process.env.PRINTROOM_PROVE_SEED ?? 1)
const timeLimitMs = Math.max(120_000, count * 400)
const shop = useWorkshop()

/** As many calls at once as keep the workers busy, and no more files than that in memory. */
async function inTurns(total: number, work: (index: number) => Promise<void>) {
  let next = 0
  const lane = async () => {
    while (next < total) await work(next++)
  }
  await Promise.all(Array.from({ length: 6 }, lane))
}

it(
  `${count} random pictures keep their upright dimensions and every limit`,
  async () => {
    await inTurns(count, async (index) => {
      const source = await randomSource(seed + index)
      const path = await shop.write(`random-${index}`, source.bytes)
      const told = `seed ${seed + index}: ${source.told}`
      const reference = await shop.images.prepareReference(path, source.limits)
      if (reference.decision === 'refused') throw new Error(`${told}: ${reference.reason}`)
      await expectSound(reference, source.limits)

      const upscale = await shop.images.prepareUpscale(path, { maxBytes: source.limits.maxBytes })
      if (upscale.decision === 'refused') return expect(source.format, told).toBe('gif')
      expect([upscale.width, upscale.height], told).toEqual([source.width, source.height])
      if (upscale.decision === 'needs-url') return
      const maxBytes =
        source.bytes.length <= inlineMaxBytes
          ? Math.min(inlineMaxBytes, source.limits.maxBytes)
          : source.limits.maxBytes
      await expectSound(upscale, { maxBytes })
    })
  },
  timeLimitMs,
)

it(
  `${count} hostile files are each answered within 10 s by a picture or a sentence`,
  async () => {
    const files = await hostileFiles()
    const images = shop.start({ workers: 2 })
    await inTurns(count, async (index) => {
      const { name, bytes } = files(seed + index)
      const path = await shop.write(`hostile-${index}`, bytes)
      for (const operation of [prepareReference, prepareUpscale, examine]) {
        const started = performance.now()
        const sentence = await operation(images, path)
        const tookMs = performance.now() - started
        expect(tookMs, `seed ${seed + index}: ${name} took ${tookMs} ms`).toBeLessThan(10_000)
        if (sentence !== null) expect(sentence, `seed ${seed + index}: ${name}`).toMatch(/^[A-Z][^\p{C}]{10,300}\.$/u)
      }
    })
    const fine = await randomSource(1)
    expect((await images.inspect(await shop.write('fine', fine.bytes))).problem).toBeNull()
  },
  timeLimitMs,
)

async function prepareReference(images: Images, path: string): Promise<string | null> {
  const answer = await images.prepareReference(path, { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }).catch(sentenceOf)
  if (typeof answer === 'string') return answer
  return answer.decision === 'refused' ? answer.reason : null
}

async function prepareUpscale(images: Images, path: string): Promise<string | null> {
  const answer = await images.prepareUpscale(path, { maxBytes: 3 * 2 ** 20 }).catch(sentenceOf)
  if (typeof answer === 'string') return answer
  return 'reason' in answer ? answer.reason : null
}

async function examine(images: Images, path: string): Promise<string | null> {
  const answer = await images.examine(path).catch(sentenceOf)
  return typeof answer === 'string' ? answer : null
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

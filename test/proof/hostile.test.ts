import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { beforeAll, expect } from 'vitest'
import type { Images } from '../../src/engine/images/port.ts'
import { peakBytesOfChildren } from '../engine/images/support/children-memory.ts'
import { hostileFiles, kinds } from '../engine/images/support/hostile.ts'
import { flat } from '../engine/images/support/pictures.ts'
import { useWorkshop } from '../engine/images/support/workshop.ts'
import { row } from './support/row.ts'

const shop = useWorkshop()
const workers = availableParallelism()
const limits = { maxEdge: 4096, maxBytes: 3 * 2 ** 20 }
const answerWithinMs = 10_000
const memoryBytes = 2 ** 30
/** One sentence without a character from elsewhere. */
const sentence = /^[A-Z][^\p{C}]{10,300}\.$/u

let files: Awaited<ReturnType<typeof hostileFiles>>
let fine: string
let pool: Images
beforeAll(async () => {
  pool = shop.start({ workers })
  files = await hostileFiles()
  fine = await shop.write('fine.png', await flat(20, 20).png().toBuffer())
})

row(
  {
    name: 'hostile',
    title:
      'hostile files are each answered within 10 s by a picture or a sentence, in bounded memory, and the next file is fine',
    small: 3 * kinds.length,
    large: 10_000,
    atOnce: 3 * workers,
  },
  async ({ index, seed }) => {
    const { name, bytes } = files(seed, index)
    const path = await shop.write(`hostile-${index}`, bytes)
    for (const [operation, work] of operations) {
      const began = performance.now()
      const words = await work(pool, path)
      const tookMs = performance.now() - began
      expect(tookMs, `${name}: ${operation} took ${tookMs.toFixed(0)} ms`).toBeLessThan(answerWithinMs)
      if (words !== null) expect(words, `${name}: ${operation}`).toMatch(sentence)
    }
    expect((await pool.inspect(fine)).problem, `after ${name}`).toBeNull()
    expect(peakBytesOfChildren(), `after ${name}`).toBeLessThan(memoryBytes)
    await rm(path)
  },
)

type Operation = (images: Images, path: string) => Promise<string | null>

/** Each answers with what is said to a designer, or null where there is a picture. */
const operations: [string, Operation][] = [
  [
    'prepareReference',
    async (images, path) => {
      const answer = await images.prepareReference(path, limits).catch(sentenceOf)
      if (typeof answer === 'string') return answer
      if (answer.decision === 'refused') return answer.reason
      await clear(answer.path, path)
      return null
    },
  ],
  [
    'prepareUpscale',
    async (images, path) => {
      const answer = await images.prepareUpscale(path, limits).catch(sentenceOf)
      if (typeof answer === 'string') return answer
      if ('reason' in answer) return answer.reason
      await clear(answer.path, path)
      return null
    },
  ],
  [
    'examine',
    async (images, path) => {
      const answer = await images.examine(path).catch(sentenceOf)
      return typeof answer === 'string' ? answer : null
    },
  ],
]

async function clear(prepared: string, source: string): Promise<void> {
  if (prepared !== source) await rm(prepared, { force: true })
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

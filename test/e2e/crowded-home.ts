import type { PaidOrder } from '../../src/domain/request/receipt.ts'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { openStore } from '../../src/engine/store/store.ts'
import { bodyOf, madeJob, receiptOf } from '../support/receipts.ts'
import { libraryHome } from './library-home.ts'

const day = 24 * 3_600_000
const models = ['Quillon 3', 'Driftwood 5', 'Hearth 2'] as const
const skills = ['remove-bg', 'upscale', 'product-detail'] as const

function orderOf(n: number): PaidOrder {
  const skill = n % 2 === 0 ? skills[n % skills.length] : undefined
  if (skill !== undefined) return { kind: 'skill', skill, fields: {}, pictures: [] }
  const prompt = `Study ${n} of a harbour in fog, soft light, long exposure, with a title that has no room`
  return {
    kind: 'generation',
    modelName: models[n % models.length] ?? '',
    mediaType: 'image',
    fields: { prompt, modelId: 'm', aspectRatio: '3:2' },
    references: [],
  }
}

/** A practice home with so many pictures, and as many receipts, spread over the last year: for screens that are full. */
export async function crowdedHome(pictures: number): Promise<string> {
  const home = await libraryHome(pictures)
  const store = await openStore(foldersFor(home, true).data)
  const steps = Array.from({ length: pictures }, (_, n) => {
    // Dear weeks and cheap ones.
    const credits = 1 + Math.floor(12 * Math.abs(Math.sin(n / 90))) + (n % 3)
    const atMs = Math.floor(Date.now() - 360 * day * (1 - n / pictures) - 60_000)
    const after = receiptOf({
      id: `0b7c3a52-6f0e-4c39-9d6b-${String(n).padStart(12, '0')}`,
      origin: 'practice',
      order: orderOf(n),
      quote: { price: 'known', credits, lines: [], pricesReadAtMs: atMs },
      consent: { atMs, credits, by: 'window', ceilingCredits: null },
      approvedAtMs: atMs,
      updatedAtMs: atMs,
      firstSentAtMs: atMs,
      acceptedAtMs: atMs,
      phase: 'completed',
      settled: true,
      body: bodyOf(),
      sentTimes: 1,
      creditsUsed: credits,
      creditsStatus: 'confirmed',
      jobs: [madeJob([], { generationId: `job-${n}`, creditsUsed: credits, creditsStatus: 'confirmed' })],
    })
    return { after, timeline: [] }
  })
  store.receipts.save(steps)
  store.close()
  return home
}

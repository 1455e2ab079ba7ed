import { rmSync } from 'node:fs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { openStore } from '../../src/engine/store/store.ts'
import { incarnate } from '../proof/support/incarnation.ts'
import { temporaryFolder } from '../proof/support/remote.ts'
import { bodyOf, jobOf, receiptOf } from '../support/receipts.ts'
import type { Bench } from './support/measure.ts'
import { timed, timedLater } from './support/measure.ts'

const count = 10_000
/** Nobody listens there: what is planned is not done. */
const nobody = 'http://127.0.0.1:9'

/** A home as a crash leaves it, with so many requests that a service works at. */
export async function homeWith(receipts: number, origin = nobody): Promise<string> {
  const home = temporaryFolder()
  const store = await openStore(foldersFor(home, false).data)
  const acceptedAtMs = Date.now() - 120_000
  const steps = Array.from({ length: receipts }, (_, n) => ({
    after: receiptOf({
      id: `0b7c3a52-6f0e-4c39-9d6b-${String(n).padStart(12, '0')}`,
      origin,
      keyFingerprint: null,
      phase: 'running',
      body: bodyOf(),
      sentTimes: 1,
      approvedAtMs: acceptedAtMs,
      updatedAtMs: acceptedAtMs,
      acceptedAtMs,
      jobs: [jobOf({ generationId: `job-${n}` })],
    }),
    timeline: [],
  }))
  store.receipts.save(steps)
  store.close()
  return home
}

/** A start with ten thousand requests under way, beside a start with none. */
export const openReceipts: Bench = {
  name: 'open-receipts',
  run: async () => {
    const start = async (receipts: number): Promise<{ opening: number; planning: number }> => {
      const home = await homeWith(receipts)
      try {
        let engine: Awaited<ReturnType<typeof incarnate>>['engine'] | null = null
        const opening = await timedLater(async () => {
          engine = (await incarnate(home, { url: nobody, key: 'svc_sk_none' })).engine
        })
        const started = engine as Awaited<ReturnType<typeof incarnate>>['engine'] | null
        const planning = timed(() => started?.driver.start())
        await started?.close()
        return { opening, planning }
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
    }
    const [none, many] = [await start(0), await start(count)]
    return [
      {
        work: '10,000 open receipts planned at start',
        beside: 'two seconds',
        ratio: many.planning / 2000,
        goal: { atMost: 1 },
        detail: `${many.planning.toFixed(0)} ms; opening the home ${many.opening.toFixed(0)} ms, with none open ${none.opening.toFixed(0)} ms`,
      },
    ]
  },
}

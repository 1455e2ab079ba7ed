import { rmSync } from 'node:fs'
import { foldersFor } from '../../src/engine/platform/home.ts'
import { openStore } from '../../src/engine/store/store.ts'
import { incarnate } from '../proof/support/incarnation.ts'
import { temporaryFolder } from '../proof/support/remote.ts'
import { bodyOf, jobOf, receiptOf } from '../support/receipts.ts'
import { type Bench, inTurns, median, timed } from './support/measure.ts'

const rounds = 3
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

interface Start {
  opening: number
  planning: number
}

async function startWith(receipts: number): Promise<Start> {
  const home = await homeWith(receipts)
  try {
    const beganMs = performance.now()
    const { engine } = await incarnate(home, { url: nobody, key: 'svc_sk_none' })
    const opening = performance.now() - beganMs
    const planning = timed(() => engine.driver.start())
    await engine.close()
    return { opening, planning }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** A start with ten thousand requests under way, beside a start with none. */
export const openReceipts: Bench = {
  name: 'open-receipts',
  run: async (effort) => {
    const count = effort(10_000, 2000)
    const { none, many } = await inTurns(rounds, { none: () => startWith(0), many: () => startWith(count) })
    const plannings = many.map(({ planning }) => planning)
    const opening = (starts: Start[]) => median(starts.map((start) => start.opening)).toFixed(0)
    return [
      {
        work: `${count.toLocaleString('en')} open receipts planned at start`,
        beside: 'two seconds',
        ratio: median(plannings) / 2000,
        rounds: plannings.map((ms) => ms / 2000),
        goal: { atMost: 1 },
        detail: `${median(plannings).toFixed(0)} ms; opening the home ${opening(many)} ms, with none open ${opening(none)} ms`,
      },
    ]
  },
}

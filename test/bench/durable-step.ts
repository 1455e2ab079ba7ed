import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { watchPoints } from '../../src/engine/platform/failpoints.ts'
import { openStore } from '../../src/engine/store/store.ts'
import { temporaryFolder } from '../proof/support/remote.ts'
import { bodyOf, receiptOf, t0 } from '../support/receipts.ts'
import { type Bench, inRounds, type Measured, median, percentile, ratiosOf, timed } from './support/measure.ts'

const bodyBytes = 4096
const rounds = 12

/** One durable step of a receipt, journal and database together, beside one raw overwrite of as many bytes. */
export const durableStep: Bench = {
  name: 'durable-step',
  run: async (effort) => {
    const steps = effort(600, 240)
    const folder = temporaryFolder()
    const store = await openStore(join(folder, 'data'))
    const raw = openSync(join(folder, 'raw'), 'w+')
    const bytes = Buffer.alloc(bodyBytes, 'x')
    writeSync(raw, bytes)
    fsyncSync(raw)
    const [ours, others, databaseOnly]: [number[], number[], number[]] = [[], [], []]
    let journalDone = 0
    watchPoints((point, side) => {
      if (point === 'journal sync' && side === 'after') journalDone = performance.now()
      if (point === 'receipts commit' && side === 'after') databaseOnly.push(performance.now() - journalDone)
    })
    try {
      // One after the other, in turns: whatever else this machine does then disturbs both alike.
      for (let n = 0; n < steps; n += 1) {
        const id = `0b7c3a52-6f0e-4c39-9d6b-${String(n).padStart(12, '0')}`
        const after = receiptOf({ id, phase: 'ready', body: bodyOf('x'.repeat(bodyBytes)) })
        const timeline = [{ atMs: t0, tone: 'step' as const, title: 'Written to disk, sending', detail: '' }]
        ours.push(timed(() => store.receipts.save([{ after, timeline }])))
        others.push(
          timed(() => {
            writeSync(raw, bytes, 0, bytes.length, 0)
            fdatasyncSync(raw)
          }),
        )
      }
    } finally {
      watchPoints(null)
      closeSync(raw)
      store.close()
      rmSync(folder, { recursive: true, force: true })
    }
    const line = (work: string, values: number[], atMost: number): Measured => ({
      work,
      beside: 'one raw overwrite and fdatasync of 4 KiB',
      ratio: median(values) / median(others),
      rounds: ratiosOf(inRounds(values, rounds, median), inRounds(others, rounds, median)),
      goal: { atMost },
      detail: `p50 ${median(values).toFixed(2)} ms beside ${median(others).toFixed(2)} ms, p99 ${percentile(values, 99).toFixed(2)} ms, ${steps} in turns`,
    })
    return [
      line('one durable step of a receipt, journal and database', ours, 2.8),
      line('the database’s part of it', databaseOnly, 1.5),
    ]
  },
}

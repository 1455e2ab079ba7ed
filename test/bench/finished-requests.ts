import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { allDone, type Incarnation, incarnate } from '../proof/support/incarnation.ts'
import { temporaryFolder } from '../proof/support/remote.ts'
import type { Bench } from './support/measure.ts'
import { startPracticeProcess } from './support/practice-process.ts'
import { smallPicture } from './support/small-picture.ts'

/** Lists, caches and compiled code have their size after the first; the second says what each more one leaves behind. */
const [first, more] = [300, 600]

/** The engine remembers the last 10,000 files it looked at (src/engine/sources/inspector.ts): it remembers them before we measure. */
async function lookAtMany({ calls }: Incarnation, folder: string, picture: string): Promise<void> {
  for (const half of ['one', 'other']) {
    const dropped = join(folder, half)
    mkdirSync(dropped)
    for (let n = 0; n < 5000; n += 1) symlinkSync(picture, join(dropped, `${n}.png`))
    await calls['files.inspect']({ files: [dropped] })
  }
}

async function finish({ engine, calls }: Incarnation, files: string[]): Promise<void> {
  const quote = await calls['quote.skill']({ skill: 'remove-bg', files })
  await calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
  await allDone({ engine, calls }, undefined, 300_000)
}

/** What lives on after all that nothing needs any more was collected, bytes. */
async function living(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let n = 0; n < 3; n += 1) {
    collect()
    await new Promise(setImmediate)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)

/** What the engine keeps in memory of a request that is paid, at home and done with. */
export const finishedRequests: Bench = {
  name: 'finished-requests',
  run: async () => {
    const folder = temporaryFolder()
    const practice = await startPracticeProcess()
    const files = await Promise.all(
      Array.from({ length: first + more }, async (_, n) => {
        const path = join(folder, `${n}.png`)
        writeFileSync(path, await smallPicture(n))
        return path
      }),
    )
    const made = await incarnate(join(folder, 'home'), practice)
    try {
      made.engine.driver.start()
      await lookAtMany(made, folder, files[0] ?? '')
      await finish(made, files.slice(0, first))
      const before = await living()
      await finish(made, files.slice(first))
      const after = await living()
      const grown = (after - before) / more
      const receipts = made.engine.store.receipts.list({ limit: 50 })
      const text = JSON.stringify(receipts).length / receipts.length
      return [
        {
          work: `memory that each of ${more} finished requests leaves behind`,
          beside: 'the text of its receipt',
          ratio: grown / text,
          goal: { atMost: 0.1 },
          detail: `${grown.toFixed(0)} bytes each beside ${text.toFixed(0)}; ${mib(before)} MiB after the first ${first}, ${mib(after)} after all`,
        },
      ]
    } finally {
      await made.engine.close()
      await practice.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

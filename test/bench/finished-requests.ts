import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { allDone, type Incarnation, incarnate } from '../proof/support/incarnation.ts'
import { temporaryFolder } from '../proof/support/remote.ts'
import type { Bench } from './support/measure.ts'
import { startPracticeProcess } from './support/practice-process.ts'
import { smallPicture } from './support/small-picture.ts'

/** Lists, caches and compiled code have their size after the first; what each more one leaves behind is looked at so often. */
const rounds = 3

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
  run: async (effort) => {
    const [first, each] = [effort(300, 100), effort(200, 60)]
    const folder = temporaryFolder()
    const practice = await startPracticeProcess()
    const files = await Promise.all(
      Array.from({ length: first + rounds * each }, async (_, n) => {
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
      const sizes = [await living()]
      for (let from = first; from < files.length; from += each) {
        await finish(made, files.slice(from, from + each))
        sizes.push(await living())
      }
      const grown = sizes.slice(1).map((size, n) => (size - (sizes[n] ?? Number.NaN)) / each)
      const inAll = ((sizes.at(-1) ?? Number.NaN) - (sizes[0] ?? Number.NaN)) / each / rounds
      const receipts = made.engine.store.receipts.list({ limit: 50 })
      const text = JSON.stringify(receipts).length / receipts.length
      return [
        {
          work: `memory that each of ${rounds * each} finished requests leaves behind`,
          beside: 'the text of its receipt',
          ratio: inAll / text,
          rounds: grown.map((bytes) => bytes / text),
          goal: { atMost: 0.1 },
          detail: `${inAll.toFixed(0)} bytes each beside ${text.toFixed(0)}; ${sizes.map(mib).join(', ')} MiB after the first ${first} and each ${each} more`,
        },
      ]
    } finally {
      await made.engine.close()
      await practice.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

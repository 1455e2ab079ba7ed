import { expect, it } from 'vitest'
import { missingOutputs } from '../../../../src/domain/request/jobs.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { madeJob, receiptOf } from '../../../support/receipts.ts'

/** How often a member of a list, of whatever lies in it, or the list itself was read. */
interface Reads {
  count: number
}

/** The same, each read of which is counted. */
const counted = <T extends object>(value: T, reads: Reads): T =>
  new Proxy(value, {
    get: (target, name, receiver) => {
      reads.count++
      return Reflect.get(target, name, receiver)
    },
  })

/** All but a twentieth of so many files are here. */
function answeredWith(addresses: number, reads: Reads): Receipt {
  const urls = Array.from({ length: addresses }, (_, n) => `https://media.test/${n}.png`)
  const here = urls.slice(0, addresses * 0.95)
  const assets = here.map((_, outputIndex) =>
    counted({ assetId: `a${outputIndex}`, jobIndex: 0, outputIndex, sha256: 'x' }, reads),
  )
  const job = madeJob(urls)
  return receiptOf({
    phase: 'downloading',
    jobs: [{ ...job, urls: counted(urls, reads) }],
    assets: counted(assets, reads),
    // A person asked for all of them.
    surplus: { decided: addresses, fetch: addresses },
  })
}

/** Reads and not time: the machine's other work adds to time, and nothing adds to them. */
function readsOf(addresses: number): number {
  const reads = { count: 0 }
  const receipt = answeredWith(addresses, reads)
  expect(missingOutputs(receipt)).toHaveLength(addresses / 20)
  return reads.count
}

it('what is missing of an order costs as much more as there are more addresses in its answer, and no more (W9)', () => {
  const [few, many] = [readsOf(2000), readsOf(20_000)]
  expect(few).toBeGreaterThan(2000)
  // Ten times as many: a search through all of them for each would cost a hundred times as much.
  expect(many / few).toBeLessThan(11)
})

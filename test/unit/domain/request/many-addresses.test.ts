import { expect, it } from 'vitest'
import { missingOutputs } from '../../../../src/domain/request/jobs.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { madeJob, receiptOf } from '../../../support/receipts.ts'

/** All but a twentieth of so many files are here. */
function answeredWith(addresses: number): Receipt {
  const urls = Array.from({ length: addresses }, (_, n) => `https://media.test/${n}.png`)
  const here = urls.slice(0, addresses * 0.95)
  const assets = here.map((_, outputIndex) => ({ assetId: `a${outputIndex}`, jobIndex: 0, outputIndex, sha256: 'x' }))
  // A person asked for all of them.
  const surplus = { decided: addresses, fetch: addresses }
  return receiptOf({ phase: 'downloading', jobs: [madeJob(urls)], assets, surplus })
}

/** Processor time in microseconds, of the best of five times: other work of the machine only ever adds to it. */
function cost(receipt: Receipt): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    missingOutputs(receipt)
    return process.cpuUsage(before).user
  })
  return Math.max(1, Math.min(...costs))
}

it('what is missing of an order costs as much more as there are more addresses in its answer, and no more (W9)', () => {
  const [few, many] = [answeredWith(2000), answeredWith(20_000)]
  expect(missingOutputs(many)).toHaveLength(1000)
  // Ten times as many: a search through all of them for each would cost a hundred times as much.
  expect(cost(many) / cost(few)).toBeLessThan(50)
})

import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { missingOutputs } from '../../../../src/domain/request/jobs.ts'
import { madeJob, receiptOf } from '../../../support/receipts.ts'

it('knows at once what is missing of an order that was answered with 20,000 addresses (W9)', () => {
  const urls = Array.from({ length: 20_000 }, (_, n) => `https://media.test/${n}.png`)
  const assets = urls.slice(0, 19_000).map((_, outputIndex) => ({
    assetId: `a${outputIndex}`,
    jobIndex: 0,
    outputIndex,
    sha256: 'x',
  }))
  // A person asked for all of them.
  const surplus = { decided: 20_000, fetch: 20_000 }
  const receipt = receiptOf({ phase: 'downloading', jobs: [madeJob(urls)], assets, surplus })
  const began = performance.now()
  for (let times = 0; times < 10; times += 1) expect(missingOutputs(receipt)).toHaveLength(1000)
  expect(performance.now() - began).toBeLessThan(1500)
})

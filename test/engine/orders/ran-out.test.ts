import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { disc } from '../../practice/support/images.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newFolder } from '../../support/folders.ts'
import { chargesOf, newRig, postsOf, scale } from '../queue/support/rig.ts'

it.each([
  ['answered', []],
  ['answered with a line that broke, so that its receipt tells', [{ fault: 'lost-after', times: 1 }]],
])(
  'a run whose balance runs out between its pictures, %s, brings home what was made and says what to do (O102, O103, O124)',
  async (_, faults) => {
    const practice = await startPractice({ timeScale: scale })
    const rig = await newRig(practice)
    const path = '/api/skills/product-detail/run'
    await practice.change({ balances: { acc_a: { purchased: 13 } } })
    await practice.faults(...faults.map((fault) => ({ ...fault, match: { method: 'POST', path } })))
    const file = join(newFolder(), 'disc.png')
    writeFileSync(file, await disc())
    const quote = await rig.calls['quote.skill']({ skill: 'product-detail', files: [file] })
    const { requestIds } = await rig.calls['orders.approve']({ quoteId: quote.id, credits: quote.credits })
    const [id = ''] = requestIds
    rig.engine.driver.start()
    const view = await rig.ended(id)
    expect(view).toMatchObject({ state: 'partial', creditsQuoted: 18, creditsUsed: 12 })
    expect(view.assets).toHaveLength(2)
    expect(view.error).toMatch(/^2 of 3 were made: the balance of purchased credits ran out.*top up, then order/)
    expect(rig.engine.store.receipts.get(id)?.accepted).toMatchObject({ expectedCount: 3, paywallHitMidBatch: true })
    expect(await chargesOf(practice, id)).toEqual([6, 6])
    expect(await postsOf(practice, id)).toHaveLength(1)
  },
)

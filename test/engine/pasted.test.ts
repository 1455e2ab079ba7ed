import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pastedIn } from '../../src/engine/sources/pasted.ts'
import { tidyPasted } from '../../src/engine/store/pasted-upkeep.ts'
import { newFolder } from '../support/folders.ts'
import { receiptOf, skillOrder } from '../support/receipts.ts'
import { idOf, opened, stepOf } from './store/support/open.ts'

const dayMs = 24 * 3_600_000

describe('pasted pictures', () => {
  it('go when nothing names them any more and they are a day old; what a form, a setting or an order names stays', async () => {
    const home = newFolder()
    const store = await opened(home)
    const folder = pastedIn(home)
    mkdirSync(folder)
    const old = new Date(Date.now() - 2 * dayMs)
    const paste = (name: string, at = old): string => {
      const path = join(folder, name)
      writeFileSync(path, name)
      utimesSync(path, at, at)
      return path
    }
    store.keyValues.saveDraft('create', { references: [{ path: paste('in-a-form-000000000001') }] }, 1)
    store.keyValues.setNote('watch', JSON.stringify({ values: { logo: paste('in-a-setting-000000000002') } }))
    const source = { path: paste('in-an-order-000000000003'), name: 'pasted', sha256: 'ab'.repeat(32), sizeBytes: 3 }
    for (const n of [1, 2])
      store.receipts.save([
        stepOf(
          receiptOf({
            id: idOf(n),
            order: {
              ...skillOrder,
              kind: 'skill',
              skill: 'a-skill',
              fields: {},
              pictures: n === 1 ? [] : [{ field: 'image', source }],
            },
          }),
        ),
      ])
    paste('of-today-000000000004', new Date())
    paste('named-nowhere-000000000005')
    const signal = new AbortController().signal
    expect(await tidyPasted(folder, store.pathReferences, Date.now(), signal)).toBe(1)
    expect(readdirSync(folder).sort()).toEqual([
      'in-a-form-000000000001',
      'in-a-setting-000000000002',
      'in-an-order-000000000003',
      'of-today-000000000004',
    ])
    store.keyValues.saveDraft('create', {}, 2)
    expect(await tidyPasted(folder, store.pathReferences, Date.now(), signal)).toBe(1)
    expect(existsSync(join(folder, 'in-a-form-000000000001'))).toBe(false)
    expect(await tidyPasted(join(home, 'never pasted'), store.pathReferences, Date.now(), signal)).toBe(0)
  })
})

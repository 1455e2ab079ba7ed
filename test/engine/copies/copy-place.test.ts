import { expect, it } from 'vitest'
import { copyNames } from '../../../src/engine/copies/copy-place.ts'
import { newFolder } from '../../support/folders.ts'
import { receiptOf } from '../../support/receipts.ts'
import { assetOf } from '../store/support/assets.ts'

it.each(['{source}', '{skill}_{date}', '{skill}', '{prompt}', 'x'.repeat(200), '{source}-{skill}'])(
  'a copy of a practice result says so at the beginning of its name, whatever its template is: %s',
  (template) => {
    const wish = { to: { kind: 'beside' }, template } as const
    const names = (origin: string) => copyNames(receiptOf({ origin }), wish, assetOf(1), newFolder())
    for (const n of [1, 12]) {
      expect(names('practice')(n)).toMatch(/^practice-[^-_.].*\.png$/)
      expect(names('practice')(n).length).toBeLessThanOrEqual(84)
      expect(names('https://service.test')(n)).not.toContain('practice')
    }
  },
)

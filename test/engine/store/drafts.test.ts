import { expect, it } from 'vitest'
import { mostDrafts } from '../../../src/contract/drafts.ts'
import { openStore } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'

it('keeps as many forms as there are, and no endless number of names; one that is there can always be changed', async () => {
  const store = await openStore(newFolder())
  const { keyValues } = store
  for (let n = 0; n < mostDrafts + 20; n += 1) keyValues.saveDraft(`form-${n}`, n, n)
  const kept = Array.from({ length: mostDrafts + 20 }, (_, n) => keyValues.draft(`form-${n}`)).filter(
    (one) => one !== null,
  )
  expect(kept).toHaveLength(mostDrafts)
  keyValues.saveDraft('form-0', 'changed', 500)
  expect([keyValues.draft('form-0'), keyValues.draft(`form-${mostDrafts}`)]).toEqual(['changed', null])
  store.close()
})

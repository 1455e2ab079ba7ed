import { expect, it } from 'vitest'
import { mostDraftBytes, mostDrafts } from '../../../src/contract/drafts.ts'
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

it('keeps forms up to so many bytes together; one can be made shorter, and what is there stays (W1)', async () => {
  const store = await openStore(newFolder())
  const { keyValues } = store
  // A sign of three bytes, so that texts count as they lie on the disk.
  const third = '漢'.repeat(Math.floor(mostDraftBytes / 9) - 10)
  expect(['a', 'b', 'c', 'd'].map((form, n) => keyValues.saveDraft(form, third, n))).toEqual([true, true, true, false])
  expect([keyValues.draft('c'), keyValues.draft('d')]).toEqual([third, null])
  expect(keyValues.saveDraft('c', `${third}${third}`, 5)).toBe(false)
  expect(keyValues.draft('c')).toBe(third)
  expect([keyValues.saveDraft('c', 'short', 6), keyValues.saveDraft('d', third, 7)]).toEqual([true, true])
  store.close()
})

import { describe, expect, it } from 'vitest'
import type { TokenUse, TokenView } from '../../../src/contract/settings.ts'
import { newestUses, withRevoked } from '../../../src/renderer/features/settings/token-lists.ts'

const token = (id: string, isActive: boolean | null): TokenView => ({
  id,
  name: id,
  ending: null,
  isActive,
  lastUsedAt: null,
  createdAt: null,
})
const use = (id: string, createdAt: string | null): TokenUse => ({ id, model: 'm', credits: 1, status: '', createdAt })

describe('the keys of the account', () => {
  it('one that was revoked here stays revoked, whatever a later list says of it (O11)', () => {
    const tokens = [token('a', true), token('b', null), token('c', true)]
    expect(withRevoked(tokens, new Set(['a', 'b'])).map(({ isActive }) => isActive)).toEqual([false, false, true])
  })

  it('the newest lines of what a key made are the newest by their own dates, in whatever order they come', () => {
    const uses = [
      use('old', '2026-01-01T00:00:00Z'),
      use('none', null),
      use('new', '2026-11-20T09:00:00+02:00'),
      use('odd', 'not a date'),
      use('middle', '2026-11-20T06:59:00Z'),
    ]
    expect(newestUses(uses, 3).map(({ id }) => id)).toEqual(['new', 'middle', 'old'])
    expect(newestUses(uses, 9).map(({ id }) => id)).toEqual(['new', 'middle', 'old', 'none', 'odd'])
  })
})

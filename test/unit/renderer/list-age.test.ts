import { describe, expect, it, vi } from 'vitest'
import type { CallName } from '../../../src/contract/ipc.ts'
import { behind, freshMs, isOld, isOldByMinute, wasRead } from '../../../src/renderer/format/list-age.ts'

const now = Date.UTC(2026, 10, 20, 12)
const before = (ms: number): string => new Date(now - ms).toISOString()

describe('the age of a list', () => {
  it('is too high for Skills after five minutes and for models after an hour, and where nothing was read (O70)', () => {
    expect(isOld(before(299_000), freshMs.skills, now)).toBe(false)
    expect(isOld(before(301_000), freshMs.skills, now)).toBe(true)
    expect(isOld(before(301_000), freshMs.models, now)).toBe(false)
    expect(isOld(before(3_601_000), freshMs.models, now)).toBe(true)
    expect(isOld(null, freshMs.models, now)).toBe(true)
    expect(isOld(before(-60_000), freshMs.models, now)).toBe(true)
  })

  it('is none within the minute in which it was read, by a clock that shows minutes (D7)', () => {
    expect(isOld(before(-30_000), freshMs.models, now)).toBe(true)
    expect(isOldByMinute(before(-30_000), freshMs.models, now)).toBe(false)
    expect(isOldByMinute(before(-60_000), freshMs.models, now)).toBe(true)
    expect(isOldByMinute(before(3_601_000), freshMs.models, now)).toBe(true)
    expect(isOldByMinute(null, freshMs.models, now)).toBe(true)
  })

  it('tells which of a list and a quote is of an earlier reading, and nothing of what is not there (O70)', () => {
    expect(behind(before(9000), before(0))).toBe('list')
    expect(behind(before(0), before(9000))).toBe('quote')
    expect(behind(before(0), before(0))).toBeNull()
    expect(behind(null, before(0))).toBeNull()
    expect(behind(before(0), null)).toBeNull()
  })

  it('nothing is missing from a list that could not be read', () => {
    expect([wasRead(null), wasRead({ readAt: null }), wasRead({ readAt: before(0) })]).toEqual([false, false, true])
  })
})

describe('the list of models in the window', () => {
  const listOf = (stale: boolean, problem: string | null = null) => ({
    ok: true,
    value: { models: [], readAt: before(stale ? 5_000_000 : 0), stale, problem, lastUsedId: null },
  })

  async function withAnswers(...answers: unknown[]) {
    vi.resetModules()
    const asked: unknown[] = []
    vi.stubGlobal('window', {
      addEventListener: () => undefined,
      printroom: {
        on: () => undefined,
        call: async (name: CallName, input: unknown) => {
          asked.push([name, input])
          return answers.shift()
        },
      },
    })
    const { useCreate } = await import('../../../src/renderer/stores/create-store.ts')
    await useCreate.getState().loadModels(false)
    return { asked, models: useCreate.getState().models }
  }

  it('is asked for once more where the answer was an old copy, of which the new one is on its way (O1)', async () => {
    const { asked, models } = await withAnswers(listOf(true), listOf(false))
    expect(asked).toEqual([
      ['catalogue.models', { fresh: false }],
      ['catalogue.models', { fresh: true }],
    ])
    expect(models?.stale).toBe(false)
  })

  it('is not asked for again where it is fresh, or where the service does not answer', async () => {
    expect((await withAnswers(listOf(false))).asked).toHaveLength(1)
    expect((await withAnswers(listOf(true, 'No answer.'))).asked).toHaveLength(1)
    const { asked, models } = await withAnswers(listOf(true), listOf(true, 'No answer.'))
    expect([asked.length, models?.problem]).toEqual([2, 'No answer.'])
  })
})

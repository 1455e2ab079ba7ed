import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { checkSkillInTime } from '../../../src/engine/quoting/check-in-time.ts'
import { skillOf } from '../../support/catalogue.ts'
import { inThreadTime } from '../../support/thread-time.ts'

/** None of these would end at all. */
const soonMs = 5000

describe('the check of a form', () => {
  it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*)*=(.*)*x', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(a*)*\\u0021$'])(
    'is ended where its pattern %s does not end, and not tried for ever (W4)',
    (pattern) => {
      const skill = skillOf({
        materials: [],
        inputSchema: { type: 'object', properties: { note: { type: 'string', pattern } } },
      })
      const text = `${'a'.repeat(60)}-`
      for (let times = 0; times < 2; times += 1) {
        const problems = inThreadTime(soonMs, () => checkSkillInTime(skill, { note: text }, []))
        expect(problems).toHaveLength(1)
        expect(problems[0]?.message).toMatch(/cannot be read|does not fit/)
      }
      inThreadTime(500, () => checkSkillInTime(skill, { note: text }, []))
    },
  )

  it('leaves every sentence about values as it was (W4)', () => {
    const properties: Json = {
      note: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
      kind: { enum: Array.from({ length: 1500 }, (_, n) => `k${n}`) },
      list: { type: 'array', items: { $ref: '#/$defs/entry' }, uniqueItems: true },
    }
    const $defs: Json = { entry: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } }
    const skill = skillOf({ materials: [], inputSchema: { type: 'object', properties, $defs } })
    expect(checkSkillInTime(skill, { note: 'fine', kind: 'k7', list: [{ name: 'a' }] }, [])).toEqual([])
    expect(checkSkillInTime(skill, { note: 'too long', list: [{}] }, []).map(({ message }) => message)).toEqual([
      'note must have at most 5 characters.',
      'note does not fit: String does not match pattern.',
      'list, entry 1, name is required.',
    ])
  })
})

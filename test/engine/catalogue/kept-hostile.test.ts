import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'

// No list that is kept can stop the start after it, so none needs a mark that it did: whatever it holds is read, priced and
// checked within the budgets, in each life anew. Without them none of these would end at all.

const silent = 'http://127.0.0.1:9'
const key = `svc_sk_${'a'.repeat(32)}`

const levels = (count: number, of: (next: Json) => Json): { [name: string]: Json } =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `d${n}`,
      n + 1 < count ? of({ $ref: `#/$defs/d${n + 1}` }) : { type: 'string' },
    ]),
  )
const skill = (inputSchema: Json): Json => ({ skill: 'a-skill', pricing: { credits: 6 }, materials: [], inputSchema })
const nested = (depth: number): Json => (depth === 0 ? {} : { a: nested(depth - 1) })

const hostile: Record<string, Json> = {
  'references that double with each level': skill({
    properties: { note: { $ref: '#/$defs/d0' } },
    $defs: levels(40, (next) => ({ allOf: [next, next] })),
  }),
  'a pattern that does not end': skill({ properties: { note: { type: 'string', pattern: '^(a+)+$' } } }),
  'four million empty objects': [skill({}), Array.from({ length: 4_000_000 / 3 }, () => ({}))],
  'thousands in one another': [skill({}), nested(3000)],
  'a million names': Object.fromEntries(Array.from({ length: 140_000 }, (_, n) => [`n${n}`, n])),
}

/** What a window asks for as it opens, and what a watch folder does with it. */
async function use({ calls }: EngineAt): Promise<string[]> {
  const { skills } = await calls['catalogue.skills']({})
  const ordered = { skill: 'a-skill', files: [], values: { note: `${'a'.repeat(60)}-` } }
  const problems = await calls['quote.skill'](ordered).then(
    (quote) => quote.problems.map(({ message }) => message),
    (error: unknown) => [String(error)],
  )
  return [skills.map(({ id }) => id).join(), ...problems]
}

describe('a list that was kept', () => {
  it.each(Object.keys(hostile))('holds up no start, however often: %s (W4, W10)', async (name) => {
    const { home, engine, close } = await engineAt(silent, key)
    engine.store.keyValues.cache(silent, 'skills', hostile[name] ?? null, Date.now())
    await close()
    for (let life = 0; life < 2; life += 1) {
      const at = await engineAt(silent, key, { home })
      const [, ...problems] = await use(at)
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(/cannot be read/)
      await at.close()
    }
  })

  it('and is fine is there without the service (W10)', async () => {
    const { home, engine, close } = await engineAt(silent, key)
    engine.store.keyValues.cache(silent, 'skills', [skill({ properties: { note: { type: 'string' } } })], Date.now())
    await close()
    expect(await use(await engineAt(silent, key, { home }))).toEqual(['a-skill'])
  })
})

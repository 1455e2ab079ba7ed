import { expect, it } from 'vitest'
import { mustHoldNoKey } from '../../../src/engine/key/no-key-in.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'

const silent = 'http://127.0.0.1:9'
const key = `svc_sk_${'a1B2'.repeat(8)}`

/** As it may stand in a text: the canary's eight forms. */
const forms: Record<string, string> = {
  plain: key,
  'UTF-16': Buffer.from(key, 'utf16le').toString('latin1'),
  'UTF-16, the other way': Buffer.from(key, 'utf16le').swap16().toString('latin1'),
  base64: Buffer.from(`x${key}`).toString('base64'),
  hex: Buffer.from(key).toString('hex'),
  'percent-encoded': [...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'escaped as in JSON': [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  reversed: [...key].reverse().join(''),
}

it.each(Object.entries(forms))(
  'the key is refused in a text, %s, in a value or a name, however deep (W5)',
  (_, form) => {
    for (const input of [form, { value: { prompts: ['a fox', `a ${form} b`] } }, { [form]: 1 }])
      expect(() => mustHoldNoKey(input, [key])).toThrow(/Your key stands in this text/)
  },
)

it('other texts are kept, those that look like a key too, and while there is none (W5)', () => {
  const other = `svc_sk_${'c3D4'.repeat(8)}`
  for (const input of [undefined, null, 3, 'a fox', { prompt: other }, { prompt: key.slice(0, -1) }])
    mustHoldNoKey(input, [key])
  mustHoldNoKey({ prompt: key }, [])
})

it('it gets neither into projects, collections and tags, nor into a prompt; set as the key it is taken (W5)', async () => {
  const { calls, engine }: EngineAt = await engineAt(silent, key)
  const refused = { message: expect.stringContaining('Your key stands in this text') }
  await expect(calls['projects.choose']({ project: key })).rejects.toMatchObject(refused)
  await expect(calls['library.makeCollection']({ name: key })).rejects.toMatchObject(refused)
  await expect(calls['library.mark']({ of: { ids: ['a'] }, marks: { addTag: key } })).rejects.toMatchObject(refused)
  await expect(calls['quote.generation']({ prompt: `a ${key}`, modelId: 'm' })).rejects.toMatchObject(refused)
  await calls['projects.choose']({ project: 'a client' })
  expect(engine.store.projects.current).toBe('a client')
  await expect(calls['key.set']({ key })).resolves.toBeDefined()
})

import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeToken } from '../../../src/engine/api/account-calls.ts'
import { Tokens } from '../../../src/engine/api/tokens.ts'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

const everyByteIn = (folder: string): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  )

describe('keys of the account, by a session token (O9)', () => {
  let practice: Client
  let at: EngineAt
  let tokens: Tokens

  beforeEach(async () => {
    practice = await startPractice()
    at = await engineAt(practice.practice.url, practice.key())
    tokens = new Tokens(at.engine.service, practice.practice.sessionToken)
  })

  it('are listed, made, looked at and revoked, as the service has them (O9, O10, O11)', async () => {
    const made = await tokens.create('Studio "north" 北')
    expect(made).toMatchObject({
      type: 'entries',
      entries: [{ name: 'Studio "north" 北', token: expect.stringMatching(/^svc_sk_.{32}$/) }],
    })
    const [entry] = made.type === 'entries' ? made.entries : []
    const listed = await tokens.list()
    const own = listed.type === 'entries' ? listed.entries.find(({ id }) => id === entry?.id) : undefined
    expect(own).toMatchObject({ is_active: true, last_used_at: null })
    expect(own).not.toHaveProperty('token')
    expect(await tokens.usage(String(entry?.id))).toEqual({ type: 'entries', entries: [] })
    const view = await at.calls['catalogue.models']({ media: 'image' })
    await practice.post('/api/generate/v2', { prompt: 'x', modelId: view.models[0]?.id }, String(entry?.token))
    expect(await tokens.usage(String(entry?.id))).toMatchObject({
      entries: [{ credits_used: 6, status: expect.any(String) }],
    })
    expect(await tokens.revoke(String(entry?.id))).toEqual({
      type: 'entries',
      entries: [{ id: entry?.id, revoked: true }],
    })
    const after = await tokens.list()
    expect(after.type === 'entries' ? after.entries.find(({ id }) => id === entry?.id) : null).toMatchObject({
      is_active: false,
    })
    expect((await practice.get('/api/generate/v2/status/x', String(entry?.token))).status).toBe(401)
  })

  it('are five at most, in the service’s words (O9)', async () => {
    const outcomes = []
    for (const name of ['c', 'd', 'e', 'f']) outcomes.push(await tokens.create(name))
    expect(outcomes.map(({ type }) => type)).toEqual(['entries', 'entries', 'entries', 'failed'])
    expect(outcomes.at(-1)).toMatchObject({ reason: expect.stringContaining('at most 5') })
  })

  it('are out of reach of an API key and of nobody’s token (O9)', async () => {
    for (const session of [practice.key(), 'nobody', 'two\nlines', 'ключ', ''])
      for (const outcome of [
        await new Tokens(at.engine.service, session).list(),
        await new Tokens(at.engine.service, session).create('x'),
        await new Tokens(at.engine.service, session).revoke('x'),
        await new Tokens(at.engine.service, session).usage('x'),
      ])
        expect(outcome, session).toMatchObject({ type: 'failed', reason: expect.stringMatching(/./) })
  })

  it('leave neither the session token nor a new key in any file of the home (O9, O10)', async () => {
    const made = await tokens.create('kept nowhere')
    await tokens.list()
    const value = made.type === 'entries' ? String(made.entries[0]?.token) : ''
    await at.close()
    const bytes = everyByteIn(at.home)
    expect(bytes.length).toBeGreaterThan(1000)
    expect(value).toMatch(/^svc_sk_/)
    for (const secret of [practice.practice.sessionToken, value, practice.key()])
      expect(bytes.includes(secret)).toBe(false)
  })
})

/** A service that hears all and breaks the line. */
async function cutting(): Promise<string> {
  const server = createServer((request) => request.on('data', () => request.socket.destroy()))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('making a key, whose field’s name the document does not show', () => {
  let strange: StrangeService
  let at: EngineAt
  let tokens: Tokens
  const posts = () => strange.heard.filter(({ path }) => path === '/api/tokens').map(({ body }) => body)

  beforeEach(async () => {
    strange = new StrangeService()
    await strange.open()
    at = await engineAt(strange.base, strange.key)
    tokens = new Tokens(at.engine.service, 'session.1')
  })

  it.each([
    [400, { success: false, error: 'label is required' }, 'label is required'],
    [422, { error: 'tokenName missing' }, 'tokenName missing'],
    [500, { error: 'x' }, '500'],
    [200, { success: false, error: 'limit reached' }, 'limit reached'],
    [200, {}, 'no key'],
    [200, { id: 't', name: 'x' }, 'no key'],
    [200, Buffer.from('<html>'), 'could not be read'],
  ])('is asked once as `name` and never again after %i %j (O10, A30)', async (status, body, words) => {
    strange.instead = () => ({ status, body })
    expect(await tokens.create('Desk')).toMatchObject({ type: 'failed', reason: expect.stringContaining(words) })
    expect(posts()).toEqual([{ name: 'Desk' }])
  })

  it.each([
    [400, { success: false, error: 'label is required' }, false],
    [401, { error: 'log in again' }, false],
    [403, Buffer.from('<html>'), true],
    [400, {}, true],
    [500, { error: 'x' }, true],
    [200, {}, true],
  ])(
    'is said to be settled by a refusal in the service’s own words alone: %i %j (O10, A30)',
    async (status, body, mayBeDone) => {
      strange.instead = () => ({ status, body })
      expect(await tokens.create('Desk')).toMatchObject({ type: 'failed', mayBeDone })
      const words = await makeToken(at.engine, { service: strange.base, session: 's' }, 'Desk').catch(String)
      expect(words).toMatch(mayBeDone ? /It may have been made all the same/ : /No key was made\.$/)
    },
  )

  it('is settled where nobody answers at the address, and is not where the line breaks (O10)', async () => {
    const nobody = await engineAt('http://127.0.0.1:9', strange.key)
    const session = { service: 'http://127.0.0.1:9', session: 's' }
    await expect(makeToken(nobody.engine, session, 'Desk')).rejects.toThrow(/No key was made\.$/)
    const cut = await engineAt(await cutting(), strange.key)
    expect(await new Tokens(cut.engine.service, 's').create('Desk')).toMatchObject({ mayBeDone: true })
  })

  it.each(['Bearer eyJ.1', '  bearer   eyJ.1\n', 'Authorization: Bearer eyJ.1', 'eyJ.1'])(
    'takes a session as it stands in a header, once: %j (O9)',
    async (session) => {
      strange.instead = () => ({ status: 200, body: [] })
      await new Tokens(at.engine.service, session).list()
      expect(strange.heard.at(-1)?.bearer).toBe('Bearer eyJ.1')
    },
  )

  it.each(['two\nlines', 'ключ', '', 'Bearer', 'e…J', 'two words'])(
    'blames the session token, not the key, for what no header can carry, and sends nothing: %j (O9)',
    async (session) => {
      const before = strange.heard.length
      const outcome = await new Tokens(at.engine.service, session).create('Desk')
      expect(outcome).toMatchObject({
        reason: expect.stringMatching(/^This is no session token: .* Nothing was sent\./),
        mayBeDone: false,
      })
      expect(strange.heard).toHaveLength(before)
    },
  )

  it('is found wherever it stands in the answer (O10)', async () => {
    strange.instead = () => ({ status: 201, body: { data: { key: { id: 't', token: 'svc_sk_x', name: 'Desk' } } } })
    expect(await tokens.create('Desk')).toMatchObject({ entries: [{ token: 'svc_sk_x' }] })
    strange.instead = () => ({ status: 200, body: { tokens: [{ id: 't', token_value: 'svc…' }] } })
    expect(await tokens.list()).toMatchObject({ entries: [{ id: 't' }] })
  })

  it('that is refused is refused for looking and revoking, too (O11)', async () => {
    strange.instead = () => ({ status: 200, body: { success: false, error: 'log in again' } })
    for (const outcome of [await tokens.list(), await tokens.revoke('t'), await tokens.usage('t')])
      expect(outcome).toMatchObject({ type: 'failed', reason: expect.stringContaining('log in again') })
    strange.instead = () => ({ status: 204, body: Buffer.alloc(0) })
    expect(await tokens.revoke('a/b')).toEqual({ type: 'entries', entries: [{ id: 'a/b', revoked: true }] })
    expect(strange.heard.at(-1)?.path).toBe('/api/tokens/a%2Fb')
  })
})

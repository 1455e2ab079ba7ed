import { dialog } from 'electron'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Door } from '../../proof/support/door.ts'
import { type DoorAtService, doorAtService } from '../../support/door-at-service.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

// On a computer without a keychain: a key is held until Printroom closes.

let at: DoorAtService
let door: Door
let asked: string[]
let agrees: boolean

const other = `svc_sk_${'c'.repeat(32)}`
const notAgreed = { ok: false, code: 'not-agreed' }
const unknown = { name: 'printroom-of nobody.db' }
const where = async (): Promise<string> => (await door.get('app.snapshot', undefined)).key.where

beforeAll(async () => {
  at = await doorAtService()
  door = at.door
  door.act()
  expect((await door.get('backups.make', undefined)).isMade).toBe(true)
})
afterAll(() => at.close())
beforeEach(() => {
  asked = []
  agrees = true
  Object.assign(dialog, {
    showMessageBox: async ({ message }: { message: string }) => {
      asked.push(message)
      return { response: agrees ? 0 : 1, checkboxChecked: false }
    },
  })
})

const backup = async (): Promise<{ name: string }> => {
  const [{ name = '' } = {}] = await door.get('backups.list', undefined)
  return { name }
}

it('nothing is closed for a backup that is not there, or for a way that is the one of now (W1)', async () => {
  const { link } = door.state
  for (const input of [unknown, { name: 'javascript:alert(1)' }])
    expect((await door.get('backups.restore', input)).words).toMatch(/^There is no backup .* Nothing was changed\.$/)
  for (const input of [{}, { proxy: 'system' }, { trustNoOther: true }]) await door.get('app.setNetwork', input)
  expect(door.state.link).toBe(link)
  expect(asked).toEqual([])
})

it('a key that is held until Printroom closes outlives its engine, and another one in its place is asked about (W1)', async () => {
  const anew: [name: 'app.startPractice' | 'app.setNetwork' | 'backups.restore', input: unknown][] = [
    ['app.startPractice', undefined],
    ['app.setNetwork', { proxy: 'direct' }],
    ['backups.restore', await backup()],
  ]
  for (const [name, input] of anew) {
    const { link } = door.state
    agrees = true
    await door.get(name, input)
    expect(door.state.link).not.toBe(link)
    await door.get('app.useService', { address: at.remote.url })
    agrees = false
    expect(await door.say('key.set', { key: other })).toMatchObject(notAgreed)
    expect(asked.at(-1)).toBe(`Use another key for ${at.remote.url}?`)
    expect(await where()).toBe('session')
    expect(await door.state.holdsKeyOf(at.remote.url)).toBe(true)
  }
  const { models } = await door.get('catalogue.models', { media: 'image' })
  agrees = true
  const quote = await door.get('quote.generation', { prompt: 'a lamp', modelId: models[0]?.id ?? '' })
  await door.order(quote)
  await expect.poll(async () => (await at.remote.ledger()).entries.length).toBe(1)
})

it('what is asked while the engine is opened anew is answered by the new one, and backups put back at once follow each other (W1)', async () => {
  const { name } = await backup()
  const restored = [1, 2, 3].map(() => door.state.restoreBackup(name))
  const said = [1, 2, 3, 4].flatMap(() => [door.say('backups.restore', unknown), door.say('backups.list', undefined)])
  for (const answer of await Promise.all(restored))
    expect(answer).toMatchObject({ ok: true, value: expect.stringMatching(/^The backup is in place/) })
  // Done, or said of an engine that gave way meanwhile: never that none is running.
  for (const answer of (await Promise.all(said)) as { ok: boolean; code?: string }[])
    expect(['done', 'not-now']).toContain(answer.ok ? 'done' : answer.code)

  const practised = door.get('app.startPractice', undefined)
  const lists = await Promise.all([1, 2, 3, 4].map(() => door.say('backups.list', undefined)))
  const later = (await practised).mode
  expect(later).toBe('practice')
  for (const answer of lists as { ok: boolean; code?: string }[])
    expect(['done', 'not-now']).toContain(answer.ok ? 'done' : answer.code)
  await door.get('app.useService', { address: at.remote.url })
  expect(await where()).toBe('session')
})

it('a key that was forgotten stays forgotten, and the next one is asked about (W1)', async () => {
  await door.get('key.clear', { all: true })
  await door.get('app.startPractice', undefined)
  await door.get('app.useService', { address: at.remote.url })
  expect(await where()).toBe('none')
  agrees = false
  expect(await door.say('key.set', { key: at.remote.key })).toMatchObject(notAgreed)
  expect(asked.at(-1)).toBe(`Use another key for ${at.remote.url}?`)
  agrees = true
  await door.get('key.set', { key: at.remote.key })
  expect(await where()).toBe('session')
})

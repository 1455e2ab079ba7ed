import { dialog } from 'electron'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallName } from '../../../src/contract/ipc.ts'
import { CallPace } from '../../../src/main/call-pace.ts'
import type { Door } from '../../proof/support/door.ts'
import { doorAt } from '../../support/door-at-service.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

describe('at main’s door', () => {
  async function openDoor(): Promise<{ door: Door; service: StrangeService }> {
    const service = new StrangeService()
    await service.open()
    vi.stubEnv('PRINTROOM_TIME_SCALE', '')
    const door = await doorAt(newFolder(), { address: service.base, key: service.key })
    onTestFinished(() => door.close())
    service.heard = []
    return { door, service }
  }

  /** A script's calls, as many as it likes. @returns how many were let through, and how many a pace allows */
  async function hammer(
    door: Door,
    calls: [CallName, unknown][],
    perSecond: number,
  ): Promise<{ through: number; most: number }> {
    const beganMs = performance.now()
    const answers = await Promise.all(calls.map(([name, input]) => door.say(name, input)))
    const refused = answers.filter((answer) => (answer as { code?: string }).code === 'too-often')
    for (const answer of refused)
      expect(answer).toMatchObject({
        ok: false,
        retryable: true,
        message: expect.stringMatching(/too often.*Nothing was asked, changed, sent or charged\. Wait/),
      })
    const most = 30 + Math.ceil(((performance.now() - beganMs) / 1000) * perSecond)
    return { through: answers.length - refused.length, most }
  }
  const many = (name: CallName, input: unknown): [CallName, unknown][] =>
    Array.from({ length: 100 }, () => [name, input])

  it('a page that asks without end has the service asked thirty times at once and once a second, by all its calls (W2)', async () => {
    const { door, service } = await openDoor()
    const session = { service: service.base, session: 'a-session' }
    const { through, most } = await hammer(
      door,
      [
        ...many('gallery.look', { typed: 'a1' }),
        ...many('tokens.list', session),
        ...many('catalogue.models', { fresh: true }),
        ...many('requests.lookNow', { id: 'x' }),
      ],
      1,
    )
    expect(through).toBeLessThanOrEqual(most)
    expect(service.heard.length).toBeGreaterThan(0)
    expect(service.heard.length).toBeLessThanOrEqual(most)
  })

  it('the list that a key’s revocation reads before its dialog is counted with what else is asked (W2)', async () => {
    const { door, service } = await openDoor()
    Object.assign(dialog, { showMessageBox: async () => ({ response: 1, checkboxChecked: false }) })
    const session = { service: service.base, session: 'a-session' }
    const { through, most } = await hammer(
      door,
      [...many('tokens.usage', { ...session, id: 't1' }), ...many('tokens.revoke', { ...session, id: 't1' })],
      1,
    )
    expect(through).toBeLessThanOrEqual(most)
    expect(service.heard.length).toBeGreaterThan(0)
    expect(service.heard.length).toBeLessThanOrEqual(most)
  })

  it('dialogs without end are thirty, and then one a second (W2)', async () => {
    const { door } = await openDoor()
    const shown = vi.fn(async () => ({ response: 1, checkboxChecked: false, canceled: true, filePaths: [] }))
    Object.assign(dialog, { showMessageBox: shown, showOpenDialog: shown })
    const { through, most } = await hammer(
      door,
      [...many('app.setAskAbove', { credits: 1000 }), ...many('files.choose', { folders: false, multiple: true })],
      1,
    )
    expect(through).toBeLessThanOrEqual(most)
    expect(shown.mock.calls.length).toBeGreaterThan(0)
    expect(shown.mock.calls.length).toBeLessThanOrEqual(most)
  })
})

describe('what the app’s own page does at its fastest', () => {
  let nowMs = 0
  let pace: CallPace

  beforeEach(() => {
    nowMs = 0
    pace = new CallPace({ timeScale: 1 }, () => nowMs)
  })

  it('a form that is changed for an hour, each time as soon as its price is asked for, meets no pace', () => {
    const order = { prompt: 'a lamp', modelId: 'm' }
    for (; nowMs < 3_600_000; nowMs += 250) pace.must('quote.generation', order)
  })

  it('forty forms that open one after the other do not, nor do a thousand lists while a connection comes and goes', () => {
    const order = { skill: 'cut', files: [] }
    for (let n = 0; n < 40; n += 1) pace.must('quote.skill', order)
    nowMs += 10_000
    for (let n = 0; n < 1000; n += 1, nowMs += 500) {
      pace.must('catalogue.models', { fresh: false })
      pace.must('catalogue.skills', { fresh: false })
    }
  })

  it('what is decided about thousands of requests, and the library’s own work, is at no pace of the page', () => {
    for (let n = 0; n < 5000; n += 1) {
      pace.must('requests.decide', { id: `r${n}`, choice: 'look-again' })
      pace.must('queue.move', { id: `r${n}`, before: null })
      pace.must('files.inspect', { files: [] })
      pace.must('library.slice', { list: 'l', from: n, count: 100 })
    }
  })
})

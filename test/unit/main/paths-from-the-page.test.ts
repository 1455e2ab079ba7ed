import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type CallName, calls } from '../../../src/contract/ipc.ts'
import type { Door } from '../../proof/support/door.ts'
import { chanceOf } from '../../proof/support/random.ts'
import { temporaryFolder } from '../../proof/support/remote.ts'
import { type DoorAtService, doorAtService } from '../../support/door-at-service.ts'
import { callNames } from '../../support/ipc-fuzz.ts'
import { type Known, messageFor } from '../../support/ipc-messages.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const folder = temporaryFolder()
/** A folder that is named, with a picture that is not; and a picture that is named, known by its size. */
const secret = join(folder, 'secret')
const inside = join(secret, 'kept-to-itself.png')
const picture = join(folder, 'secret-too.png')
const width = 1237
let at: DoorAtService
let door: Door

beforeAll(async () => {
  mkdirSync(secret)
  for (const path of [inside, picture, join(folder, 'control.png')]) await make(path, width)
  await make(join(folder, 'given.png'), 640)
  at = await doorAtService(folder)
  door = at.door
})
afterAll(() => at.close())

const make = (path: string, wide: number) =>
  sharp({ create: { width: wide, height: 480, channels: 3, background: 'teal' } })
    .png()
    .toFile(path)

/** Another engine takes its time, and looks at nothing that is named. */
const opensEngines: ReadonlySet<CallName> = new Set([
  'app.startPractice',
  'app.useService',
  'app.setNetwork',
  'backups.restore',
])

/** Long ago, so that most file systems note the next reading. */
const unread = new Date('2001-01-01')
const forget = (path: string): void => utimesSync(path, unread, unread)
const isRead = (path: string): boolean => statSync(path).atimeMs !== unread.getTime()

it('a path in whatever place of whatever message leads to nothing: not looked at, not listed, not written into (W2)', async () => {
  const given = door.handles.of('file', join(folder, 'given.png'))
  const [looked] = await door.get('files.inspect', { files: [given] })
  expect(looked).toMatchObject({ file: given, width: 640, problem: null })
  const { models } = await door.get('catalogue.models', { media: 'image' })

  const control = join(folder, 'control.png')
  for (const path of [control, picture, inside]) forget(path)
  readFileSync(control)
  const isNoted = isRead(control)
  const fitting = { skill: ['remove-bg'], modelId: [models[0]?.id ?? ''] }
  const known = new Proxy<Known>(fitting, {
    get: (own, field) => own[String(field)] ?? [secret, picture, given, door.handles.of('folder', folder)],
  })
  const chance = chanceOf(7)
  const answers: string[] = []
  for (const name of callNames)
    for (let n = 0; n < (opensEngines.has(name) ? 1 : 6); n += 1) {
      const input = messageFor(calls[name].input, chance, known, 100)
      answers.push(JSON.stringify([name, await door.say(name, input)]))
    }
  const taken = answers.filter((answer) => answer.includes('"ok":true'))
  expect(taken.filter((answer) => /"quote\.|"watch\.price"|"files\.inspect"/.test(answer)).length).toBeGreaterThan(5)
  expect(answers.filter((answer) => /kept-to-itself|"width":1237/.test(answer))).toEqual([])
  expect(readdirSync(secret)).toEqual(['kept-to-itself.png'])
  if (isNoted) expect([picture, inside].filter(isRead)).toEqual([])
})

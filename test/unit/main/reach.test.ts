import { join } from 'node:path'
import { dialog } from 'electron'
import { expect, it, onTestFinished, vi } from 'vitest'
import { root } from '../../../scripts/setup.mjs'
import { type CallName, calls } from '../../../src/contract/ipc.ts'
import { reachOf } from '../../../src/contract/reach.ts'
import { rights } from '../../../src/contract/rights.ts'
import type { Door } from '../../proof/support/door.ts'
import { chanceOf } from '../../proof/support/random.ts'
import { doorAt } from '../../support/door-at-service.ts'
import { newFolder } from '../../support/folders.ts'
import { messageFor } from '../../support/ipc-messages.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

async function openDoor(): Promise<{ door: Door; service: StrangeService }> {
  const service = new StrangeService()
  const cut = pictureSkill(2, () => 2)
  service.skills.set('cut', cut)
  await service.open()
  vi.stubEnv('XDG_DATA_HOME', newFolder())
  const door = await doorAt(newFolder(), { address: service.base, key: service.key })
  onTestFinished(() => door.close())
  return { door, service }
}

/** Calls that nobody's press or act is behind. */
const byThePage = (Object.keys(calls) as CallName[]).filter((name) => {
  const right = rights[name]
  return right === 'free' || right.by === 'dialog'
})

it('a call that is said to stay on this computer asks nobody for anything and opens no dialog, whatever it is given (W2)', async () => {
  const { door, service } = await openDoor()
  const file = door.handles.of('file', join(root, 'resources/sample.jpg'))
  await door.get('queue.pause', undefined)
  const quote = await door.get('quote.skill', { skill: 'cut', files: [file] })
  const [id = ''] = await door.order(quote)
  let dialogs = 0
  const count = async (): Promise<never> => {
    dialogs += 1
    throw new Error('no dialog belongs here')
  }
  Object.assign(dialog, { showMessageBox: count, showOpenDialog: count, showSaveDialog: count })
  const chance = chanceOf(21)
  const known = { files: [file], file: [file], source: [file], id: [id], ids: [id], base64: ['AAAA'] }
  const wrongs: string[] = []
  let said = 0
  for (const name of byThePage)
    for (let n = 0; n < 6; n += 1) {
      const input = messageFor(calls[name].input, chance, known, 100)
      const read = calls[name].input.safeParse(input)
      if (!read.success || reachOf(name, read.data as never).length > 0) continue
      service.heard = []
      dialogs = 0
      await door.say(name, input)
      said += 1
      for (const { method, path } of service.heard) wrongs.push(`${name} asked the service: ${method} ${path}`)
      if (dialogs > 0) wrongs.push(`${name} opened a dialog`)
    }
  expect(wrongs).toEqual([])
  expect(said).toBeGreaterThan(250)
})

import { expect, it, onTestFinished, vi } from 'vitest'
import { Door } from '../../proof/support/door.ts'
import { newFolder } from '../../support/folders.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

it('a call whose engine gave way to another one before it answered is told so, and not that none is running (W1)', async () => {
  vi.stubEnv('PRINTROOM_HOME', newFolder())
  onTestFinished(() => void vi.unstubAllEnvs())
  const door = new Door(new URL('./support/unanswering-thread.mjs', import.meta.url))
  const cut = door.say('queue.caps', undefined)
  await door.state.startPractice()
  expect(await cut).toMatchObject({
    ok: false,
    code: 'not-now',
    message: expect.stringMatching(/opened its engine anew before this was answered.*in the receipts/),
  })
  await door.close()
})

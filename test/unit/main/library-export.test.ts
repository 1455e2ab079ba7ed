import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dialog } from 'electron'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Door } from '../../proof/support/door.ts'
import { temporaryFolder } from '../../proof/support/remote.ts'
import { type DoorAtService, doorAtService } from '../../support/door-at-service.ts'
import { eventually } from '../../support/eventually.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const folder = temporaryFolder()
const wish = { template: '{name}', sidecar: false, mark: false, picture: null }
let at: DoorAtService
let door: Door

beforeAll(async () => {
  at = await doorAtService(folder)
  door = at.door
})
afterAll(() => at.close())

/** A picture that is at home. */
async function make(prompt: string): Promise<void> {
  const { models } = await door.get('catalogue.models', { media: 'image' })
  const quote = await door.get('quote.generation', { prompt, modelId: models[0]?.id ?? '' })
  await door.order(quote)
  const isHome = async () => expect(await door.get('requests.list', { open: true })).toEqual([])
  await eventually(isHome)
}

it('exports the pictures that were chosen, though others come home while the dialog is open', async () => {
  await make('the chosen one')
  const { list, items } = await door.get('library.open', { filter: {}, limit: 10 })
  const to = join(folder, 'exported')
  await mkdir(to)
  Object.assign(dialog, {
    showOpenDialog: async () => {
      await make('one that came meanwhile')
      expect(await door.get('library.sync', { list })).toMatchObject({ inserted: [{ place: 0 }], revision: 1 })
      return { canceled: false, filePaths: [to] }
    },
  })
  const of = { list, revision: 0, ranges: [[0, 1]] }
  expect(await door.get('library.export', { of, wish })).toMatchObject({ folder: to, total: 1 })
  await eventually(async () =>
    expect(await door.get('exports.now', undefined)).toMatchObject({ state: 'ended', count: 1, missed: 0 }),
  )
  expect(readdirSync(to)).toEqual([items[0]?.name])

  expect(await door.say('library.trash', { of }), 'the same places afterwards').toMatchObject({ ok: false })
  expect(await door.get('library.trash', { of: { ...of, revision: 1 } })).toMatchObject({ count: 1 })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { awayWords, rememberHome } from '../../../src/engine/platform/home-memory.ts'
import { askForHome } from '../../../src/main/away-home.ts'
import { newFolder } from '../../support/folders.ts'

/** A home that was there, and is not. */
function awayHome() {
  const root = newFolder()
  const folders = { ...foldersFor(join(root, 'home'), false), memory: join(root, 'own') }
  rememberHome(folders)
  const back = (): void => {
    mkdirSync(folders.data, { recursive: true })
    writeFileSync(join(folders.data, 'printroom.db'), 'what was kept')
  }
  return { folders, back }
}

/** Presses one button after the other, and keeps what was asked. */
function presser(...presses: (number | (() => number))[]) {
  const asked: string[] = []
  const ask = async ({ message }: { message: string }): Promise<number> => {
    asked.push(message)
    const press = presses.shift()
    if (press === undefined) throw new Error('asked too often')
    return typeof press === 'number' ? press : press()
  }
  return { ask, asked }
}

it('asks until the disk of the home is there, and makes nothing meanwhile (S4)', async () => {
  const { folders, back } = awayHome()
  const { ask, asked } = presser(0, 0, () => {
    back()
    return 0
  })
  expect(await askForHome(folders, ask)).toBe('open')
  expect(asked).toHaveLength(3)
})

it('begins a new home only where that is said twice, and leaves where a person leaves (S4)', async () => {
  const { folders } = awayHome()
  expect(await askForHome(folders, presser(2).ask)).toBe('leave')
  expect(await askForHome(folders, presser(1, 0, 2).ask)).toBe('leave')
  expect(awayWords(folders)).not.toBeNull()
  expect(await askForHome(folders, presser(1, 1).ask)).toBe('open')
  expect(awayWords(folders)).toBeNull()
})

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Point, watchPoints } from '../../src/engine/durable.ts'
import { readSettings, type Settings, writeSettings } from '../../src/engine/settings.ts'
import { newFolder } from '../support/folders.ts'

let path: string
let first: Settings

beforeEach(() => {
  path = join(newFolder(), 'home', 'settings.json')
  first = { ...readSettings(path).settings, service: 'https://pictures.example' }
  writeSettings(path, first)
})
afterEach(() => watchPoints(null))

it('a home without settings has none to lose', () => {
  expect(readSettings(join(newFolder(), 'settings.json'))).toMatchObject({ settings: { service: null }, problem: null })
})

it('a file that was emptied, cut or taken away brings the same choices back from its copy', () => {
  const whole = readFileSync(path, 'utf8')
  for (const content of ['', whole.slice(0, 30), 'null', null]) {
    if (content === null) rmSync(path)
    else writeFileSync(path, content)
    expect(readSettings(path)).toEqual({ settings: first, problem: null })
  }
})

it('where neither can be read it is said, and no choice is made up', () => {
  for (const file of [path, `${path}.copy`]) writeFileSync(file, '')
  const { settings, problem } = readSettings(path)
  expect(settings.service).toBeNull()
  expect(problem).toMatch(/^The settings could not be read.*nothing was sent or charged/)
})

it('is synced with its name before a change is believed, and whole at every moment', () => {
  const seen: string[] = []
  const next: Settings = { ...first, theme: 'dark' }
  watchPoints((point: Point, side) => {
    seen.push(`${side} ${point}`)
    const { settings, problem } = readSettings(path)
    expect(problem).toBeNull()
    expect(settings.service).toBe('https://pictures.example')
  })
  writeSettings(path, next)
  const once = ['settings write', 'settings sync', 'settings rename', 'folder sync']
  expect(seen.filter((moment) => moment.startsWith('before'))).toEqual(
    [...once, ...once].map((point) => `before ${point}`),
  )
  expect(readSettings(path).settings).toEqual(next)
})

it.each(['settings write', 'settings sync', 'settings rename'] as const)(
  'a change whose %s fails is not taken, and leaves what was chosen before',
  (point) => {
    watchPoints((reached, side) => {
      if (reached === point && side === 'before') throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    })
    expect(() => writeSettings(path, { ...first, service: 'practice' })).toThrow('full')
    expect(readSettings(path).settings).toEqual(first)
  },
)

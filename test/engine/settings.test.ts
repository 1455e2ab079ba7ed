import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Point, watchPoints } from '../../src/engine/platform/failpoints.ts'
import { type AppSettings, readSettings, writeSettings } from '../../src/engine/platform/settings.ts'
import { newFolder } from '../support/folders.ts'

let path: string
let first: AppSettings

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
  const next: AppSettings = { ...first, theme: 'dark' }
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

/** Every member with something in its place that is none of it, alone. */
const wrong: [string, (file: Record<string, unknown>) => void][] = [
  ['service', (file) => void Object.assign(file, { service: 7 })],
  ['leftServices', (file) => void Object.assign(file, { leftServices: 'https://a.example' })],
  ['theme', (file) => void Object.assign(file, { theme: ['dark'] })],
  ['contrast', (file) => void Object.assign(file, { contrast: true })],
  ['language', (file) => void Object.assign(file, { language: null })],
  ['askAbove', (file) => void Object.assign(file, { askAbove: '1e9' })],
  ['network', (file) => void Object.assign(file, { network: 'direct' })],
  ['network.proxy', (file) => void Object.assign(file.network ?? {}, { proxy: null })],
  ['network.extraCa', (file) => void Object.assign(file.network ?? {}, { extraCa: 1 })],
  ['updates', (file) => void Object.assign(file, { updates: true })],
  ['updates.on', (file) => void Object.assign(file.updates ?? {}, { on: 'no' })],
  ['updates.address', (file) => void Object.assign(file.updates ?? {}, { address: 5 })],
]

describe('settings of which one has a wrong type', () => {
  const chosen: AppSettings = {
    service: 'https://pictures.example',
    leftServices: ['https://before.example'],
    theme: 'dark',
    contrast: 'more',
    language: 'en-XA',
    askAbove: 50,
    network: { proxy: 'http://proxy.example:8080', extraCa: '/certificates/own.pem' },
    updates: { address: 'https://updates.example', on: false },
  }
  const spoil = (file: string, change: (file: Record<string, unknown>) => void): void => {
    const content = JSON.parse(readFileSync(file, 'utf8'))
    change(content)
    writeFileSync(file, JSON.stringify(content))
  }
  beforeEach(() => writeSettings(path, chosen))

  it.each(wrong)('%s: every choice is as it was, from the copy beside, and it is said (L11)', (_, change) => {
    spoil(path, change)
    const { settings, problem } = readSettings(path)
    expect(settings).toEqual(chosen)
    expect(problem).toMatch(/^Some of the settings could not be read; taken from the copy beside: .*Nothing was sent/)
  })

  it.each(wrong)('%s, in both files: nothing else is lost, and nothing is switched on by it (L11)', (name, change) => {
    for (const file of [path, `${path}.copy`]) spoil(file, change)
    const { settings, problem } = readSettings(path)
    const kept = (member: keyof AppSettings): boolean => !name.startsWith(member)
    for (const member of [
      'service',
      'leftServices',
      'theme',
      'contrast',
      'language',
      'askAbove',
      'network',
      'updates',
    ] as const)
      if (kept(member)) expect(settings[member]).toEqual(chosen[member])
    expect(settings.updates.on).toBe(false)
    expect(problem).toMatch(/not known any more: /)
  })

  it('a file of an earlier version has less in it, and nothing is said of that (L11)', () => {
    for (const file of [path, `${path}.copy`]) writeFileSync(file, JSON.stringify({ service: 'practice' }))
    expect(readSettings(path)).toMatchObject({
      settings: { service: 'practice', updates: { on: null } },
      problem: null,
    })
  })
})

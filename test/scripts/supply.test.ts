import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { licencesOfShipped } from '../../scripts/lib/licences.mjs'
import {
  auditOf,
  breakingChanges,
  electronStanding,
  jsonIn,
  lateAfterDays,
  licenceCounts,
  licenceProblems,
  lockProblems,
} from '../../scripts/lib/supply.mjs'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

const sound = { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', integrity: `sha512-${'A'.repeat(86)}==` }
const wrongsOf = (entry: object, allow: Record<string, boolean> = {}) =>
  lockProblems({ packages: { '': {}, 'node_modules/a': entry } }, allow).problems

describe('the lockfile', () => {
  it('of this repository has a checksum for each package, all from the registry, and no script that was not looked at', () => {
    const { packages, problems } = lockProblems(read('package-lock.json'), read('package.json').allowScripts)
    expect(packages).toBeGreaterThan(100)
    expect(problems).toEqual([])
  })

  it('with a package from elsewhere, without a checksum, with a weak one or a script of its own is noticed', () => {
    expect(wrongsOf(sound)).toEqual([])
    expect(wrongsOf({ ...sound, resolved: 'https://elsewhere.example/a.tgz' })).toHaveLength(1)
    expect(wrongsOf({ ...sound, resolved: 'http://registry.npmjs.org/a.tgz' })).toHaveLength(1)
    expect(wrongsOf({ ...sound, resolved: 'git+ssh://git@github.com/a/a.git' })).toHaveLength(1)
    expect(wrongsOf({ resolved: sound.resolved })).toHaveLength(1)
    expect(wrongsOf({ ...sound, integrity: 'sha1-abc' })).toHaveLength(1)
    expect(wrongsOf({ link: true, resolved: 'other' })).toHaveLength(1)
    expect(wrongsOf({ ...sound, hasInstallScript: true })).toHaveLength(1)
    expect(wrongsOf({ ...sound, hasInstallScript: true }, { a: false })).toEqual([])
  })

  it('no script runs when packages are installed', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

describe('how Electron stands', () => {
  const published = {
    created: '2020-01-01T00:00:00Z',
    '43.0.0': '2026-06-01T00:00:00Z',
    '44.0.0': '2026-08-01T00:00:00Z',
    '45.4.1': '2026-11-01T00:00:00Z',
    '45.4.2': '2026-11-05T00:00:00Z',
    '45.10.0': '2026-11-10T00:00:00Z',
    '46.0.0-beta.1': '2026-11-11T00:00:00Z',
  }
  const at = (text: string) => Date.parse(text)

  it('counts from the first newer version of its line', () => {
    const standing = electronStanding('45.4.1', published, at('2026-11-19T00:00:00Z'))
    expect(standing).toEqual({ newest: '45.10.0', behindDays: 14, isLate: false, isSupported: true })
    expect(lateAfterDays).toBe(14)
    expect(electronStanding('45.4.1', published, at('2026-11-20T00:00:00Z')).isLate).toBe(true)
  })

  it('is not behind with the newest, and counts no test version', () => {
    expect(electronStanding('45.10.0', published, at('2027-01-01T00:00:00Z'))).toEqual({
      newest: '45.10.0',
      behindDays: null,
      isLate: false,
      isSupported: true,
    })
  })

  it('says when a line gets no releases any more', () => {
    const more = { ...published, '46.0.0': '2026-12-01T00:00:00Z' }
    expect(electronStanding('43.0.0', more, at('2026-12-02T00:00:00Z')).isSupported).toBe(false)
    expect(electronStanding('44.0.0', more, at('2026-12-02T00:00:00Z')).isSupported).toBe(true)
  })
})

describe('what breaks after the line in use', () => {
  const page = `# Breaking Changes

### Types of Breaking Changes

## Planned Breaking API Changes (47.0)

### Removed: \`window.oldBar()\`

#### Of old

## Planned Breaking API Changes (46.0)

### Behavior Changed: notices of Windows

Words about it. ## Not a heading

### Deprecated: \`session.old\`

## Planned Breaking API Changes (45.0)

### Removed: something we have without already
`

  it('is told by its headings, the nearest line first', () => {
    expect(breakingChanges(page, '45.4.1')).toEqual([
      { line: 46, headings: ['Behavior Changed: notices of Windows', 'Deprecated: session.old'] },
      { line: 47, headings: ['Removed: window.oldBar()'] },
    ])
    expect(breakingChanges(page, '47.0.0')).toEqual([])
  })

  it('is not taken for nothing where the page is another', () => {
    expect(breakingChanges('<html>Not found</html>', '45.4.1')).toBeNull()
  })
})

describe('what npm audit said', () => {
  it('is not taken for all clear when there was no answer', () => {
    for (const text of [
      '',
      'oops',
      '{"message":"405 Method Not Allowed","statusCode":405}',
      '{"error":{"summary":"x"}}',
    ])
      expect(auditOf(text), text).toMatchObject({ checked: false })
  })

  it('names what it found', () => {
    expect(auditOf('{"vulnerabilities":{}}')).toEqual({ checked: true, found: [] })
    expect(auditOf('npm warn old\n{"vulnerabilities":{}}\nnpm error no more')).toEqual({ checked: true, found: [] })
    expect(auditOf('{"vulnerabilities":{"a":{"name":"a","severity":"high","via":[]}}}')).toEqual({
      checked: true,
      found: [{ name: 'a', severity: 'high' }],
    })
  })
})

it('licences are counted, the most frequent first', () => {
  const of = (...all: string[]) => licenceCounts(all.map((licence) => ({ licence })))
  expect(of('MIT', 'ISC', 'MIT', 'Apache-2.0')).toEqual([
    ['MIT', 2],
    ['Apache-2.0', 1],
    ['ISC', 1],
  ])
})

describe('licences of what is shipped', () => {
  const wrongs = (licence: string, { name = 'a', text = 'as it says' } = {}) =>
    licenceProblems([{ name, licence, text }]).length

  it('are all ones that were looked at, each with its text', () => {
    const shipped = licencesOfShipped()
    expect(shipped.length).toBeGreaterThan(30)
    expect(licenceProblems(shipped)).toEqual([])
    const keyring = shipped.filter(({ name }) => name.startsWith('@napi-rs/keyring-'))
    // What is built into a native is named with it.
    for (const { text } of keyring) expect(text).toMatch(/Permission is hereby granted[\s\S]*Third-party licenses/)
  })

  it('are a problem where nobody looked at them, or where the text is missing', () => {
    for (const licence of ['GPL-3.0', 'UNLICENSED', '', 'SEE LICENSE IN x', 'MIT AND GPL-3.0', 'LGPL-3.0-or-later'])
      expect(wrongs(licence), licence).toBe(1)
    for (const licence of ['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT']) expect(wrongs(licence), licence).toBe(0)
    expect(wrongs('Apache-2.0 AND LGPL-3.0-or-later', { name: '@img/sharp-win32-x64' })).toBe(0)
    expect(wrongs('MIT', { text: ' \n' })).toBe(1)
  })
})

it('what npm complains of around its answer does not hide it', () => {
  expect(jsonIn('npm warn old\n{"45.4.1":"2026-11-01"}\nnpm notice')).toEqual({ '45.4.1': '2026-11-01' })
  expect(jsonIn('npm error')).toBeNull()
})

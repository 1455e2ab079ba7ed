import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readUpdateAddress } from '../../../../src/domain/updates/address.ts'
import { readRelease } from '../../../../src/domain/updates/release.ts'
import { isNewer } from '../../../../src/domain/updates/version.ts'

const sha512 = createHash('sha512').update('a package').digest('base64')
const file = { url: 'Printroom-0.2.0.AppImage', sha512, size: 9 }
const wanted = { ending: '.AppImage', arch: 'x64', platform: 'linux' }
const problem = (value: unknown): string => {
  const read = readRelease(value, wanted)
  return 'problem' in read ? read.problem : `taken: ${JSON.stringify(read)}`
}

test('only a higher version without a suffix is newer, however an older one is spelled', () => {
  for (const [there, here] of [
    ['0.2.0', '0.1.0'],
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.99.99'],
    ['0.1.0', '0.1.0-beta.2'],
  ] as const)
    expect(isNewer(there, here), `${there} over ${here}`).toBe(true)
  for (const there of [
    '0.1.0',
    '0.0.9',
    '0.1.0+build',
    '0.2.0-beta.1',
    '01.2.0',
    'v0.2.0',
    '0.2',
    '0.2.0.1',
    '',
    '9e9.0.0',
  ])
    expect(isNewer(there, '0.1.0'), there).toBe(false)
  expect(isNewer('0.2.0', 'unknown')).toBe(false)
})

test('of two versions at most one is newer', () => {
  const version = fc
    .tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.boolean())
    .map(([a, b, c, t]) => `${a}.${b}.${c}${t ? '-rc.1' : ''}`)
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(isNewer(a, b) && isNewer(b, a)).toBe(false)
      expect(isNewer(a, a)).toBe(false)
    }),
  )
})

test('a list of versions is read with its date and its notes as plain text', () => {
  const hidden = `Better cutouts.\r\n<b>Not bold</b>${String.fromCodePoint(0x202e, 0x200b, 7)}`
  expect(
    readRelease(
      { version: '0.2.0', files: [file], releaseDate: '2026-11-20T10:00:00.000Z', releaseNotes: hidden },
      wanted,
    ),
  ).toEqual({
    release: {
      version: '0.2.0',
      date: '2026-11-20T10:00:00.000Z',
      notes: 'Better cutouts.\n<b>Not bold</b>',
      file: { name: file.url, sizeBytes: 9, sha512 },
    },
  })
})

test('the file for this computer is taken, and none for another', () => {
  const arm = { ...file, url: 'Printroom-0.2.0-arm64.AppImage' }
  const name = (files: (typeof file)[], arch: string): unknown => {
    const read = readRelease({ version: '0.2.0', files }, { ...wanted, arch })
    return 'release' in read ? read.release.file.name : read.problem
  }
  expect(name([arm, file], 'x64')).toBe(file.url)
  expect(name([file, arm], 'arm64')).toBe(arm.url)
  expect(name([arm], 'x64')).toMatch(/no package for this computer/)
  expect(name([{ ...file, url: 'Printroom-0.2.0.deb' }], 'x64')).toMatch(/no package for this computer/)
})

test('a Mac with Apple’s processor takes no file that may be for Intel’s, and Intel’s takes none for Apple’s', () => {
  // As electron-builder names them: Intel's has nothing in its name.
  const intel = { ...file, url: 'Printroom-0.2.0-mac.zip' }
  const apple = { ...file, url: 'Printroom-0.2.0-arm64-mac.zip' }
  const both = { ...file, url: 'Printroom-0.2.0-universal-mac.zip' }
  const name = (files: (typeof file)[], arch: string): unknown => {
    const read = readRelease({ version: '0.2.0', files }, { ending: '.zip', arch, platform: 'darwin' })
    return 'release' in read ? read.release.file.name : read.problem
  }
  expect(name([intel], 'arm64')).toMatch(/no package for this computer/)
  expect(name([apple], 'x64')).toMatch(/no package for this computer/)
  expect(name([intel, apple], 'arm64')).toBe(apple.url)
  expect(name([apple, intel], 'x64')).toBe(intel.url)
  expect([name([both], 'arm64'), name([both], 'x64')]).toEqual([both.url, both.url])
})

test('a list is refused that leads elsewhere, has no checksum or no possible size, or is no list', () => {
  for (const url of [
    '../Printroom-0.2.0.AppImage',
    'https://elsewhere.example/Printroom-0.2.0.AppImage',
    '//elsewhere.example/a.AppImage',
    '..%2fa.AppImage',
    'a/b.AppImage',
    'a\\b.AppImage',
    '.hidden.AppImage',
    '-rf.AppImage',
    'a..AppImage',
    "a';touch x;'.AppImage",
    '$(id).AppImage',
  ])
    expect(problem({ version: '0.2.0', files: [{ ...file, url }] }), url).toMatch(/does not lie beside it/)
  expect(problem({ version: '0.2.0', files: [{ url: file.url, size: 9 }] })).toMatch(/without a checksum/)
  expect(problem({ version: '0.2.0', files: [{ ...file, sha512: 'abc' }] })).toMatch(/without a checksum/)
  expect(problem({ version: '0.2.0', files: [{ ...file, size: 2 ** 40 }] })).toMatch(/no size/)
  expect(problem({ version: '0.2.0', files: [{ ...file, size: 0 }] })).toMatch(/no size/)
  for (const value of [
    null,
    'text',
    [],
    {},
    { version: 2, files: [file] },
    { version: '0.2.0', files: [] },
    { version: '0.2.0', files: 'x' },
  ])
    expect(problem(value)).toMatch(/not with a list of versions/)
})

test('whatever a server sends as a list is read or refused, and a taken one names a plain file with its hash', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), fc.anything(), (version, url, notes) => {
      const read = readRelease({ version, files: [{ ...file, url: `${url}.AppImage` }], releaseNotes: notes }, wanted)
      if ('release' in read) expect(read.release.file.name).toMatch(/^[A-Za-z0-9][A-Za-z0-9 ._+()-]*\.AppImage$/)
    }),
  )
})

test('an address for updates is https, or plain http on this computer, and holds no secret', () => {
  expect(readUpdateAddress(' https://updates.example/printroom/ ')).toEqual({
    address: 'https://updates.example/printroom',
  })
  expect(readUpdateAddress('http://127.0.0.1:8080')).toEqual({ address: 'http://127.0.0.1:8080' })
  for (const text of [
    '',
    'updates',
    'http://updates.example',
    'file:///tmp',
    'https:updates.example',
    'https://u:p@updates.example',
    'https://updates.example/?a',
    'https://updates.example/#a',
    'https://a b.example',
  ])
    expect(readUpdateAddress(text), text).toHaveProperty('problem')
})

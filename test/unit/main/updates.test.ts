import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { signatureOf } from '../../../scripts/lib/update-signing.mjs'
import type { UpdateChoices, UpdatesView } from '../../../src/contract/updates.ts'
import type { Work } from '../../../src/domain/updates/rest.ts'
import { directRoute } from '../../../src/engine/remote/network.ts'
import { isSigned, pinnedKey } from '../../../src/main/updates/signature.ts'
import { Updates, type UpdatesDeps } from '../../../src/main/updates/updates.ts'
import { publicKey, UpdateServer } from '../../support/update-server.ts'

// The real electron-updater, as it works in an AppImage on Linux, against a server on loopback.
const only = test.skipIf(process.platform !== 'linux')
const idle: Work = { openRequests: 0, orders: 0, isLibraryBusy: false, paidElsewhere: 0 }
const busy: Work = { ...idle, openRequests: 1 }
const require = createRequire(import.meta.url)
const isLoaded = (): boolean => Object.keys(require.cache).some((path) => path.includes('electron-updater'))

let folder = ''
let appImage = ''
let server: UpdateServer
const opened: Updates[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'updates-'))
  await mkdir(join(folder, 'apps'))
  appImage = join(folder, 'apps', 'Printroom.AppImage')
  await writeFile(appImage, 'the old one')
  process.env.APPIMAGE = appImage
  server = await new UpdateServer().listen()
})
afterEach(async () => {
  for (const updates of opened.splice(0)) await updates.leaving(null)
  delete process.env.APPIMAGE
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const script = (words: string): Buffer =>
  Buffer.from(`#!/bin/sh\n# ${words}\necho "$APPIMAGE$APPDIR" > "${join(folder, 'started')}"\n`.padEnd(200_000, '#'))

interface Copy {
  updates: Updates
  views: UpdatesView[]
  calls: string[]
  choices: UpdateChoices
  work: Work | null
}

function copyOf(changes: Partial<UpdatesDeps> = {}, choices: Partial<UpdateChoices> = {}): Copy {
  const copy: Omit<Copy, 'updates'> = {
    views: [],
    calls: [],
    choices: { address: choices.address === undefined ? server.address : null, on: true, ...choices },
    work: idle,
  }
  const updates = new Updates({
    kind: 'appimage',
    publicKey,
    version: '0.1.0',
    name: 'Printroom',
    packageFile: join(folder, 'app-update.yml'),
    packageAddress: null,
    cacheFolder: join(folder, 'cache'),
    choices: {
      get: () => copy.choices,
      set: (next) => {
        copy.choices = next
      },
    },
    way: async () => directRoute,
    work: async () => copy.work,
    now: Date.now,
    onChange: (view) => copy.views.push(view),
    quit: () => copy.calls.push('quit'),
    relaunch: () => copy.calls.push('relaunch'),
    ...changes,
  })
  opened.push(updates)
  return Object.assign(copy, { updates })
}

async function checked(copy: Copy): Promise<UpdatesView> {
  copy.updates.check()
  await copy.updates.settled
  return copy.updates.view()
}

const pending = (): string[] => {
  const path = join(folder, 'cache', 'updates', 'pending')
  return existsSync(path) ? readdirSync(path) : []
}
const installed = (): Promise<string> => readFile(appImage, 'utf8')
/** Beside signatures, which are asked for with each list. */
const asked = (): string[] => server.asked.map(({ path }) => path).filter((path) => path !== server.signature)

only('electron-updater is loaded by a check and not before; nothing is asked where there is no address', async () => {
  const copy = copyOf({}, { address: null, on: null })
  copy.updates.start()
  expect(await checked(copy)).toMatchObject({ address: null, on: false, state: 'idle', problem: null })
  expect(isLoaded()).toBe(false)
  copy.updates.set({ address: server.address })
  expect(copy.updates.view()).toMatchObject({ from: 'settings', on: false })
  await checked(copy)
  expect(isLoaded()).toBe(true)
})

only('a newer version is offered, downloaded, and put in place when the app closes at rest', async () => {
  const bytes = script('0.2.0')
  server.publish({ version: '0.2.0', bytes, notes: 'Better cutouts.' })
  const copy = copyOf()
  const view = await checked(copy)
  expect(view).toMatchObject({
    state: 'ready',
    waitsFor: null,
    installs: 'on-quit',
    problem: null,
    found: { version: '0.2.0', date: '2026-11-20T10:00:00.000Z', notes: 'Better cutouts.', sizeBytes: bytes.length },
  })
  expect(copy.views.map(({ state }) => state)).toContain('downloading')
  expect(await installed()).toBe('the old one')
  await copy.updates.leaving(idle)
  expect(await installed()).toBe(bytes.toString())
  expect(readdirSync(join(folder, 'apps'))).toEqual(['Printroom.AppImage'])
  expect(existsSync(join(folder, 'started'))).toBe(false)
  // Nor a number that would tell this copy from others.
  expect(readdirSync(join(folder, 'cache'))).toEqual(['updates'])
  expect(copy.calls).toEqual([])
})

only('requests say nothing about who asks: no cookie, no key, no number or version of this copy, no path', async () => {
  server.on(server.list, (response) =>
    response.writeHead(200, { 'set-cookie': 'who=me' }).end('version: 0.1.0\nfiles: []'),
  )
  const copy = copyOf()
  await checked(copy)
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  await checked(copy)
  expect(asked()).toEqual([server.list, server.list, '/printroom/Printroom-0.2.0.AppImage'])
  for (const { headers } of server.asked)
    expect({ ...headers, host: '' }).toEqual({
      host: '',
      connection: 'keep-alive',
      accept: '*/*',
      'accept-encoding': 'identity',
      'cache-control': 'no-cache',
      'user-agent': 'Printroom',
    })
})

only('switched off, a check tells of a newer version and downloads nothing', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf({}, { on: false })
  expect(await checked(copy)).toMatchObject({ state: 'found', on: false, found: { version: '0.2.0' } })
  expect(asked()).toEqual([server.list])
  await copy.updates.leaving(idle)
  expect(await installed()).toBe('the old one')
})

only('a file without an end is broken off where it is longer than was said', async () => {
  const bytes = script('0.2.0')
  const brokenOff = Promise.withResolvers<void>()
  server.publish(
    { version: '0.2.0', bytes },
    {
      file: (response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(bytes));
        }
        response.on('drain', more).on('close', brokenOff.resolve)
        more()
      },
    },
  )
  expect((await checked(copyOf())).problem).toMatch(/not what the list of versions names/)
  await brokenOff.promise
  expect(pending()).toEqual([])
})

only('an older, the same or a trial version is not offered', async () => {
  for (const version of ['0.0.9', '0.1.0', '0.1.0+2', '0.2.0-beta.1', '00.2.0']) {
    server.publish({ version, bytes: script(version) })
    const view = await checked(copyOf())
    expect(view.state, version).toBe('idle')
    expect(view.found, version).toBeNull()
  }
  expect(new Set(asked())).toEqual(new Set([server.list]))
})

only('a tampered, a truncated and a longer file are refused in words and thrown away', async () => {
  const bytes = script('0.2.0')
  const tampered = Buffer.from(bytes)
  tampered[bytes.length - 1] = 0
  const wrongs: [RegExp, (response: ServerResponse) => void][] = [
    [/not what the list of versions names/, (response) => response.end(tampered)],
    [/broke off before its end/, (response) => response.end(bytes.subarray(0, 100_000))],
    [
      /does not answer, or broke off/,
      (response) => {
        response.writeHead(200, { 'content-length': bytes.length })
        response.write(bytes.subarray(0, 100_000), () => response.destroy())
      },
    ],
    [/not what the list of versions names/, (response) => response.end(Buffer.concat([bytes, bytes]))],
    [/error \(503\)/, (response) => response.writeHead(503).end()],
  ]
  for (const [words, file] of wrongs) {
    server.publish({ version: '0.2.0', bytes }, { file })
    const copy = copyOf()
    const view = await checked(copy)
    expect(view.problem).toMatch(words)
    expect(view).toMatchObject({ state: 'idle', found: null })
    expect(pending()).toEqual([])
    await copy.updates.leaving(idle)
    expect(await installed()).toBe('the old one')
  }
})

only(
  'a list that is missing, huge, hostile or unreadable is refused in words, and nothing else is fetched',
  async () => {
    const bytes = script('0.2.0')
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghijk'].map((name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[n]}`).join()}]`).join('\n')}\nversion: *k\nfiles: *k\n`
    const wrongs: [RegExp, (text: string) => string][] = [
      [/more than a list/, (text) => text + '#'.repeat(300_000)],
      [/not with a list/, () => bomb],
      [/not with a list/, () => '<html>'],
      [/not with a list/, () => ': : : ['],
      [/not with a list/, () => ''],
      [/without a checksum/, (text) => text.replaceAll(/ *sha512: .*\n/g, '')],
      [/does not lie beside it/, (text) => text.replaceAll('Printroom-0.2.0', '../../etc/Printroom-0.2.0')],
      [/does not lie beside it/, (text) => text.replaceAll('Printroom-0.2.0', 'http://127.0.0.1:1/Printroom-0.2.0')],
    ]
    for (const [words, list] of wrongs) {
      server.publish({ version: '0.2.0', bytes }, { list })
      expect((await checked(copyOf())).problem).toMatch(words)
    }
    expect(new Set(asked())).toEqual(new Set([server.list]))
    server.on(server.list, (response) => response.writeHead(404).end())
    expect((await checked(copyOf())).problem).toMatch(/nothing about this system’s version/)
    server.on(server.list, (response) => response.writeHead(302, { location: 'http://elsewhere.example/a.yml' }).end())
    expect((await checked(copyOf())).problem).toMatch(/not safe/)
    server.on(server.list, (response) => response.writeHead(302, { location: server.list }).end())
    expect((await checked(copyOf())).problem).toMatch(/on and on/)
    const { address } = server
    await server.close()
    expect((await checked(copyOf({}, { address }))).problem).toMatch(/does not answer/)
  },
)

only(
  'while a request is open nothing is installed; once it has ended, the app restarts into the new version',
  async () => {
    server.publish({ version: '0.2.0', bytes: script('0.2.0') })
    const copy = copyOf()
    copy.work = busy
    expect(await checked(copy)).toMatchObject({ state: 'ready', waitsFor: 'One request has not ended' })
    copy.updates.want(true)
    await copy.updates.settled
    expect(copy.updates.view()).toMatchObject({ isWanted: true, waitsFor: 'One request has not ended' })
    expect(copy.calls).toEqual([])
    copy.work = idle
    copy.updates.workChanged()
    await copy.updates.settled
    expect(copy.calls).toEqual(['quit'])
    expect(await installed()).toBe('the old one')
    await copy.updates.leaving(idle)
    expect(await installed()).toMatch(/# 0\.2\.0/)
    await expect.poll(() => readFile(join(folder, 'started'), 'utf8').catch(() => null)).toBe('\n')
  },
)

only(
  'a closing app installs nothing while a request is open, and an order that came in last stops a restart',
  async () => {
    server.publish({ version: '0.2.0', bytes: script('0.2.0') })
    const copy = copyOf()
    await checked(copy)
    await copy.updates.leaving(busy)
    expect(await installed()).toBe('the old one')
    const other = copyOf()
    await checked(other)
    other.updates.want(true)
    await other.updates.settled
    expect(other.calls).toEqual(['quit'])
    await other.updates.leaving(busy)
    expect(await installed()).toBe('the old one')
    // Somebody waits for it to come back.
    expect(other.calls).toEqual(['quit', 'relaunch'])
    const silent = copyOf()
    await checked(silent)
    await silent.updates.leaving(null)
    expect(await installed()).toBe('the old one')
  },
)

only('a file that was changed after the download is not installed', async () => {
  const bytes = script('0.2.0')
  server.publish({ version: '0.2.0', bytes })
  const copy = copyOf()
  await checked(copy)
  const [name = ''] = pending().filter((each) => each.endsWith('.AppImage'))
  await writeFile(join(folder, 'cache', 'updates', 'pending', name), script('somebody else’s'))
  await copy.updates.leaving(idle)
  expect(await installed()).toBe('the old one')
})

only('what an earlier run downloaded is taken if it is still the same, else fetched anew', async () => {
  const bytes = script('0.2.0')
  server.publish({ version: '0.2.0', bytes })
  await checked(copyOf())
  expect(asked()).toHaveLength(2)
  expect(await checked(copyOf())).toMatchObject({ state: 'ready' })
  expect(asked()).toHaveLength(3)
  const [name = ''] = pending().filter((each) => each.endsWith('.AppImage'))
  await writeFile(join(folder, 'cache', 'updates', 'pending', name), 'changed')
  const copy = copyOf()
  expect(await checked(copy)).toMatchObject({ state: 'ready' })
  expect(asked()).toHaveLength(5)
  await copy.updates.leaving(idle)
  expect(await installed()).toBe(bytes.toString())
})

only('switched off, or at another address, what was downloaded is not installed any more', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  for (const change of [{ on: false }, { address: 'https://updates.example' }, { address: null }]) {
    const copy = copyOf()
    expect((await checked(copy)).state).toBe('ready')
    expect(copy.updates.set(change)).toMatchObject({ state: 'idle', on: false, found: null })
    await copy.updates.leaving(idle)
    expect(await installed()).toBe('the old one')
  }
})

only('what another address offered is not installed after the package’s own is taken up again', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf({ packageAddress: 'https://updates.example' })
  expect((await checked(copy)).state).toBe('ready')
  expect(copy.updates.set({ address: null })).toMatchObject({ state: 'idle', on: true, found: null, checkedAt: null })
  await copy.updates.leaving(idle)
  expect(await installed()).toBe('the old one')
})

only('switched off in the middle of a download, it is broken off and leaves nothing', async () => {
  const bytes = script('0.2.0')
  const begun = Promise.withResolvers<void>()
  server.publish(
    { version: '0.2.0', bytes },
    {
      file: (response) => {
        response.writeHead(200, { 'content-length': bytes.length })
        response.write(bytes.subarray(0, 50_000), () => begun.resolve())
      },
    },
  )
  const copy = copyOf()
  copy.updates.check()
  await begun.promise
  copy.updates.set({ on: false })
  await copy.updates.settled
  expect(copy.updates.view()).toMatchObject({ state: 'idle', problem: null, found: null })
  await expect.poll(pending).toEqual([])
})

only(
  'a package’s own address is shown and switched on; one that was written goes before it, switched off',
  async () => {
    const copy = copyOf({ packageAddress: 'https://updates.example/' }, { address: null, on: null })
    expect(copy.updates.view()).toMatchObject({ address: 'https://updates.example', from: 'package', on: true })
    expect(copy.updates.set({ address: server.address })).toMatchObject({ from: 'settings', on: false })
    expect(() => copy.updates.set({ address: 'http://updates.example' })).toThrow(/must begin with https/)
    expect(copy.updates.view().address).toBe(server.address)
    expect(copy.updates.set({ address: null })).toMatchObject({ from: 'package', on: true })
    expect(copy.updates.set({ on: false })).toMatchObject({ from: 'package', on: false })
    expect(copyOf({ packageAddress: 'http://updates.example' }, { address: null }).updates.view().address).toBeNull()
  },
)

only('a copy that cannot be replaced is told of a newer version and downloads nothing', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf({ kind: null })
  expect(await checked(copy)).toMatchObject({ state: 'found', installs: 'never' })
  expect(asked()).toEqual([server.list])
})

const apps = (): string[] => readdirSync(join(folder, 'apps')).sort()

async function versioned(name: string): Promise<string> {
  await rm(appImage)
  const path = join(folder, 'apps', name)
  await writeFile(path, 'the old one')
  await chmod(path, 0o755)
  process.env.APPIMAGE = path
  return path
}

only('an AppImage with its version in its name gets the new one there, whatever the list names the file', async () => {
  await versioned('My Printroom 0.1.0 (1).AppImage')
  server.publish({ version: '0.2.0', bytes: script('0.2.0'), name: 'letters.AppImage' })
  await writeFile(join(folder, 'apps', 'letters.AppImage'), 'mine')
  const copy = copyOf()
  await checked(copy)
  await copy.updates.leaving(idle)
  expect(apps()).toEqual(['My Printroom 0.2.0 (1).AppImage', 'letters.AppImage'])
  expect(await readFile(join(folder, 'apps', 'letters.AppImage'), 'utf8')).toBe('mine')
})

only('another file that has the new version’s name is never overwritten: the new one keeps the old name', async () => {
  const old = await versioned('Printroom-0.1.0.AppImage')
  const mine = join(folder, 'apps', 'Printroom-0.2.0.AppImage')
  await writeFile(mine, 'mine')
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf()
  await checked(copy)
  await copy.updates.leaving(idle)
  expect(await readFile(mine, 'utf8')).toBe('mine')
  expect(await readFile(old, 'utf8')).toMatch(/# 0\.2\.0/)
  expect(apps()).toEqual(['Printroom-0.1.0.AppImage', 'Printroom-0.2.0.AppImage'])
})

only('the empty file that a power cut has left of an earlier time is taken for the new version', async () => {
  await versioned('Printroom-0.1.0.AppImage')
  await writeFile(join(folder, 'apps', 'Printroom-0.2.0.AppImage'), '')
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf()
  await checked(copy)
  await copy.updates.leaving(idle)
  expect(apps()).toEqual(['Printroom-0.2.0.AppImage'])
  expect(await readFile(join(folder, 'apps', 'Printroom-0.2.0.AppImage'), 'utf8')).toMatch(/# 0\.2\.0/)
})

only('other numbers than the version stay as they are in its name', async () => {
  const names = ['Printroom-10.1.0.AppImage', 'Printroom-0.1.0.2.AppImage', 'Printroom-2026.11.20.AppImage']
  for (const name of names) {
    const path = await versioned(name)
    server.publish({ version: '0.2.0', bytes: script('0.2.0') })
    const copy = copyOf()
    await checked(copy)
    await copy.updates.leaving(idle)
    expect(apps()).toEqual([name])
    appImage = path
  }
})

only('what could not be put in place is told at the next start, until it runs', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf()
  await checked(copy)
  copy.updates.want(true)
  await copy.updates.settled
  // Where the new one is to be written stands a folder.
  const inTheWay = join(folder, 'apps', '.Printroom.AppImage.new')
  await mkdir(inTheWay)
  await copy.updates.leaving(idle)
  expect(await installed()).toBe('the old one')
  expect(copy.calls).toEqual(['quit', 'relaunch'])
  expect(copy.updates.view().notInstalled).toEqual({
    version: '0.2.0',
    words: 'The system did not take the new version. Nothing was installed.',
  })
  const kept = JSON.parse(JSON.stringify(copy.choices))
  expect(copyOf({ version: '0.2.0' }, kept).updates.view().notInstalled).toBeNull()
  const next = copyOf({}, kept)
  expect(await checked(next)).toMatchObject({ state: 'ready', notInstalled: { version: '0.2.0' } })
  await rm(inTheWay, { recursive: true })
  await next.updates.leaving(idle)
  expect(await installed()).toMatch(/# 0\.2\.0/)
  expect(next.updates.view().notInstalled).toBeNull()
  const off = copyOf({}, kept)
  expect(off.updates.set({ on: false }).notInstalled).toBeNull()
})

only('a restart that an order stopped says so afterwards; without a restart nothing failed', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf()
  await checked(copy)
  await copy.updates.leaving(busy)
  expect(copy.updates.view().notInstalled).toBeNull()
  const wanted = copyOf()
  await checked(wanted)
  wanted.updates.want(true)
  await wanted.updates.settled
  await wanted.updates.leaving(busy)
  expect(wanted.updates.view().notInstalled?.words).toBe('One request has not ended. Nothing was installed.')
})

only('where nothing can be written, the app comes back all the same', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf()
  await checked(copy)
  copy.updates.want(true)
  await copy.updates.settled
  Object.defineProperty(copy, 'choices', {
    get: () => ({ address: null, on: true }),
    set: () => {
      throw new Error('ENOSPC')
    },
  })
  await mkdir(join(folder, 'apps', '.Printroom.AppImage.new'))
  await copy.updates.leaving(idle)
  expect(copy.calls).toEqual(['quit', 'relaunch'])
})

only(
  'an installer of Windows that does not start was not installed; one that starts has the word until it ran',
  async () => {
    // The real NsisUpdater. The downloaded file may not be run, so that it turns to the helper that asks an administrator.
    const resources = join(folder, 'resources')
    await mkdir(resources)
    Object.assign(process, { resourcesPath: resources })
    onTestFinished(() => void Object.assign(process, { resourcesPath: undefined }))
    server.publish({ version: '0.2.0', bytes: script('0.2.0'), name: 'Printroom-Setup-0.2.0.exe' })
    const copy = copyOf({ kind: 'nsis' })
    expect(await checked(copy)).toMatchObject({ state: 'ready', installs: 'on-quit' })
    copy.updates.want(true)
    await copy.updates.settled
    await copy.updates.leaving(idle)
    expect(copy.calls).toEqual(['quit', 'relaunch'])
    expect(copy.updates.view().notInstalled?.words).toMatch(/did not take the new version/)

    await writeFile(join(resources, 'elevate.exe'), `#!/bin/sh\necho "$*" > "${join(folder, 'started')}"\n`)
    await chmod(join(resources, 'elevate.exe'), 0o755)
    const next = copyOf({ kind: 'nsis' }, copy.choices)
    await checked(next)
    next.updates.want(true)
    await next.updates.settled
    await next.updates.leaving(idle)
    expect(next.calls).toEqual(['quit'])
    await expect
      .poll(() => readFile(join(folder, 'started'), 'utf8').catch(() => ''))
      .toMatch(/Setup-0\.2\.0\.exe --updated \/S --force-run/)
    expect(next.updates.view().notInstalled?.words).toMatch(/did not come to its end/)
    expect(copyOf({ version: '0.2.0' }, next.choices).updates.view().notInstalled).toBeNull()
  },
)

only('what is ready is looked at again: kept if the list still names it, and nothing is fetched twice', async () => {
  const bytes = script('0.2.0')
  server.publish({ version: '0.2.0', bytes })
  const copy = copyOf()
  await checked(copy)
  copy.views.length = 0
  expect(await checked(copy)).toMatchObject({ state: 'ready', found: { version: '0.2.0' } })
  expect(copy.views.every(({ state }) => state === 'ready')).toBe(true)
  expect(asked()).toEqual([server.list, '/printroom/Printroom-0.2.0.AppImage', server.list])
  server.on(server.list, (response) => response.writeHead(503).end())
  expect(await checked(copy)).toMatchObject({ state: 'ready', problem: expect.stringMatching(/503/) })
  await copy.updates.leaving(idle)
  expect(await installed()).toBe(bytes.toString())
})

only(
  'a newer one takes the place of what is ready, and is not the one that somebody wanted to restart into',
  async () => {
    server.publish({ version: '0.2.0', bytes: script('0.2.0') })
    const copy = copyOf()
    copy.work = busy
    await checked(copy)
    copy.updates.want(true)
    await copy.updates.settled
    server.publish({ version: '0.3.0', bytes: script('0.3.0') })
    copy.work = idle
    expect(await checked(copy)).toMatchObject({ state: 'ready', isWanted: false, found: { version: '0.3.0' } })
    expect(copy.calls).toEqual([])
    await copy.updates.leaving(idle)
    expect(await installed()).toMatch(/# 0\.3\.0/)
  },
)

only('a version that was taken back, or has other bytes by now, is not installed', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf()
  await checked(copy)
  server.publish({ version: '0.1.0', bytes: script('0.1.0') })
  expect(await checked(copy)).toMatchObject({ state: 'idle', found: null, problem: null })
  await copy.updates.leaving(idle)
  expect(await installed()).toBe('the old one')

  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const other = copyOf()
  await checked(other)
  server.publish({ version: '0.2.0', bytes: script('mended') })
  expect(await checked(other)).toMatchObject({ state: 'ready', found: { version: '0.2.0' } })
  await other.updates.leaving(idle)
  expect(await installed()).toMatch(/# mended/)
})

// Signed by whoever made the package (W1).

const forged = generateKeyPairSync('ed25519').privateKey

only('a list that is not signed by whoever made the package is not believed, on any kind of package (W1)', async () => {
  const bytes = script('0.2.0')
  const other = (text: string) => signatureOf(basename(server.list), text, forged)
  const wrongs: Record<string, (signature: string) => string> = {
    none: () => '',
    'of another key': () => other(''),
    'of other bytes': (signature) =>
      `${signature.slice(0, 10)}${signature[10] === 'A' ? 'B' : 'A'}${signature.slice(11)}`,
    'cut off': (signature) => signature.slice(0, 40),
    long: () => 'A'.repeat(5000),
  }
  for (const kind of ['appimage', 'deb', 'nsis', null] as const)
    for (const [wrong, signature] of Object.entries(wrongs)) {
      server.publish({ version: '0.2.0', bytes }, { signature })
      const copy = copyOf({ kind })
      const view = await checked(copy)
      expect([kind, wrong, view.state, view.found, view.problem]).toEqual([
        kind,
        wrong,
        'idle',
        null,
        expect.stringMatching(/no signature of whoever made this copy.*Nothing was downloaded/),
      ])
      await copy.updates.leaving(idle)
    }
  expect(new Set(asked())).toEqual(new Set([server.list]))
  expect(await installed()).toBe('the old one')
})

only('a signature is of one list alone: neither of a changed one, nor of another system’s (W1)', async () => {
  const bytes = script('0.2.0')
  let text = ''
  server.publish({ version: '0.2.0', bytes }, { list: (list) => (text = list) })
  expect((await checked(copyOf())).state).toBe('ready')
  server.on(server.list, (response) => response.end(text.replace('0.2.0', '0.9.0')))
  expect((await checked(copyOf())).problem).toMatch(/no signature/)
  server.on(server.list, (response) => response.end(text))
  server.on(server.signature, (response) => response.end(signatureOf('latest.yml', text, forged)))
  expect((await checked(copyOf())).problem).toMatch(/no signature/)
})

only('a package that came with no key tells of a newer version and installs none (W1)', async () => {
  server.publish({ version: '0.2.0', bytes: script('0.2.0') })
  const copy = copyOf({ publicKey: null })
  expect(await checked(copy)).toMatchObject({ state: 'found', installs: 'never', found: { version: '0.2.0' } })
  copy.updates.want(true)
  await copy.updates.leaving(idle)
  expect([await installed(), asked()]).toEqual(['the old one', [server.list]])
})

only('the key is the one within the package, and nothing else names one (W1)', async () => {
  expect(pinnedKey(folder)).toBeNull()
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'printroom', updatesKey: publicKey }))
  expect(pinnedKey(folder)).toBe(publicKey)
  for (const updatesKey of ['', 7, null, undefined]) {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ updatesKey }))
    expect(pinnedKey(folder)).toBeNull()
  }
  const list = 'version: 0.2.0\n'
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'der', type: 'spki' })
  for (const key of ['', 'AAAA', rsa.toString('base64')])
    expect(isSigned('latest.yml', list, signatureOf('latest.yml', list, forged), key)).toBe(false)
})

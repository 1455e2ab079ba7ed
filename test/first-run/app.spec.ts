import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import sharp from 'sharp'
import { root } from '../../scripts/setup.mjs'
import { callFrom, chooseFiles, cutOutSample, goTo, screens, signIn, startPractising } from '../e2e/driving.ts'
import { findRuntime, type Launched } from '../e2e/launch.ts'
import { libraryHome } from '../e2e/library-home.ts'
import { startService } from '../e2e/remote-service.ts'
import { expect, test } from '../e2e/window-test.ts'
import { found, processesBelow, workersAmong } from './processes.ts'

// Each title is a check of scripts/first-run/app.mjs, which says what it needs.

const runtime = await findRuntime()
const fast = { PRINTROOM_TIME_SCALE: '10' }
/** Read as bytes: practice, a part of which makes films for tests here, lets sharp open no files. */
const sample = join(root, 'resources/sample.jpg')

/** Written into first-run.json beside the verdict. */
const seen = (description: string): void => void test.info().annotations.push({ type: 'seen', description })

const pidOf = (app: ElectronApplication): number => app.process().pid ?? 0

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.PRINTROOM_PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

test('the page is isolated and has no Node, and its process is in the sandbox', async ({ launch }) => {
  const { app, page } = await launch()
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    // Not in Electron's types, and there since its beginning.
    const last = contents && Reflect.get(contents, 'getLastWebPreferences')
    return typeof last === 'function' ? (last.call(contents) as Record<string, unknown>) : null
  })
  expect(preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false })
  const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'contextBridge']
  expect(await page.evaluate((all) => all.filter((name) => name in globalThis), names)).toEqual([])
  const pid = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId())
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    expect(status).toMatch(/^Seccomp:\s*2$/m)
    expect(readFileSync(`/proc/${pidOf(app)}/cmdline`, 'utf8')).not.toContain('--no-sandbox')
  } else {
    const metrics = await app.evaluate(({ app }) => app.getAppMetrics())
    expect(metrics.find((one) => one.pid === pid)?.sandboxed).toBe(true)
  }
})

test('the main job is done by workers of the kind that this system has', async ({ launch }) => {
  const { app, page } = await launch({ env: fast })
  await cutOutSample(app, page)
  const workers = workersAmong(processesBelow(pidOf(app)))
  expect(workers.length).toBeGreaterThan(0)
  for (const { pid, command } of workers) {
    seen(`${pid}: ${command.slice(0, 300)}`)
    // Native sharp clashes with Electron's own binary on Linux; elsewhere there is no other.
    if (process.platform === 'linux') expect(command).not.toMatch(/^\S*electron/i)
    else expect(command).toContain('--type=utility')
  }
  await goTo(page, 'Library')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await photograph(page, `library-${colorScheme}`)
  }
})

/** The system's dialog answers with these; each is cut out, paid and at home. */
async function cutOutFiles(app: ElectronApplication, page: Page, files: string[]): Promise<void> {
  await goTo(page, 'Skills')
  await chooseFiles(app, files)
  await page
    .getByRole('button', { name: /^Choose files/ })
    .first()
    .click()
  await page.getByRole('button', { name: /\d+ credits?$/ }).click()
  const done = page.getByRole('list', { name: 'Files' }).getByText('Done', { exact: true })
  await expect(done).toHaveCount(files.length, { timeout: 60_000 })
}

test('a TIFF and an AVIF are cut out', async ({ launch }) => {
  const { app, page, home } = await launch({ env: fast })
  const files = ['picture.tiff', 'picture.avif'].map((name) => join(home, name))
  for (const file of files) await sharp(readFileSync(sample)).resize(600).toFile(file)
  await startPractising(page)
  await cutOutFiles(app, page, files)
})

test('a worker that is killed costs one more try and no order', async ({ launch }) => {
  const { app, page, home } = await launch({ env: fast })
  await startPractising(page)
  await cutOutFiles(app, page, [sample])
  const before = workersAmong(processesBelow(pidOf(app))).map(({ pid }) => pid)
  expect(before.length).toBeGreaterThan(0)
  for (const pid of before) process.kill(pid, 'SIGKILL')
  const other = join(home, 'other.jpg')
  await sharp(readFileSync(sample)).resize(700).toFile(other)
  await page.reload()
  await cutOutFiles(app, page, [other])
  const after = await found(() => workersAmong(processesBelow(pidOf(app))))
  expect(after.length).toBeGreaterThan(0)
  expect(after.filter(({ pid }) => before.includes(pid))).toEqual([])
  seen(`${before.join(', ')} were killed; ${after.map(({ pid }) => pid).join(', ')} came`)
})

test('words and a picture are copied, and read back from the system', async ({ launch }) => {
  const { app, page, home } = await launch({ env: fast })
  await cutOutSample(app, page)
  await goTo(page, 'Settings')
  const path = page.getByRole('region', { name: 'Folders', exact: true }).getByRole('button', { name: home }).first()
  const words = (await path.textContent()) ?? ''
  await path.click()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(words)
  await goTo(page, 'Library')
  await page.getByRole('gridcell').first().click()
  await page.getByRole('button', { name: 'Copy picture' }).click()
  const types = () => app.evaluate(async ({ clipboard }) => (await clipboard.read()).flatMap((item) => item.types))
  await expect.poll(types).toContain('image/png')
})

test('a video is sought to its middle, by ranges, and thrown away while it is open', async ({ launch }) => {
  const home = await libraryHome(3)
  const { page } = await launch({ env: fast, home })
  const statuses: number[] = []
  page.on('response', (answer) => {
    if (/\.mp4|video/.test(`${answer.url()} ${answer.headers()['content-type']}`)) statuses.push(answer.status())
  })
  await goTo(page, 'Library')
  await page.getByRole('gridcell').first().dblclick()
  const film = page.getByRole('figure').locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(2, 1)
  const at = await film.evaluate(
    (video: HTMLVideoElement) =>
      new Promise<number>((resolve) => {
        video.addEventListener('seeked', () => resolve(video.currentTime), { once: true })
        video.currentTime = video.duration / 2
      }),
  )
  expect(at).toBeCloseTo(1, 1)
  seen(`answers: ${[...new Set(statuses)].join(', ') || 'not told by this driver'}`)
  if (statuses.length > 0) expect(statuses).toContain(206)
  await film.press('Delete')
  await expect(film).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell')).toHaveCount(2)
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})

/** What of the bar reaches under the system's buttons, by what Chromium itself says of their place. */
const underButtons = (page: Page) =>
  page.evaluate(() => {
    const { windowControlsOverlay: told } = navigator as unknown as {
      windowControlsOverlay: { visible: boolean; getTitlebarAreaRect: () => DOMRect }
    }
    const area = told.getTitlebarAreaRect()
    const controls = [...document.querySelectorAll('header button, header a, header input, header img')]
    const out = controls.filter((one) => {
      const { left, right, top, width } = one.getBoundingClientRect()
      return width > 0 && top < area.bottom && (left < area.left || right > area.right)
    })
    return { isVisible: told.visible, out: out.map((one) => one.outerHTML.slice(0, 100)) }
  })

test('nothing lies under the system’s buttons at 80, 100 and 150 %, light and dark', async ({ launch }) => {
  const { app, page } = await launch({ env: fast })
  await startPractising(page)
  for (const theme of ['light', 'dark'] as const)
    for (const factor of [0.8, 1, 1.5]) {
      await app.evaluate(
        ({ BrowserWindow, nativeTheme }, [themeSource, zoom]) => {
          nativeTheme.themeSource = themeSource
          BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(zoom)
        },
        [theme, factor] as const,
      )
      for (const screen of screens) {
        await goTo(page, screen)
        expect(await underButtons(page), `${screen}, ${theme}, ${factor}`).toEqual({ isVisible: true, out: [] })
      }
      await photograph(page, `bar-${theme}-${factor * 100}`)
    }
})

/** As the system would start it once more for a file or a link; resolves when that one has ended. */
function startAgain({ home }: Launched, words: string[]): Promise<number | null> {
  const env = {
    ...process.env,
    ...runtime.env,
    PRINTROOM_HOME: home,
    XDG_CONFIG_HOME: join(home, 'xdg', 'config'),
    XDG_DATA_HOME: join(home, 'xdg', 'data'),
  }
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 && runtime.real
  const child = spawn(runtime.executablePath, [...(asRoot ? ['--no-sandbox'] : []), root, ...words], {
    env,
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('exit', resolve))
}

test('a second start hands its file and its link to the first', async ({ launch }) => {
  const first = await launch()
  const { page } = first
  await startPractising(page)
  expect(await startAgain(first, [sample])).toBe(0)
  await expect(page.getByRole('dialog', { name: 'Use this picture in…' })).toContainText('sample.jpg')
  await page.keyboard.press('Escape')
  expect(await startAgain(first, ['printroom://queue'])).toBe(0)
  await expect(page.getByRole('region', { name: 'Queue', exact: true })).toBeVisible()
})

test('a key outlives a restart in the keychain, or its absence is said', async ({ launch }) => {
  const service = await startService()
  const home = test.info().outputPath('home')
  const settingsOf = (page: Page) => page.getByRole('region', { name: 'Settings' })
  const first = await launch({ home })
  await signIn(first.app, first.page, service)
  await goTo(first.page, 'Settings')
  await expect(settingsOf(first.page)).toContainText('The service accepts it')
  const { key } = await callFrom(first.page, 'app.snapshot', undefined)
  seen(`${key.where}: ${key.words}`)
  expect(['keychain', 'session']).toContain(key.where)
  await first.close()
  const second = await launch({ home })
  const again = await callFrom(second.page, 'app.snapshot', undefined)
  expect(again.key.where).toBe(key.where === 'keychain' ? 'keychain' : 'none')
  if (key.where === 'keychain') await callFrom(second.page, 'key.clear', { all: true })
  else expect(key.words).toMatch(/until Printroom closes/)
  await second.close()
  await service.close()
})

test('the system’s proxy is asked, and the page’s leads nowhere', async ({ launch }) => {
  const { app } = await launch()
  const [system, page] = await app.evaluate(async ({ app, session }) => [
    await app.resolveProxy('https://printroom.example'),
    await session.defaultSession.resolveProxy('https://printroom.example'),
  ])
  seen(`the system’s: ${system}`)
  expect(system).toMatch(/^(?:DIRECT|(?:PROXY|HTTPS|SOCKS5?|SOCKS4) \S+)/)
  expect(page).toContain('printroom.invalid')
})

test('a notice is still clicked after its memory was collected', async ({ launch }) => {
  const { app, page } = await launch({ env: { PRINTROOM_TIME_SCALE: '20' } })
  await app.evaluate(({ BrowserWindow, Notification }) => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
    Notification.prototype.show = function show(this: object) {
      Object.assign(globalThis, { shownNotice: new WeakRef(this) })
    }
    for (const window of BrowserWindow.getAllWindows()) Object.assign(window, { isFocused: () => false })
  })
  await cutOutSample(app, page)
  const isShown = () => app.evaluate(() => 'shownNotice' in globalThis)
  await expect.poll(isShown).toBe(true)
  const isHeld = await app.evaluate(async () => {
    const gc = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
    // Once more in a later turn: what a turn has looked at is kept until its end.
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      gc()
    }
    const { shownNotice } = globalThis as unknown as { shownNotice: WeakRef<{ emit: (name: string) => void }> }
    const notice = shownNotice.deref()
    notice?.emit('click')
    return notice !== undefined
  })
  expect(isHeld).toBe(true)
  await expect(page.getByRole('region', { name: 'Queue', exact: true })).toBeVisible()
})

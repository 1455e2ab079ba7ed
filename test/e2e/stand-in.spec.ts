import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { node24 } from '../../scripts/setup.mjs'
import { findRuntime } from './launch.ts'
import { expect, sharedApp, test } from './window-test.ts'

// What the fixture's page has from its preload, and its main leaves for us to see.
interface Bridge {
  call(name: string, ...args: unknown[]): Promise<unknown>
}
declare global {
  var bridge: Bridge
  var pushed: unknown[]
  var stopListening: () => void
  var seen: {
    senders: string[]
    requests: string[]
    navigations: string[]
    openings: string[]
    seconds: { argv: string[]; data: unknown }[]
  }
}

const appPath = join(import.meta.dirname, 'fixtures', 'stand-in-app')
const runtime = await findRuntime()

test.skip(runtime.real, 'the stand-in is not used where genuine Electron runs')

test('carries structured values both ways and tells main who sent them', async ({ launch }) => {
  const { app, page } = await launch({ appPath })
  const back = await page.evaluate(async () => {
    const shared = { deep: [1n, undefined, Number.NaN, -0] }
    const value = {
      map: new Map([['when', new Date(7)]]),
      set: new Set(['x']),
      bytes: new Uint8Array([1, 255]),
      shared,
      again: shared,
    }
    const got = (await bridge.call('echo', value)) as typeof value
    return [
      got.map.get('when')?.getTime() === 7,
      got.set.has('x'),
      got.bytes instanceof Uint8Array && got.bytes[1] === 255,
      got.shared === got.again,
      got.shared.deep[0] === 1n && Object.is(got.shared.deep[3], -0) && Number.isNaN(got.shared.deep[2]),
    ]
  })
  expect(back).toEqual([true, true, true, true, true])
  expect(await app.evaluate(() => seen.senders)).toEqual(['fixture://app/index.html'])
  const failed = await page.evaluate(() => bridge.call('fail').catch((error: Error) => error.message))
  expect(failed).toBe("Error invoking remote method 'fail': TypeError: no such luck")
  await expect(page.evaluate(() => bridge.call('echo', Symbol('none')))).rejects.toThrow(/symbol/)
})

test.describe('one app', () => {
  const fixture = sharedApp({ appPath })

  test('pushes to the page until it stops listening, and works again after a reload', async () => {
    const { app, page } = await fixture()
    const push = (value: string) =>
      app.evaluate(
        ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.send('pushed', new Set([text])),
        value,
      )
    await push('one')
    await expect.poll(() => page.evaluate(() => pushed.map((set) => [...(set as Set<string>)][0]))).toEqual(['one'])
    await page.evaluate(() => stopListening())
    await push('two')
    expect(await page.evaluate(() => bridge.call('echo', 'in between'))).toBe('in between')
    expect(await page.evaluate(() => pushed.length)).toBe(1)
    await page.reload()
    await push('three')
    await expect.poll(() => page.evaluate(() => pushed.length)).toBe(1)
  })

  test("serves documents, pictures and data through the app's own scheme under its policy", async () => {
    const { page } = await fixture()
    await expect(page.getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect.poll(() => page.getByAltText('one').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
    expect(await page.evaluate(() => isSecureContext)).toBe(true)
    const posted = () =>
      fetch('fixture://data/x?q=5', { method: 'POST', body: 'hello' }).then((answer) => answer.text())
    expect(await page.evaluate(posted)).toBe('POST /x 5 hello')
    // connect-src names fixture://data alone.
    const elsewhere = () =>
      fetch('fixture://pictures/one').then(
        () => 'fetched',
        () => 'refused',
      )
    expect(await page.evaluate(elsewhere)).toBe('refused')
    const inline = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ranInline = true'
      document.head.append(script)
      return 'ranInline' in window
    })
    expect(inline).toBe(false)
  })

  test('knows the paths of chosen and dropped files', async () => {
    const { page, home } = await fixture()
    const paths = [join(home, 'ä b.txt'), join(home, 'two.png')]
    for (const path of paths) await writeFile(path, 'x')
    await page.getByLabel('files').setInputFiles(paths)
    const named = [
      ['ä b.txt', paths[0]],
      ['two.png', paths[1]],
    ]
    const shown = () => page.locator('output').textContent()
    await expect.poll(async () => JSON.parse((await shown()) || '[]')).toEqual(named)
    await dropAll(page)
    await expect.poll(async () => JSON.parse((await shown()) || '[]')).toEqual([...named, ['memory.txt', '']])
  })

  test('follows nativeTheme', async () => {
    const { app, page } = await fixture()
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    expect(await isDark()).toBe(false)
    const updates = await app.evaluate(({ nativeTheme }) => {
      let count = 0
      nativeTheme.on('updated', () => count++)
      nativeTheme.themeSource = 'dark'
      return count
    })
    expect(updates).toBe(1)
    await expect.poll(isDark).toBe(true)
    await page.reload()
    expect(await isDark()).toBe(true)
    expect(await page.evaluate(() => bridge.call('dark'))).toEqual([true, 'dark'])
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'system'
    })
  })

  test('runs worker threads without Electron, and utility processes that may crash', async () => {
    const { page } = await fixture()
    expect(await page.evaluate(() => bridge.call('thread', 21))).toEqual({ doubled: 42, electron: 'not there' })
    const answer = (await page.evaluate(() => bridge.call('process', { n: 7 }))) as { bytes: Uint8Array; pid: number }
    expect([...answer.bytes]).toEqual([7, 2])
    const crashed = (await page.evaluate(() => bridge.call('process', 'crash'))) as { exit: number }
    expect(crashed.exit).not.toBe(0)
    expect(await page.evaluate(() => bridge.call('echo', 'still here'))).toBe('still here')
  })

  test('a plain Node cannot read what main sends as V8’s own bytes, which are of a newer form; JSON it can', async () => {
    const { page } = await fixture()
    const sent = (serialization: string) =>
      page.evaluate((how) => bridge.call('plain', how), { node: node24(), serialization })
    expect(await sent('json')).toEqual({ path: '/a picture' })
    expect(await sent('advanced')).toEqual({ exit: 1 })
  })

  test('a window that was closed refuses to be used, and so does its page', async () => {
    const { app } = await fixture()
    const refused = await app.evaluate(({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false })
      const { webContents } = window
      window.destroy()
      const wordsOf = (act: () => unknown): string => {
        try {
          act()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.message : ''
        }
      }
      return [
        wordsOf(() => window.isDestroyed() && webContents.isDestroyed()),
        wordsOf(() => window.focus()),
        wordsOf(() => webContents.send('pushed', 1)),
      ]
    })
    expect(refused).toEqual(['done', 'Object has been destroyed', 'Object has been destroyed'])
  })

  test('lets a test answer dialogs, click menus and read the trash', async () => {
    const { app, home } = await fixture()
    const chosen = await app.evaluate(async ({ dialog }) => {
      const dismissed = await dialog.showOpenDialog({})
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/chosen'] })
      return [dismissed.canceled, (await dialog.showOpenDialog({})).filePaths]
    })
    expect(chosen).toEqual([true, ['/chosen']])
    const clicked = await app.evaluate(({ Menu }) => {
      let label = ''
      const click = (item: Electron.MenuItem) => {
        label = item.label
      }
      const submenu = [{ id: 'new', label: 'New', click }]
      Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'File', submenu }]))
      Menu.getApplicationMenu()?.getMenuItemById('new')?.click()
      return label
    })
    expect(clicked).toBe('New')
    const path = join(home, 'to be trashed.txt')
    await writeFile(path, 'kept')
    await app.evaluate(({ shell }, file) => shell.trashItem(file), path)
    const trash = join(home, 'xdg', 'data', 'Trash')
    expect(await readFile(join(trash, 'files', 'to be trashed.txt'), 'utf8')).toBe('kept')
    expect(await readFile(join(trash, 'info', 'to be trashed.txt.trashinfo'), 'utf8')).toContain(
      'to%20be%20trashed.txt',
    )
    expect(await readdir(home)).not.toContain('to be trashed.txt')
  })
})

test('lets no request out that main cancels, even without a policy', async ({ launch }) => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    const { app, page } = await launch({ appPath })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('fixture://app/index.html?lax'))
    await page.waitForURL(/lax/)
    const outcome = await page.evaluate(
      (url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => 'fetched',
          () => 'refused',
        ),
      address,
    )
    expect(outcome).toBe('refused')
    expect(asked).toBe(0)
    expect(await app.evaluate(() => seen.requests)).toContain(address)
  } finally {
    server.close()
  }
})

test('asks main before the page goes elsewhere or opens a window', async ({ launch }) => {
  const { app, page } = await launch({ appPath })
  await page.evaluate(() => {
    window.open('https://example.org/opened')
    location.href = 'https://example.org/gone'
  })
  await page.getByRole('link', { name: 'Linked' }).click()
  const wished = ['https://example.org/opened', 'https://example.org/linked']
  await expect.poll(() => app.evaluate(() => seen.openings)).toEqual(wished)
  await expect.poll(() => app.evaluate(() => seen.navigations)).toEqual(['https://example.org/gone'])
  await expect(page.getByRole('heading')).toHaveText('Fixture')
  expect(app.windows()).toHaveLength(1)
})

/** Drops the files of the page's input, under paths unknown to the page, with one made in memory. */
async function dropAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    for (const file of document.querySelector('input')?.files ?? []) dataTransfer.items.add(file)
    dataTransfer.items.add(new File(['x'], 'memory.txt'))
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
    document.querySelector('section')?.dispatchEvent(drop)
  })
}

test('is one instance for each home', async ({ launch }) => {
  const { app, home } = await launch({ appPath })
  const env = { ...process.env, ...runtime.env, XDG_CONFIG_HOME: join(home, 'xdg', 'config') }
  const second = await new Promise<number>((resolve) => {
    execFile(runtime.executablePath, [appPath, '--open=this'], { env }, (error) => resolve(Number(error?.code ?? 0)))
  })
  expect(second).toBe(3)
  const seconds = await app.evaluate(() => seen.seconds)
  expect(seconds).toHaveLength(1)
  expect(seconds[0]?.argv.at(-1)).toBe('--open=this')
  expect(seconds[0]?.data).toEqual({ hello: 'from the second' })
})

test('ends with its last window, on SIGTERM, and leaves no browser behind when it is killed', async ({ launch }) => {
  const ended = async (end: (app: Awaited<ReturnType<typeof launch>>) => Promise<unknown>) => {
    const launched = await launch({ appPath })
    const child = launched.app.process()
    const browser = await launched.app.evaluate(
      ({ webContents }) => webContents.getAllWebContents()[0]?.getOSProcessId() ?? 0,
    )
    const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
    await end(launched).catch(() => {})
    const how = await exited
    await expect.poll(() => isAlive(browser)).toBe(false)
    return how
  }
  expect(await ended(({ page }) => page.close())).toBe(0)
  expect(await ended(async ({ app }) => app.process().kill('SIGTERM'))).toBe(0)
  expect(await ended(async ({ app }) => app.process().kill('SIGKILL'))).toBe('SIGKILL')
  expect(await ended(({ app }) => app.evaluate(({ app: it }) => it.exit(7)))).toBe(7)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('says why main could not start, and fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stand-in-broken-'))
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module","main":"main.js"}')
    await writeFile(join(folder, 'main.js'), "throw new Error('broken on purpose')")
    const run = await new Promise<{ code: unknown; words: string }>((resolve) => {
      const env = { ...process.env, ...runtime.env }
      execFile(runtime.executablePath, [folder], { env }, (error, _out, words) => resolve({ code: error?.code, words }))
    })
    expect(run.code).toBe(1)
    expect(run.words).toContain('broken on purpose')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a window stays where its page wants to, and goes where main passes that over', async ({ launch }) => {
  const { app, page } = await launch({ appPath })
  await page.keyboard.press('Shift')
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  const stays = app.evaluate(
    ({ app, BrowserWindow }) =>
      new Promise((resolve) => {
        const [window] = BrowserWindow.getAllWindows()
        window?.webContents.once('will-prevent-unload', () => setImmediate(() => resolve(!window.isDestroyed())))
        app.quit()
      }),
  )
  expect(await stays).toBe(true)
  const ended = app.waitForEvent('close')
  await app.evaluate(({ app, BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.once('will-prevent-unload', (event) => event.preventDefault())
    app.quit()
  })
  await ended
})

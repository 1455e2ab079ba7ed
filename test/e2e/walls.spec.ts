import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { filesWith } from '../support/files-under.ts'
import { callFrom, chooseFiles, goTo } from './driving.ts'
import { expect, sharedApp, test } from './window-test.ts'

const key = `svc_sk_${'Q7'.repeat(16)}`

/** Whatever comes to this computer by UDP or TCP, at one port each. */
async function listeners(): Promise<{ udp: number; tcp: number; came: string[]; close: () => void }> {
  const came: string[] = []
  const udp = createSocket('udp4').on('message', () => came.push('udp'))
  const tcp = createServer((socket) => {
    came.push('tcp')
    socket.on('error', () => undefined).destroy()
  })
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    udp.close()
    tcp.close()
  }
  return { udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port, came, close }
}

test.describe('a page at the start', () => {
  const fresh = sharedApp()

  test('the page has no Node, no network, and no call that the contract does not list', async () => {
    const { page } = await fresh()
    const seen = await page.evaluate(async () => {
      const reach = (url: string) =>
        fetch(url).then(
          () => 'reached',
          () => 'refused',
        )
      const call = window.printroom.call as (name: string, input: unknown) => Promise<{ ok: boolean; code?: string }>
      return {
        globals: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
        net: [await reach('https://example.com/'), await reach('http://127.0.0.1:9/')],
        unknown: await call('engine.eval', { code: '1' }).catch(() => ({ ok: false, code: 'thrown' })),
        malformed: await call('requests.list', { limit: -5 }),
        extra: Object.keys(window.printroom).sort(),
      }
    })
    expect(seen.globals).toEqual([])
    expect(seen.net).toEqual(['refused', 'refused'])
    expect(seen.unknown.ok).toBe(false)
    expect(seen.malformed).toMatchObject({ ok: false, code: 'bad-input' })
    expect(seen.extra).toEqual(['call', 'handlesOf', 'on'])
  })

  test('a path in the page’s own words leads to no file: only what a person chose has a handle (W2)', async () => {
    const { app, page } = await fresh()
    const say = (name: string, input: unknown) =>
      page.evaluate(([name, input]) => window.printroom.call(name as 'files.inspect', input as { files: string[] }), [
        name,
        input,
      ] as const)
    const refused = { ok: false, message: 'The window asked for something it may not ask for.' }
    const copies = { to: { kind: 'folder', folder: '/tmp' }, template: '{source}' }
    for (const [name, input] of [
      ['files.inspect', { files: ['/etc'] }],
      ['files.inspect', { paths: ['/etc'] }],
      ['files.lookAtOriginals', { files: ['/etc/passwd'] }],
      ['quote.skill', { skill: 'remove-bg', files: ['/etc/passwd'] }],
      ['quote.skill', { skill: 'remove-bg', files: ['\\\\host\\share\\a.png'] }],
      ['quote.skill', { skill: 'remove-bg', files: [], pictures: [{ field: 'logo', source: '/etc/passwd' }] }],
      ['quote.skill', { skill: 'remove-bg', files: [], alsoTo: copies }],
      ['quote.generation', { prompt: 'a harbour', modelId: 'any', references: ['/etc/passwd'] }],
      ['watch.setUp', { skill: 'remove-bg', values: {}, pictures: [], folder: '/tmp', alsoTo: null, each: 1, cap: 1 }],
    ] as const)
      expect(await say(name, input), name).toMatchObject(refused)
    const made = { files: [`f_${'A'.repeat(22)}`] }
    expect(await say('files.inspect', made)).toMatchObject({
      ok: false,
      code: 'not-now',
      message: expect.stringContaining('Choose it again'),
    })
    const scripted = () => window.printroom.handlesOf([new File(['x'], '/etc/passwd'), new File([], 'etc')])
    expect(await page.evaluate(scripted)).toEqual(['', ''])

    await chooseFiles(app, [join(root, 'resources/sample.jpg')])
    const [chosen] = await callFrom(page, 'files.choose', { folders: false, multiple: true })
    expect(chosen).toMatchObject({ file: expect.stringMatching(/^f_[\w-]{22}$/), name: 'sample.jpg', problem: null })
    expect(await say('files.inspect', { files: [chosen?.file] })).toMatchObject({ ok: true, value: [chosen] })
    expect(await say('files.inspect', { files: [chosen?.path] }), 'what is shown of it').toMatchObject(refused)
  })

  test('what the page may not do: leave, open a window, ask for a permission, run a script that was put in', async () => {
    const { app, page } = await fresh()
    const at = page.url()
    const windows = app.windows().length
    const seen = await page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.putIn = true'
      document.body.append(script)
      const frame = document.createElement('iframe')
      frame.src = 'https://example.com/'
      document.body.append(frame)
      const opened = window.open('https://example.com/') !== null
      location.assign('https://example.com/')
      const camera = await navigator.mediaDevices?.getUserMedia({ video: true }).then(
        () => 'given',
        () => 'refused',
      )
      const place = await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          () => resolve('refused'),
        ),
      )
      return { opened, putIn: 'putIn' in window, camera: camera ?? 'refused', place }
    })
    expect(seen).toEqual({ opened: false, putIn: false, camera: 'refused', place: 'refused' })
    await goTo(page, 'Settings')
    expect(page.url()).toBe(at)
    expect(app.windows()).toHaveLength(windows)
  })

  test('the page shows no box of its own, which would look like main’s and stand over it (W1)', async () => {
    const { page } = await fresh()
    const boxes: string[] = []
    page.on('dialog', (box) => {
      boxes.push(box.type())
      void box.dismiss()
    })
    await page.keyboard.press('Shift')
    const printed = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe')).contentWindow
      let count = 0
      for (const own of [window, frame ?? window]) {
        own.addEventListener('beforeprint', () => {
          count += 1
        })
        own.alert('Spend 6 credits?')
        own.confirm('Spend 6 credits?')
        own.prompt('Your key?')
        own.print()
      }
      return count
    })
    expect([boxes, printed]).toEqual([[], 0])
  })

  test('the page has no chooser and no window of the browser’s, with names and rights of its own (W1)', async () => {
    const { page } = await fresh()
    const seen = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe')).contentWindow ?? window
      const names = ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker', 'EyeDropper']
      const windows = ['documentPictureInPicture', 'IdentityCredential']
      const method = { supportedMethods: 'https://pay.example' }
      const total = { label: 'Total', amount: { currency: 'EUR', value: '1' } }
      let isPaid = true
      try {
        new PaymentRequest([method], { total })
      } catch {
        isPaid = false
      }
      return {
        there: [...names, ...windows].filter((name) => name in window || name in frame),
        isFilmOverAll: document.pictureInPictureEnabled,
        isPaid,
      }
    })
    expect(seen).toEqual({ there: [], isFilmOverAll: false, isPaid: false })
  })

  test('an address of the app’s scheme leads to nothing outside the library', async () => {
    const { page } = await fresh()
    const found = await page.evaluate(async () => {
      const look = async (url: string) => (await fetch(url).catch(() => null))?.status ?? 0
      return Promise.all([
        look('printroom://library/../../../../etc/passwd/full'),
        look('printroom://file/%2Fetc%2Fpasswd/thumbnail'),
        look('printroom://app/..%2F..%2Fmain%2Findex.js'),
        look('printroom://sample/secret'),
      ])
    })
    for (const status of found) expect(status).not.toBe(200)
  })

  test('nothing leaves the page beside the walls: no WebRTC, in no frame of it either (W6)', async () => {
    const { page } = await fresh()
    const { udp, came, close } = await listeners()
    await page.evaluate(async (udp) => {
      const own = document.body.appendChild(document.createElement('iframe')).contentWindow
      const frames = [window, own ?? window] as (typeof window)[]
      const servers = [
        { urls: `stun:127.0.0.1:${udp}` },
        { urls: `turn:127.0.0.1:${udp}`, username: 'a', credential: 'b' },
      ]
      const gathered = async (Peer: typeof RTCPeerConnection): Promise<void> => {
        const peer = new Peer({ iceServers: servers })
        peer.createDataChannel('out')
        const isOver = new Promise<void>((resolve) => {
          peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve()
          setTimeout(resolve, 2000)
        })
        await peer.setLocalDescription(await peer.createOffer())
        await isOver
      }
      // One that cannot even be made is as good.
      await Promise.all(frames.map((frame) => gathered(frame.RTCPeerConnection).catch(() => undefined)))
    }, udp)
    close()
    expect(came).toEqual([])
  })

  test('nothing is fetched, connected to or looked up beforehand (W6)', async () => {
    const { app, page } = await fresh()
    const { tcp, came, close } = await listeners()
    await page.evaluate(async (tcp) => {
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'prerender'])
        document.head.append(
          Object.assign(document.createElement('link'), { rel, href: `http://127.0.0.1:${tcp}/`, as: 'image' }),
        )
      new WebSocket(`ws://127.0.0.1:${tcp}/`)
      navigator.sendBeacon(`http://127.0.0.1:${tcp}/`, 'x')
      // What must not happen gives no sign: without the walls it is there in a few hundredths of a second.
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }, tcp)
    close()
    expect(came).toEqual([])
    expect(await page.locator('meta[http-equiv="x-dns-prefetch-control"]').getAttribute('content')).toBe('off')
    const main = await app.evaluate(async ({ app, session, BrowserWindow }) => ({
      blink: app.commandLine.getSwitchValue('blink-settings'),
      way: await session.defaultSession.resolveProxy('https://example.com/'),
      here: await session.defaultSession.resolveProxy('http://127.0.0.1:1/'),
      webRtc: BrowserWindow.getAllWindows()[0]?.webContents.getWebRTCIPHandlingPolicy(),
    }))
    expect(main).toEqual({
      blink: 'dnsPrefetchingEnabled=false',
      way: 'PROXY printroom.invalid:9',
      here: 'PROXY printroom.invalid:9',
      webRtc: 'disable_non_proxied_udp',
    })
  })

  test('scripts and sheets come from the app’s own files, and not from where pictures lie (W6, W8)', async () => {
    const { page } = await fresh()
    const refused = await page.evaluate(async () => {
      const seen = new Set<string>()
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.add(effectiveDirective))
      const ended = (element: HTMLElement): Promise<unknown> =>
        new Promise((resolve) => {
          element.onload = () => resolve('loaded')
          element.onerror = () => resolve('refused')
          document.head.append(element)
        })
      const script = await ended(Object.assign(document.createElement('script'), { src: 'printroom://sample/before' }))
      const sheet = await ended(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'printroom://sample/before' }),
      )
      return { script, sheet, seen: [...seen].sort() }
    })
    expect(refused).toEqual({ script: 'refused', sheet: 'refused', seen: ['script-src-elem', 'style-src-elem'] })
  })
})

test('a page that fills the disk by what it puts down in the browser is ended, and all of it is taken away (W9)', async ({
  launch,
}) => {
  const { app, page } = await launch({ begun: 'practising' })
  const inPage = <T>(code: string): Promise<T> =>
    app.evaluate(
      ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
      code,
    )
  const usage = () => inPage<number>('navigator.storage.estimate().then(({ usage }) => usage)')
  await inPage('globalThis.isOld = true')
  const isBack = () =>
    inPage<boolean>('!("isOld" in globalThis) && document.body.textContent.includes("Create")').catch(() => false)
  await page.evaluate(() => {
    const bytes = new Uint8Array(16 << 20)
    for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
    const intoFile = async (): Promise<void> => {
      const file = await (await navigator.storage.getDirectory()).getFileHandle('x', { create: true })
      const stream = await file.createWritable()
      for (let n = 0; n < 4; n += 1) await stream.write(bytes)
      await stream.close()
    }
    const intoDatabase = (): void => {
      const opening = indexedDB.open('x', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('s')
      opening.onsuccess = () => {
        const store = opening.result.transaction('s', 'readwrite').objectStore('s')
        for (let n = 0; n < 4; n += 1) store.put(bytes.slice(), n)
      }
    }
    void intoFile().then(intoDatabase)
  })
  await expect.poll(isBack).toBe(true)
  await expect.poll(usage).toBeLessThan(2 ** 20)
  // One that puts little down is left alone, and there is no second end.
  await inPage('caches.open("x").then((all) => all.put("/y", new Response("z")))')
  await inPage('globalThis.isOld = true')
  expect(await usage()).toBeGreaterThan(0)
  expect(await isBack()).toBe(false)
})

test('a page that wants to stay holds neither its window nor the end of the app (W1)', async ({ launch }) => {
  const { app, page } = await launch()
  // As in any browser a page is heard there once somebody did something in it.
  await page.keyboard.press('Shift')
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  const ended = app.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await ended
})

test('a key given in the window is named by its fingerprint only, and stands in no file', async ({ launch }) => {
  const { page, home } = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } })
  await page.getByLabel('Service address').fill('http://127.0.0.1:9')
  await page.getByLabel('Key', { exact: false }).last().fill(key)
  await page.getByRole('button', { name: 'Connect' }).click()
  await goTo(page, 'Settings')
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings).toContainText(/until Printroom closes|keychain/)
  expect(await page.content()).not.toContain(key)
  expect(filesWith(home, [key])).toEqual([])
})

import { filesWith } from '../support/files-under.ts'
import { goTo } from './driving.ts'
import { expect, test } from './window-test.ts'

const key = `svc_sk_${'Q7'.repeat(16)}`

test('the page has no Node, no network, and no call that the contract does not list', async ({ launch }) => {
  const { page } = await launch()
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
  expect(seen.extra).toEqual(['call', 'on', 'pathForFile'])
})

test('what the page may not do: leave, open a window, ask for a permission, run a script that was put in', async ({
  launch,
}) => {
  const { app, page } = await launch()
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

test('an address of the app’s scheme leads to nothing outside the library', async ({ launch }) => {
  const { page } = await launch()
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

test('a key given in the window is named by its fingerprint only, and stands in no file', async ({ launch }) => {
  const { page, home } = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } })
  await page.getByLabel('Service address').fill('http://127.0.0.1:9')
  await page.getByLabel('Key', { exact: false }).last().fill(key)
  await page.getByRole('button', { name: 'Check and keep' }).click()
  await goTo(page, 'Settings')
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings).toContainText(/until Printroom closes|keychain/)
  expect(await page.content()).not.toContain(key)
  expect(filesWith(home, [key])).toEqual([])
})

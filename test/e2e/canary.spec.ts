import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page, test } from '@playwright/test'
import { canariesIn, canariesUnder } from '../support/canary.ts'
import { repeatedBy } from '../support/repeating.ts'
import { cutOut, goTo, signIn } from './driving.ts'
import { launchApp } from './launch.ts'
import { type RemoteService, startService } from './remote-service.ts'

const refused = `svc_sk_${'R9'.repeat(16)}`
const marker = `svc_sk_${'M4'.repeat(16)}`

test('after a whole life with it, at a service that repeats it in every answer, the key is found nowhere (W5): home, database, journal, temporary files, output, heap, answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'))
  const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')]
  mkdirSync(temporary)
  writeFileSync(join(temporary, 'of the test'), 'so that there is something to look at')
  const practice = await startService({ home: join(folder, 'service') })
  const front = await repeatedBy(practice)
  const service = { ...practice, url: front.url }
  const [key = '', second = ''] = service.keys
  const secrets = [key, second, refused]
  // Not by the fixture: its trace keeps what was typed, in the page and on the disk.
  const launched = await launchApp({
    home,
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '20', TMPDIR: temporary },
  })
  const { app, page } = launched
  const output: Buffer[] = []
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk))
  try {
    await recordWhatTheWindowHears(app)
    await live(app, page, service, second)
    expect(await service.charges()).toBeGreaterThan(0)

    const heard = await whatTheWindowHeard(app)
    expect(heard).toContain('requests.changed')
    expect(heard).toContain('creditsUsed')
    expect(canariesIn('what the window heard', Buffer.from(heard), secrets)).toEqual([])
    const heap = await heapOf(app, page)
    expect(canariesIn('heap', heap, [marker])).toEqual(['heap: UTF-8'])
    expect(canariesIn('heap', heap, secrets)).toEqual([])
    expect(canariesIn('page', Buffer.from(await page.content()), secrets)).toEqual([])
    // While it runs there are the write-ahead log and what lies about for a moment.
    for (const place of [home, temporary]) expect(canariesUnder(place, secrets)).toEqual([])
    await launched.close()
    for (const place of [home, temporary]) expect(canariesUnder(place, secrets)).toEqual([])
    expect(canariesIn('output', Buffer.concat(output), secrets)).toEqual([])
    // The service does keep its keys: what is looked for is found where it lies.
    expect(canariesUnder(join(folder, 'service'), [key])).not.toEqual([])
  } finally {
    await launched.close()
    front.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** First run, a paid picture, a refused key, a replaced one, a lost answer, a backup, diagnostics, every screen. */
async function live(app: ElectronApplication, page: Page, service: RemoteService, second: string): Promise<void> {
  await signIn(app, page, service)
  await goTo(page, 'Settings')
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings).toContainText('The service accepts it')
  await service.fail([{ match: { method: 'POST', path: '/api/skills/remove-bg/run' }, times: 1, fault: 'lost-after' }])
  await cutOut(app, page)
  await goTo(page, 'Settings')
  for (const [text, words] of [
    [refused, 'The service does not accept this key'],
    [second, 'The service accepts it'],
  ] as const) {
    await settings.getByLabel('Another key').fill(text)
    await settings.getByRole('button', { name: 'Connect' }).click()
    await expect(settings).toContainText(words)
  }
  // An act, which a backup needs.
  await page.keyboard.press('F9')
  const done = await page.evaluate(async (text) => {
    Object.assign(window, { marker: text })
    const { call } = window.printroom
    const answers = [
      await call('backups.make', undefined),
      await call('diagnostics.read', { withPrompts: true }),
      await call('drafts.save', { form: 'canary', value: 'a draft' }),
      await call('app.snapshot', undefined),
    ]
    return answers.map(({ ok }) => ok)
  }, marker)
  expect(done).toEqual([true, true, true, true])
  for (const screen of ['Create', 'Queue', 'Ledger', 'Library'] as const) await goTo(page, screen)
}

type Handler = (...args: unknown[]) => Promise<unknown>
declare global {
  var heard: string[]
}

/** Keeps every answer and every event on its way to the window. What the window says is not kept: there the key is typed. */
async function recordWhatTheWindowHears(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow, ipcMain }) => {
    globalThis.heard = []
    const listening =
      <T extends Handler>(handler: T): Handler =>
      async (...args) => {
        const answer = await handler(...args)
        globalThis.heard.push(typeof answer === 'string' ? answer : JSON.stringify(answer))
        return answer
      }
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents) throw new Error('there is no window')
    const send = contents.send.bind(contents)
    contents.send = (channel, ...args) => {
      globalThis.heard.push(JSON.stringify(args))
      send(channel, ...args)
    }
    // Electron's own keeps its handlers in a map; the stand-in's writes each answer down.
    const inner = ipcMain as unknown as { _invokeHandlers?: Map<string, Handler>; answer?: Handler }
    const handler = inner._invokeHandlers?.get('printroom:call')
    if (handler) inner._invokeHandlers?.set('printroom:call', listening(handler))
    else if (inner.answer) inner.answer = listening(inner.answer.bind(ipcMain))
    else throw new Error('there are no answers to listen to')
  })
}

const whatTheWindowHeard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(() => globalThis.heard.join('\n'))

/** Everything that is alive in the page, as the browser writes it down. */
async function heapOf(app: ElectronApplication, page: Page): Promise<Buffer> {
  const session = await app.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return Buffer.from(chunks.join(''))
}

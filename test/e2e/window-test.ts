import { test as base, type TestInfo } from '@playwright/test'
import { type Launched, type LaunchOptions, launchApp } from './launch.ts'
import { forgetCutOut } from './practised-home.ts'

/** A trace films every frame and copies every document: a third of all processor time, so only who asks for it pays. */
const isTraced = process.env.PRINTROOM_TRACE === '1'

const hasFailed = (info: TestInfo): boolean => info.status !== info.expectedStatus

async function keepPicture({ page }: Launched, name: string, info: TestInfo): Promise<void> {
  const screenshot = await page.screenshot({ timeout: 5_000 }).catch(() => undefined)
  if (screenshot) await info.attach(name, { body: screenshot, contentType: 'image/png' })
}

/**
 * Playwright's test with `launch`: as launchApp, but what a test started is closed after it, and a test that failed
 * leaves a screenshot of each app, and with PRINTROOM_TRACE=1 a trace.
 */
export const test = base.extend<{ launch: (options?: LaunchOptions) => Promise<Launched> }, { tidyWorker: undefined }>({
  tidyWorker: [
    async ({}, use) => {
      await use(undefined)
      await forgetCutOut()
    },
    { scope: 'worker', auto: true },
  ],
  launch: async ({}, use, info) => {
    const launched: Launched[] = []
    await use(async (options) => {
      const one = await launchApp(options)
      launched.push(one)
      if (isTraced) await one.app.context().tracing.start({ screenshots: true, snapshots: true })
      return one
    })
    for (const [i, one] of launched.entries()) {
      if (hasFailed(info)) {
        await keepPicture(one, `window-${i + 1}`, info)
        if (isTraced) {
          const path = info.outputPath(`trace-${i + 1}.zip`)
          await one.app
            .context()
            .tracing.stop({ path })
            .catch(() => {})
        }
      }
      await one.close()
    }
  },
})

/**
 * One app for the tests of a group, since its start costs more than they do: for tests that leave nothing behind in main
 * or in the home that another one of them would see. Each finds the page loaded anew. A test that failed takes the
 * app away with it, as Playwright begins its worker anew.
 */
export function sharedApp(options?: LaunchOptions | (() => Promise<LaunchOptions>)): () => Promise<Launched> {
  let running: Launched | undefined
  test.afterEach(async ({}, info) => {
    if (running && hasFailed(info)) await keepPicture(running, 'window', info)
  })
  test.afterAll(async () => {
    await running?.close()
    running = undefined
  })
  return async () => {
    if (running) await running.page.reload()
    running ??= await launchApp(typeof options === 'function' ? await options() : options)
    return running
  }
}

export { expect } from '@playwright/test'

import { test as base } from '@playwright/test'
import { type Launched, type LaunchOptions, launchApp } from './launch.ts'

/** A trace films every frame and copies every document: a third of all processor time, so only who asks for it pays. */
const isTraced = process.env.PRINTROOM_TRACE === '1'

/**
 * Playwright's test with `launch`: as launchApp, but what a test started is closed after it, and a test that failed
 * leaves a screenshot of each app, and with PRINTROOM_TRACE=1 a trace.
 */
export const test = base.extend<{ launch: (options?: LaunchOptions) => Promise<Launched> }>({
  launch: async ({}, use, info) => {
    const launched: Launched[] = []
    await use(async (options) => {
      const one = await launchApp(options)
      launched.push(one)
      if (isTraced) await one.app.context().tracing.start({ screenshots: true, snapshots: true })
      return one
    })
    const failed = info.status !== info.expectedStatus
    for (const [i, { app, page, close }] of launched.entries()) {
      if (failed) {
        const screenshot = await page.screenshot({ timeout: 5_000 }).catch(() => undefined)
        if (screenshot) await info.attach(`window-${i + 1}`, { body: screenshot, contentType: 'image/png' })
        if (isTraced) {
          const path = info.outputPath(`trace-${i + 1}.zip`)
          await app
            .context()
            .tracing.stop({ path })
            .catch(() => {})
        }
      }
      await close()
    }
  },
})

export { expect } from '@playwright/test'

import { test as base } from '@playwright/test'
import { type Launched, type LaunchOptions, launchApp } from './launch.ts'

/**
 * Playwright's test with `launch`: as launchApp, but what a test started is closed after it, and a test that failed
 * leaves a screenshot and a trace of each app.
 */
export const test = base.extend<{ launch: (options?: LaunchOptions) => Promise<Launched> }>({
  launch: async ({}, use, info) => {
    const launched: Launched[] = []
    await use(async (options) => {
      const one = await launchApp(options)
      launched.push(one)
      await one.app.context().tracing.start({ screenshots: true, snapshots: true })
      return one
    })
    const failed = info.status !== info.expectedStatus
    for (const [i, { app, page, close }] of launched.entries()) {
      if (failed) {
        const screenshot = await page.screenshot({ timeout: 5_000 }).catch(() => undefined)
        if (screenshot) await info.attach(`window-${i + 1}`, { body: screenshot, contentType: 'image/png' })
        await app
          .context()
          .tracing.stop({ path: info.outputPath(`trace-${i + 1}.zip`) })
          .catch(() => {})
      }
      await close()
    }
  },
})

export { expect } from '@playwright/test'

import { defineConfig } from '@playwright/test'
import { patienceMs } from './test/support/patience.ts'

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/global-setup.ts',
  outputDir: 'test-results/window',
  // Patience of a slow machine with other work: what is awaited is a signal, and on a quick one it comes at once.
  timeout: 300_000,
  expect: { timeout: patienceMs },
  // One app alone leaves half of two cores idle, while it is started and while a test waits for a signal. Four gained nothing
  // over two: each test took twice as long.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // The machine's own count for scripts/test.mjs, the list for people. Traces: see test/e2e/window-test.ts.
  reporter: [['list'], ['json', { outputFile: 'test-results/window.json' }]],
})

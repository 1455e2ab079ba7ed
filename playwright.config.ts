import { defineConfig } from '@playwright/test'
import { patienceMs } from './test/support/patience.ts'

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/global-setup.ts',
  outputDir: 'test-results/window',
  // Patience of a slow machine with other work: what is awaited is a signal, and on a quick one it comes at once.
  timeout: 300_000,
  expect: { timeout: patienceMs },
  // Two apps beside each other leave half of two cores idle: a test waits for signals, and looks for as long as a person.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // The machine's own count for scripts/test.mjs, the list for people. Traces: see test/e2e/window-test.ts.
  reporter: [['list'], ['json', { outputFile: 'test-results/window.json' }]],
})

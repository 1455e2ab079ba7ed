import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import windowSuite from '../../playwright.config.ts'

// What only Electron's own runtime proves: started by scripts/first-run, one test at a time.
export default defineConfig(windowSuite, {
  testDir: import.meta.dirname,
  globalSetup: join(import.meta.dirname, '../e2e/global-setup.ts'),
  reporter: [['list']],
  outputDir: join(import.meta.dirname, '../../test-results/first-run'),
})

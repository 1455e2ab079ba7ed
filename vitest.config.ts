import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,engine,practice,contract,cli,borders,scripts,proof}/**/*.test.ts'],
    // By itself it would leave one of two cores idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    {
      // Every mutant must be killed by a rule and not by luck: the same lives in each run, few of them, and no search
      // for a smaller one. It also saves most of the time.
      name: 'few-and-the-same-random-cases',
      enforce: 'pre',
      transform: (code, id) =>
        id.endsWith('.test.ts')
          ? code.replaceAll(/\bnumRuns\b(?=\s*[,}])|\bnumRuns: [\d_]+/g, 'numRuns: 40, seed: 1, endOnFailure: true')
          : undefined,
    },
  ],
  test: {
    include: ['test/unit/domain/{request,quote}/**/*.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/domain/{request,quote}/**/*.ts'],
      reporter: ['json-summary', 'text'],
      reportsDirectory: 'coverage',
    },
  },
})

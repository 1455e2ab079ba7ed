// Stryker's settings for the money core. Copied into the sandbox by scripts/lib/mutation.mjs, and read there.
export default {
  mutate: ['src/domain/{request,quote}/**/*.ts'],
  testRunner: 'vitest',
  plugins: [new URL('./tools/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js', import.meta.url).href],
  vitest: { configFile: 'vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // The sandbox is a copy of its own already.
  inPlace: true,
  // TypeScript 7 has no compiler API: Stryker would look for one to read a tsconfig.
  tsconfigFile: 'none.json',
  // A slow machine must not count as a killed mutant.
  timeoutMS: 30_000,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: 'mutation.json' },
}

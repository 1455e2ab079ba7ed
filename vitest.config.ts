import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { patienceMs } from './test/support/patience.ts'

const all = ['test/{unit,engine,practice,contract,cli,borders,scripts,proof}/**/*.test.ts']

/** What a test file may do that another one in the same process would feel, or cannot do beside the processes of another. */
const changesItsProcess =
  /\bvi\.(mock|doMock|resetModules)\(|\bprocess\.(chdir|umask)\(|\bgc\(|\b(childrenNamed|deadDiskOver|useWorkshop)\(/
const ofEngine = '{catalogue,copies,gallery,key,library,orders,pace,practice,queue,remote,store,studio,updates}'
const shared = [`test/{unit,practice,engine/${ofEngine}}/**/*.test.ts`, 'test/engine/*.test.ts']
const inOneProcess = (pattern: string | string[]): string[] =>
  globSync(pattern, { cwd: import.meta.dirname })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !changesItsProcess.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
const together = inOneProcess(shared)
// Practice lets its whole process read no picture by a path, as these do.
const pictures = inOneProcess('test/engine/images/**/*.test.ts')

export default defineConfig({
  test: {
    // Half of what the tests do is waiting: for programs they started, for the disk, for time that is theirs to wait.
    // More files at once than there are cores were not shown to be steady; and vitest takes no share above 100%.
    maxWorkers: '100%',
    // Node takes the types out of a thread's sources by WebAssembly. The V8 of Node 24 (13.6) may free the compiled way from
    // WebAssembly to JavaScript, which all threads of a process share, while the next thread takes it up: SIGSEGV in
    // Runtime_TierUpWasmToJSWrapper. With this many calls to wait for none is ever compiled.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    globalSetup: 'test/support/bundled-worker.ts',
    // Homes of tests are noted here, and not among the person's own (src/engine/platform/home-memory.ts).
    env: { XDG_DATA_HOME: join(tmpdir(), 'printroom-tests-data') },
    // Longer than one wait, so that a test which waits in vain says for what.
    testTimeout: 2 * patienceMs,
    hookTimeout: 2 * patienceMs,
    expect: { poll: { timeout: patienceMs, interval: 20 } },
    // A test that fails once in a while has found a fault.
    retry: 0,
    projects: [
      { extends: true, test: { name: 'alone', include: all, exclude: [...together, ...pictures] } },
      // To start a process and to load what a file needs costs more than what most of these then do.
      { extends: true, test: { name: 'together', include: together, isolate: false } },
      { extends: true, test: { name: 'pictures', include: pictures, isolate: false } },
    ],
  },
})

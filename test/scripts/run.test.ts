import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.mjs'

/** Says its number, and goes on until it is ended. */
const lasting = 'console.log(process.pid); setInterval(() => {}, 1000)'

const runs = (options: string) => `
  import { run } from ${JSON.stringify(pathToFileURL(inRoot('scripts/lib/run.mjs')).href)}
  await run(process.execPath, ['-e', ${JSON.stringify(lasting)}], ${options})
`

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it.skipIf(process.platform === 'win32').each([
  ['of its group', '{}'],
  ['in a group of its own', '{ timeoutMs: 600_000 }'],
])('who is told to end while a program runs ends it too: %s', async (_, options) => {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', runs(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(runner, 'exit')
  const [line] = (await once(createInterface({ input: runner.stdout }), 'line')) as [string]
  expect(isThere(Number(line))).toBe(true)
  runner.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGTERM'])
  expect(isThere(Number(line))).toBe(false)
})

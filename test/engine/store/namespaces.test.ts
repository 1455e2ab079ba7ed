import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'
import { opened } from './support/open.ts'

const run = promisify(execFile)
const worker = join(import.meta.dirname, 'support', 'claiming-worker.ts')
/** util-linux's. */
const program = 'unshare'
const apart = ['--pid', '--fork', '--mount-proc']

const canUnshare = (() => {
  try {
    execFileSync(program, [...apart, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
if (!canUnshare) console.log('tests of process namespaces are skipped: this account may not make one')

describe.runIf(canUnshare)('two programs in containers of one computer', () => {
  it('do not take the queue from each other while both live (S1, I3)', async () => {
    const folder = newFolder()
    ;(await opened(folder)).close()
    const both = await Promise.all(
      ['one', 'other'].map((name) =>
        run(program, [...apart, process.execPath, worker, folder, name, '4500'], { timeout: 120_000 }),
      ),
    )
    const said = both.flatMap(({ stdout }) => stdout.split('\n')).filter((line) => line !== '' && line !== 'opened')
    expect(said).toEqual([expect.stringMatching(/^(one|other) took it as \d+$/)])
  })
})

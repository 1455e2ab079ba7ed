import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { node24, root } from '../../scripts/setup.mjs'
import { startService } from './remote-service.ts'

const run = promisify(execFile)

/** Someone has chosen to practise here: what the first page asks is answered. */
export const choosePractice = (home: string): Promise<void> =>
  writeFile(join(home, 'settings.json'), JSON.stringify({ service: 'practice', theme: 'system' }))

/** By the terminal: the walk there through the window is ten seconds, and no part of the tests that begin with it. */
async function cutOutOnce(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'printroom-cut-out-'))
  const remote = join(home, 'practice/remote')
  const practice = await startService({ home: remote, timeScale: 100 })
  const words = [
    '--home',
    home,
    '--service',
    'practice',
    '--yes',
    'skill',
    'remove-bg',
    'resources/sample.jpg',
    '--wait',
  ]
  await run(node24(), [join(root, 'out/main/cli.js'), ...words], {
    cwd: root,
    env: { ...process.env, PRINTROOM_TIME_SCALE: '100' },
  })
  await practice.close()
  // In a copy it would name the practice of this home.
  await rm(join(remote, 'practice.json'), { force: true })
  await choosePractice(home)
  return home
}

let cutOut: Promise<string> | undefined

/** Into an empty home: the sample was cut out in practice, its result is in the library and its receipt in the queue. */
export async function copyCutOut(home: string): Promise<void> {
  cutOut ??= cutOutOnce()
  await cp(await cutOut, home, { recursive: true })
}

/** At the end of the worker that made it. */
export async function forgetCutOut(): Promise<void> {
  if (cutOut) await rm(await cutOut, { recursive: true, force: true, maxRetries: 3 })
}
